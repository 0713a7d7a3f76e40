/** What else is done in a match: leaving, another opponent, another game, hints and reviews. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  COMPUTER,
  Page,
  SEATED,
  WAITING,
  WISH,
  done,
  person,
  refused,
  sent,
  snapshot,
  stateFrame,
  won,
} from './fixtures.js';

/** @import { Act } from '../../../server/page/page' */

const against = { X: person('Ann'), O: COMPUTER };

test('whoever leaves says so, and nothing of the match comes up again', () => {
  const page = Page.playing();
  const effects = page.act({ do: 'leave' });
  assert.deepEqual(done(effects), ['leave', 'disconnect', 'keep']);
  page.hear(stateFrame(snapshot([4], { seq: 9 })), SEATED);
  page.close();
  assert.equal(page.seen.screen, 'entrance');
  assert.equal(page.wait(60_000).length, 0);
});

test('another opponent is met after the match was left, and late frames of it are passed over', () => {
  const page = Page.playing(won());
  assert.deepEqual(sent(page.act({ do: 'new-opponent' })), [{ type: 'leave', id: 2 }]);
  page.hear(stateFrame(won({ seq: 9 })), SEATED, { type: 'done', id: 77 });
  assert.equal(page.seen.screen, 'waiting');
  const [join] = sent(page.hear({ type: 'done', id: 2 }));
  assert.deepEqual(join, {
    type: 'join',
    name: 'Ann',
    opponent: 'any',
    level: 'perfect',
    mark: 'any',
    rules: WISH.rules,
    id: 3,
  });
  page.hear(WAITING);
  assert.equal(page.seen.waiting?.heading, 'Waiting for an opponent');
});

test('whoever played the computer meets it again, and whoever was in a room meets any person', () => {
  const next = (/** @type {Partial<typeof WISH>} */ wish) => {
    const page = Page.joining(wish);
    page.hear(SEATED, stateFrame(won()));
    page.act({ do: 'new-opponent' });
    const [join] = sent(page.hear({ type: 'done', id: page.lastId }));
    assert.ok(join?.type === 'join');
    return [join.opponent, join.level, join.room, join.rules];
  };
  assert.deepEqual(next({ opponent: 'ai', level: 'easy' }), ['ai', 'easy', undefined, WISH.rules]);
  assert.deepEqual(next({ opponent: 'human', room: 'kitten', rules: null }), [
    'human',
    'perfect',
    undefined,
    WISH.rules,
  ]);
});

test('leaving that the server cannot do now is said again before the next wish', () => {
  const page = Page.playing(won());
  page.act({ do: 'new-opponent' });
  page.hear(refused('unavailable', { id: 2 }));
  assert.deepEqual(done(page.wait(1000)), ['leave']);
  assert.deepEqual(done(page.hear(refused('not_seated', { id: page.lastId }))), ['join']);
});

test('what cannot be done without a connection changes nothing', () => {
  for (const act of /** @type {Act['do'][]} */ (['resign', 'rematch', 'hint', 'review', 'new-opponent'])) {
    const page = Page.lost();
    assert.deepEqual(page.act(/** @type {Act} */ ({ do: act })), []);
    assert.equal(page.game.notice, 'The connection is lost: wait until it is back.');
  }
});

test('a rematch is asked for once, and the next game begins with other marks', () => {
  const page = Page.playing(won());
  assert.deepEqual(sent(page.act({ do: 'rematch' })), [{ type: 'rematch', game: 1, id: 2 }]);
  assert.deepEqual(sent(page.act({ do: 'rematch' })), []);
  assert.ok(!page.game.ways.rematch);
  page.hear({ type: 'done', id: 2 }, stateFrame(won({ seq: 6, rematch: { open: true, offers: ['X'] } })));
  assert.equal(page.game.rematch, 'You asked for a rematch: wait for the answer.');
  const next = {
    game: 2,
    seq: 7,
    you: /** @type {const} */ ('O'),
    players: { X: person('Bob'), O: person('Ann') },
  };
  page.hear(stateFrame(snapshot([], next)));
  assert.equal(page.seen.status, "Game 2. You are O, Bob is X. Bob's turn.");
  assert.equal(page.game.heading, 'Game 2');
  assert.deepEqual(
    page.game.players.map(({ name }) => name),
    ['Ann', 'Bob'],
  );
});

