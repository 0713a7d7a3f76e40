/** Requests besides moves: leaving, a new opponent, rematches, hints and reviews. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  COMPUTER,
  OPTIONS,
  SEATED,
  TestPage,
  WAITING,
  effectTypes,
  markOf,
  person,
  refused,
  sent,
  snapshot,
  stateFrame,
  won,
} from './fixtures.js';

const AGAINST_COMPUTER = { X: person('Ann'), O: COMPUTER };

test('after leaving, messages about the match are ignored', () => {
  const page = TestPage.playing();
  const effects = page.act({ type: 'leave' });
  assert.deepEqual(effectTypes(effects), ['leave', 'disconnect', 'save']);
  page.receive(stateFrame(snapshot([4], { seq: 9 })), SEATED);
  page.close();
  assert.equal(page.view.screen, 'start');
  assert.equal(page.wait(60_000).length, 0);
});

test('a new opponent is sought after the match was left, and late messages about it are ignored', () => {
  const page = TestPage.playing(won());
  assert.deepEqual(sent(page.act({ type: 'new-opponent' })), [{ type: 'leave', id: 2 }]);
  page.receive(stateFrame(won({ seq: 9 })), SEATED, { type: 'done', id: 77 });
  assert.equal(page.view.screen, 'waiting');
  const [join] = sent(page.receive({ type: 'done', id: 2 }));
  assert.deepEqual(join, {
    type: 'join',
    name: 'Ann',
    opponent: 'any',
    level: 'perfect',
    mark: 'any',
    rules: OPTIONS.rules,
    id: 3,
  });
  page.receive(WAITING);
  assert.equal(page.view.waiting?.heading, 'Waiting for an opponent');
});

test('a new opponent is the computer after the computer, and any person after a room', () => {
  const next = (/** @type {Partial<typeof OPTIONS>} */ options) => {
    const page = TestPage.joining(options);
    page.receive(SEATED, stateFrame(won()));
    page.act({ type: 'new-opponent' });
    const [join] = sent(page.receive({ type: 'done', id: page.lastId }));
    assert.ok(join?.type === 'join');
    return [join.opponent, join.level, join.room, join.rules];
  };
  assert.deepEqual(next({ opponent: 'ai', level: 'easy' }), ['ai', 'easy', undefined, OPTIONS.rules]);
  const after = next({ opponent: 'human', room: 'kitten', rules: null });
  assert.deepEqual(after, ['human', 'perfect', undefined, OPTIONS.rules]);
});

test('a leave that the server is too busy for is repeated before the join', () => {
  const page = TestPage.playing(won());
  page.act({ type: 'new-opponent' });
  page.receive(refused('unavailable', { id: 2 }));
  assert.deepEqual(effectTypes(page.wait(1000)), ['leave']);
  assert.deepEqual(effectTypes(page.receive(refused('not_seated', { id: page.lastId }))), ['join', 'save']);
});

test('without a connection nothing is sent', () => {
  for (const type of /** @type {const} */ (['resign', 'rematch', 'hint', 'review', 'new-opponent'])) {
    const page = TestPage.lost();
    assert.deepEqual(page.act({ type }), []);
    assert.equal(page.game.notice, 'The connection is lost: wait until it is back.');
  }
});

test('a rematch is offered once, and the next game begins with the marks swapped', () => {
  const page = TestPage.playing(won());
  assert.deepEqual(sent(page.act({ type: 'rematch' })), [{ type: 'rematch', game: 1, id: 2 }]);
  assert.deepEqual(sent(page.act({ type: 'rematch' })), []);
  assert.ok(!page.game.actions.rematch);
  page.receive({ type: 'done', id: 2 }, stateFrame(won({ seq: 6, rematch: { open: true, offers: ['X'] } })));
  assert.equal(page.game.rematch, 'You asked for a rematch: wait for the answer.');
  const players = { X: person('Bob'), O: person('Ann') };
  page.receive(stateFrame(snapshot([], { game: 2, seq: 7, you: 'O', players })));
  assert.equal(page.view.status, "Game 2. You are O, Bob is X. Bob's turn.");
  assert.equal(page.game.heading, 'Game 2');
  const names = page.game.players.map(({ name }) => name);
  assert.deepEqual(names, ['Ann', 'Bob']);
});

test('an unanswered rematch or resignation is resent on the next connection', () => {
  for (const { state, act } of /** @type {const} */ ([
    { state: won(), act: 'rematch' },
    { state: snapshot([4]), act: 'resign' },
  ])) {
    const page = TestPage.playing(state);
    const [first] = sent(page.act({ type: act }));
    page.reconnect();
    assert.deepEqual(sent(page.receive(stateFrame({ ...state, seq: 9 }))), [first]);
  }
});

test('a hint is shown until the position changes', () => {
  const page = TestPage.playing(snapshot([4, 0], { players: AGAINST_COMPUTER }));
  assert.deepEqual(sent(page.act({ type: 'hint' })), [{ type: 'hint', game: 1, id: 2 }]);
  assert.deepEqual(sent(page.act({ type: 'hint' })), []);
  page.receive({ type: 'hint', id: 2, game: 1, ply: 2, cells: [1, 3], worth: { value: 0, distance: 7 } });
  assert.equal(page.game.notice, 'Hint: 2 or 4. It is a draw when both play their best.');
  assert.equal(page.game.cells[3]?.label, 'Row 2, column 1, empty, hint');
  page.act({ type: 'play', cell: 1 });
  assert.ok(page.game.cells.every(({ hinted }) => !hinted));
  assert.equal(page.game.notice, null);
});