test('a rematch or giving up that was not answered is asked again on the next connection', () => {
  for (const { told, act } of /** @type {const} */ ([
    { told: won(), act: 'rematch' },
    { told: snapshot([4]), act: 'resign' },
  ])) {
    const page = Page.playing(told);
    const [first] = sent(page.act({ do: act }));
    page.close();
    page.wait(500);
    page.open();
    assert.deepEqual(sent(page.hear(stateFrame({ ...told, seq: 9 }))), [first]);
  }
});

test('a hint is shown for the position in which it was asked', () => {
  const page = Page.playing(snapshot([4, 0], { players: against }));
  assert.deepEqual(sent(page.act({ do: 'hint' })), [{ type: 'hint', game: 1, id: 2 }]);
  assert.deepEqual(sent(page.act({ do: 'hint' })), []);
  page.hear({ type: 'hint', id: 2, game: 1, ply: 2, cells: [1, 3], worth: { value: 0, distance: 7 } });
  assert.equal(page.game.notice, 'Hint: 2 or 4. It is a draw when both play their best.');
  assert.equal(page.game.cells[3]?.label, 'Row 2, column 1, empty, hint');
  page.act({ do: 'play', cell: 1 });
  assert.ok(page.game.cells.every(({ hinted }) => !hinted));
  assert.equal(page.game.notice, null);
});

test('a hint that comes too late is missed by nobody, and one that cannot be had is said', () => {
  const page = Page.playing(snapshot([4, 0], { players: against }));
  page.act({ do: 'hint' });
  page.hear(refused('busy', { id: 2 }));
  assert.equal(page.game.notice, 'No: busy.');
  page.act({ do: 'hint' });
  page.hear(refused('stale', { id: 3 }));
  assert.equal(page.game.notice, null);
  assert.equal(sent(page.act({ do: 'hint' })).length, 1);
  const two = Page.playing();
  two.act({ do: 'hint' });
  assert.equal(two.game.notice, 'There are no hints between two people.');
});

test('a review is there until the next game begins', () => {
  const page = Page.watching(won({ you: null }));
  assert.ok(page.game.ways.review);
  page.act({ do: 'review' });
  assert.equal(page.game.notice, 'The computer looks at the moves.');
  const worth = { value: 0, distance: null };
  const moves = [
    { mark: /** @type {const} */ ('X'), cell: 0, before: worth, after: worth, best: [0], mistake: false },
  ];
  page.hear({ type: 'review', id: 2, game: 1, moves });
  assert.deepEqual(page.game.review, {
    moves: [{ text: 'Move 1, X at 1: keeps the draw.', mistake: false }],
    summary: 'No mistakes in 1 move.',
  });
  page.hear(stateFrame(snapshot([], { game: 2, seq: 9, you: null })));
  assert.equal(page.game.review, null);
});

test('what can be done depends on the game and on who looks', () => {
  const ways = (/** @type {Page} */ page) =>
    Object.entries(page.game.ways).flatMap(([way, can]) => (can ? [way] : []));
  assert.deepEqual(ways(Page.playing()), ['resign', 'leave']);
  assert.deepEqual(ways(Page.playing(snapshot([4], { players: against }))), ['resign', 'hint', 'leave']);
  assert.deepEqual(ways(Page.playing(won())), ['rematch', 'review', 'newOpponent', 'leave']);
  assert.deepEqual(ways(Page.playing(won({ rematch: { open: false, offers: [] } }))), [
    'review',
    'newOpponent',
    'leave',
  ]);
  assert.deepEqual(ways(Page.watching()), ['leave']);
  assert.deepEqual(ways(Page.watching(won({ you: null }))), ['review', 'leave']);
});