test('a stale hint is dropped silently, and other refusals are shown', () => {
  const page = TestPage.playing(snapshot([4, 0], { players: AGAINST_COMPUTER }));
  page.act({ type: 'hint' });
  page.receive(refused('busy', { id: 2 }));
  assert.equal(page.game.notice, 'No: busy.');
  page.act({ type: 'hint' });
  page.receive(refused('stale', { id: 3 }));
  assert.equal(page.game.notice, null);
  assert.equal(sent(page.act({ type: 'hint' })).length, 1);
  const two = TestPage.playing();
  two.act({ type: 'hint' });
  assert.equal(two.game.notice, 'There are no hints between two people.');
});

/** The review of `won()`: move 2 was a mistake, and so was move 3. */
function reviewOfWon() {
  const [draw, win, loss] = [0, 1, -1].map((value) => ({ value, distance: 3 }));
  const move = (/** @type {number} */ ply, before = draw, after = draw) => ({
    mark: markOf(ply),
    cell: won().moves[ply] ?? 0,
    before: before ?? null,
    after: after ?? null,
    best: [8],
    mistake: before !== after,
  });
  return { game: 1, moves: [move(0), move(1, draw, loss), move(2, win, draw), move(3), move(4)] };
}

test('a review steps the board, from the first mistake of the viewer to either end', () => {
  for (const [you, ply] of /** @type {const} */ ([
    ['X', 3],
    ['O', 2],
    [null, 2],
  ])) {
    const page = you ? TestPage.playing(won({ you })) : TestPage.watching(won({ you }));
    page.act({ type: 'review' });
    assert.equal(page.game.notice, 'The computer looks at the moves.');
    assert.equal(page.game.replay?.ply, 5, 'the moves can be stepped through at once');
    page.receive({ type: 'review', id: page.lastId, ...reviewOfWon() });
    assert.equal(page.game.replay?.ply, ply);
  }
});

test('the shown position has its marks, the mistake and the better square', () => {
  const page = TestPage.playing(won({ you: 'O' }));
  page.act({ type: 'review' });
  page.receive({ type: 'review', id: page.lastId, ...reviewOfWon() });
  const noted = page.game.cells.flatMap(({ label }) =>
    /empty$/.test(label) ? [] : [label.split(', ').slice(2)],
  );
  assert.deepEqual(noted, [['X'], ['O', 'last move', 'mistake'], ['empty', 'better']]);
  const labels = page.game.replay?.moves.map(({ label }) => label) ?? [];
  assert.equal(labels[0], 'Move 1, X, top left');
  assert.equal(labels[1], 'Move 2, O, middle left, mistake');
  page.act({ type: 'step', ply: 99 });
  assert.equal(page.game.cells.filter(({ won }) => won).length, 3);
  page.act({ type: 'step', ply: -1 });
  assert.deepEqual(
    page.game.cells.filter(({ mark }) => mark),
    [],
  );
  assert.deepEqual(page.game.replay?.sentence, [
    { text: 'The empty board. 2 mistakes in 5 moves: move 2 by you, move 3 by Ann.' },
  ]);
});

test('a review ends with the next game, or when it is closed, and is not asked for twice', () => {
  const page = TestPage.playing(won());
  page.act({ type: 'review' });
  page.receive({ type: 'review', id: page.lastId, ...reviewOfWon() });
  page.act({ type: 'step', ply: null });
  assert.equal(page.game.replay, null);
  assert.equal(page.view.status, 'You won: 1-2-3. Score 1-0, 0 draws.');
  assert.deepEqual(page.act({ type: 'review' }), []);
  assert.equal(page.view.game?.replay?.ply, 3);
  page.receive(stateFrame(snapshot([], { game: 2, seq: 9 })));
  assert.equal(page.game.replay, null);
});

test('a running game is not stepped through', () => {
  const page = TestPage.playing(snapshot([4]));
  page.act({ type: 'step', ply: 0 });
  assert.equal(page.game.replay, null);
});

test('the buttons depend on the game and on the viewer', () => {
  const shown = (/** @type {TestPage} */ page) =>
    Object.entries(page.game.actions).flatMap(([action, isShown]) => (isShown ? [action] : []));
  assert.deepEqual(shown(TestPage.playing()), ['resign']);
  assert.deepEqual(shown(TestPage.playing(snapshot([4], { players: AGAINST_COMPUTER }))), ['resign', 'hint']);
  assert.deepEqual(shown(TestPage.playing(won())), ['rematch', 'review', 'newOpponent']);
  const closed = { open: false, offers: [] };
  assert.deepEqual(shown(TestPage.playing(won({ rematch: closed }))), ['review', 'newOpponent']);
  assert.deepEqual(shown(TestPage.watching()), []);
  assert.deepEqual(shown(TestPage.watching(won({ you: null }))), ['review']);
});
