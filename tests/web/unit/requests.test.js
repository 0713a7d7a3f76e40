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
  person,
  refused,
  reviewOfWon,
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

test('a running game is offered on the start screen until the player has returned to it', () => {
  const page = new TestPage();
  const seat = { kind: /** @type {const} */ ('seat'), options: OPTIONS, match: 'm1', ticket: 'm1.SECRET' };
  page.act({ type: 'offer', seat });
  assert.ok(page.view.canReturn);
  assert.deepEqual(effectTypes(page.act({ type: 'return' })), ['connect', 'save']);
  assert.deepEqual(effectTypes(page.open()), ['resume']);
  page.act({ type: 'leave' });
  assert.deepEqual([page.view.screen, page.view.canReturn], ['start', false]);
});

test('a new opponent is sought after the match was left, on a new connection', () => {
  const page = TestPage.playing(won());
  const effects = page.act({ type: 'new-opponent' });
  assert.deepEqual(effectTypes(effects), ['leave', 'disconnect', 'connect', 'save']);
  assert.equal(page.view.screen, 'waiting');
  const [join] = sent(page.open());
  assert.deepEqual(join, {
    type: 'join',
    name: 'Ann',
    opponent: 'human',
    level: 'perfect',
    mark: 'any',
    rules: OPTIONS.rules,
    id: 3,
  });
  page.receive(WAITING);
  assert.equal(page.view.headline, 'Waiting for an opponent');
});

test('a new opponent is a person on the same board, after the computer and after a room', () => {
  for (const options of /** @type {const} */ ([{ opponent: 'ai' }, { room: 'kitten', rules: null }])) {
    const page = TestPage.joining(options);
    page.receive(SEATED, stateFrame(won()));
    page.act({ type: 'new-opponent' });
    const [join] = sent(page.open());
    assert.ok(join?.type === 'join');
    assert.deepEqual([join.opponent, join.room, join.rules], ['human', undefined, OPTIONS.rules]);
  }
});

test('a new name is sent at once, or when the connection is back, and counts in the next join', () => {
  const page = TestPage.playing();
  const rename = (/** @type {string} */ name) => page.act({ type: 'choose', choices: { name } });
  assert.deepEqual(sent(rename('Zoe')), [{ type: 'rename', name: 'Zoe', id: 2 }]);
  page.receive(refused('bad_name', { id: 2 }));
  assert.equal(page.view.detail, 'No: bad_name.');
  page.wait(5000);
  page.close();
  assert.deepEqual(sent(rename('Eve')), []);
  page.open();
  const resent = sent(page.receive(SEATED, stateFrame(snapshot([], { seq: 2 }))));
  assert.deepEqual(resent, [{ type: 'rename', name: 'Eve', id: page.lastId }]);
  page.act({ type: 'new-opponent' });
  const [join] = sent(page.open());
  assert.ok(join?.type === 'join' && join.name === 'Eve');
});

test('the newest of new names is sent until the server has confirmed it', () => {
  const page = TestPage.playing();
  const rename = (/** @type {string} */ name) => sent(page.act({ type: 'choose', choices: { name } }));
  const frame = (/** @type {string} */ name) => [{ type: 'rename', name, id: page.lastId }];
  rename('Zoe');
  const first = page.lastId;
  assert.deepEqual(rename('Eve'), frame('Eve'));
  page.receive(refused('rate_limited', { id: first }));
  assert.equal(page.view.choices.name, 'Eve');
  page.reconnect();
  const again = sent(page.receive(SEATED, stateFrame(snapshot([], { seq: 2 }))));
  assert.deepEqual(again, frame('Eve'));
  page.receive({ type: 'done', id: page.lastId });
  page.reconnect();
  assert.deepEqual(sent(page.receive(SEATED, stateFrame(snapshot([], { seq: 3 })))), []);
});

test('a new name that was not confirmed before a reload is sent again', () => {
  const page = TestPage.playing();
  page.act({ type: 'choose', choices: { name: 'Zoe' } });
  const { session } = page.state;
  page.dispatch({ type: 'loaded', session });
  page.open();
  const [renamed] = sent(page.receive(SEATED, stateFrame(snapshot([], { seq: 2 }))));
  assert.deepEqual(renamed, { type: 'rename', name: 'Zoe', id: page.lastId });
  assert.equal(page.view.choices.name, 'Zoe');
});

for (const [code, hasId, notice] of /** @type {const} */ ([
  ['bad_name', true, 'No: bad_name.'],
  ['rate_limited', false, 'Too fast. Try again in a moment.'],
])) {
  test(`a name that is refused as ${code} is replaced by the one before`, () => {
    const page = TestPage.playing();
    page.act({ type: 'choose', choices: { name: 'Zoe' } });
    page.receive({ type: 'done', id: page.lastId });
    page.act({ type: 'choose', choices: { name: '\u200b' } });
    page.receive(refused(code, hasId ? { id: page.lastId } : {}));
    assert.equal(page.view.detail, notice);
    assert.equal(page.view.choices.name, 'Zoe');
    assert.ok(page.state.session.kind === 'seat' && page.state.session.options.name === 'Zoe');
  });
}

test('choices are remembered, and on the start screen nothing is sent', () => {
  const page = new TestPage();
  const effects = page.act({ type: 'choose', choices: { name: 'Zoe', level: 'easy' } });
  assert.deepEqual(effects, []);
  assert.deepEqual([page.view.choices.name, page.view.choices.level], ['Zoe', 'easy']);
});

test('the level of the next game is sent with the rematch, against the computer only', () => {
  for (const [players, level] of /** @type {const} */ ([
    [AGAINST_COMPUTER, 'casual'],
    [won().players, undefined],
  ])) {
    const page = TestPage.playing(won({ players }));
    page.act({ type: 'choose', choices: { level: 'casual' } });
    const [rematch] = sent(page.act({ type: 'rematch' }));
    assert.ok(rematch?.type === 'rematch');
    assert.equal(rematch.level, level);
  }
});

test('without a connection nothing is sent', () => {
  for (const type of /** @type {const} */ (['resign', 'rematch', 'hint', 'review', 'new-opponent'])) {
    const page = TestPage.lost();
    assert.deepEqual(page.act({ type }), []);
    assert.equal(page.notice, 'The connection is lost. Wait until it is back.');
  }
});

test('a player who waits without a connection joins nothing else', () => {
  const page = TestPage.joining();
  page.receive(WAITING);
  page.close();
  page.act({ type: 'join', options: { ...OPTIONS, room: 'kitten' } });
  assert.equal(page.notice, 'The connection is lost. Wait until it is back.');
  page.wait(5000);
  assert.deepEqual(effectTypes(page.open()), ['resume']);
});

test('a rematch that a full server refuses is not said to be retried', () => {
  const page = TestPage.playing(won());
  page.act({ type: 'rematch' });
  page.receive(refused('full', { id: page.lastId }));
  assert.equal(page.notice, 'The server is full. Try again later.');
});

test('a rematch is offered once, and the next game begins with the marks swapped', () => {
  const page = TestPage.playing(won());
  assert.deepEqual(sent(page.act({ type: 'rematch' })), [{ type: 'rematch', game: 1, id: 2 }]);
  assert.deepEqual(sent(page.act({ type: 'rematch' })), []);
  assert.ok(!page.game.actions.rematch);
  page.receive({ type: 'done', id: 2 }, stateFrame(won({ seq: 6, rematch: { open: true, offers: ['X'] } })));
  assert.equal(page.view.detail, 'Rematch offered. Waiting for Bob...');
  const players = { X: person('Bob'), O: person('Ann') };
  page.receive(stateFrame(snapshot([], { game: 2, seq: 7, you: 'O', players })));
  assert.equal(page.view.detail, 'You are O. Bob goes first.');
  const names = page.game.players.map(({ name }) => name);
  assert.deepEqual(names, ['You', 'Bob']);
});

test('a request ends with its connection, and can be made again', () => {
  const offered = won({ seq: 8, rematch: { open: true, offers: ['O'] } });
  for (const { state, act } of /** @type {const} */ ([
    { state: won(), act: 'rematch' },
    { state: snapshot([4]), act: 'resign' },
    { state: snapshot([4]), act: 'take_back' },
    { state: offered, act: 'decline' },
  ])) {
    const page = TestPage.playing(state);
    page.act({ type: act });
    page.reconnect();
    assert.deepEqual(sent(page.receive(stateFrame({ ...state, seq: 9 }))), []);
    assert.ok(page.game.actions[act]);
    assert.equal(sent(page.act({ type: act })).length, 1);
  }
});

for (const [what, rematch] of /** @type {[string, Snapshot['rematch']][]} */ ([
  ['withdrawn on another device', { open: true, offers: [] }],
  ['declined', { open: true, offers: [], declined_by: 'O' }],
])) {
  test(`a rematch can be offered again after it was confirmed and ${what}`, () => {
    const page = TestPage.playing(won());
    page.act({ type: 'rematch' });
    page.receive({ type: 'done', id: page.lastId }, stateFrame(won({ seq: 9, rematch })));
    assert.ok(page.game.actions.rematch);
    assert.equal(sent(page.act({ type: 'rematch' })).length, 1);
  });
}

for (const [act, state] of /** @type {const} */ ([
  ['rematch', won()],
  ['resign', snapshot([4])],
  ['take_back', snapshot([4])],
])) {
  test(`a request to ${act} waits for its answer while the opponent comes and goes`, () => {
    const page = TestPage.playing(state);
    page.act({ type: act });
    const away = { X: person('Ann'), O: { ...person('Bob'), presence: /** @type {const} */ ('away') } };
    page.receive(stateFrame({ ...state, seq: 9, players: away }));
    assert.deepEqual(sent(page.act({ type: act })), []);
    page.receive(refused('unavailable', { id: 2 }));
    assert.equal(page.notice, 'No: unavailable.');
  });
}

test('a hint shows one square or all of them, until the position changes', () => {
  const page = TestPage.playing(snapshot([4, 0], { players: AGAINST_COMPUTER }));
  assert.deepEqual(sent(page.act({ type: 'hint' })), [{ type: 'hint', game: 1, id: 2 }]);
  assert.equal(page.view.detail, 'The computer is thinking...');
  assert.deepEqual(sent(page.act({ type: 'hint' })), []);
  page.receive({ type: 'hint', id: 2, game: 1, ply: 2, cells: [3, 1], worth: { value: 0, distance: 7 } });
  const hinted = () =>
    page.view.board?.cells.filter(({ notes }) => notes.includes('hinted')).map(({ label }) => label);
  assert.equal(page.view.detail, 'Hint: middle left. Still a draw. Press Hint for 1 more.');
  assert.deepEqual(hinted(), ['Middle left, empty, hint']);
  assert.deepEqual(sent(page.act({ type: 'hint' })), []);
  assert.equal(page.view.detail, 'Hint: middle left or top middle. Still a draw.');
  page.act({ type: 'hint' });
  assert.deepEqual(hinted(), ['Middle left, empty, hint']);
  page.act({ type: 'hint' });
  assert.deepEqual(hinted(), ['Top middle, empty, hint', 'Middle left, empty, hint']);
  page.act({ type: 'play', cell: 1 });
  assert.deepEqual(hinted(), []);
  assert.equal(page.view.detail, 'You played top middle.');
});

test('a stale hint is dropped silently, and other refusals are shown', () => {
  const page = TestPage.playing(snapshot([4, 0], { players: AGAINST_COMPUTER }));
  page.act({ type: 'hint' });
  page.receive(refused('busy', { id: 2 }));
  assert.equal(page.notice, 'No: busy.');
  page.act({ type: 'hint' });
  page.receive(refused('stale', { id: 3 }));
  assert.equal(page.notice, null);
  assert.equal(sent(page.act({ type: 'hint' })).length, 1);
  const two = TestPage.playing();
  two.act({ type: 'hint' });
  two.receive(refused('no_hints', { id: two.lastId }));
  assert.equal(two.notice, 'Hints are only for games against the computer.');
});

test('a review steps the board, from the first mistake of the viewer to either end', () => {
  for (const [you, ply] of /** @type {const} */ ([
    ['X', 3],
    ['O', 2],
    [null, 2],
  ])) {
    const page = you ? TestPage.playing(won({ you })) : TestPage.watching(won({ you }));
    page.act({ type: 'review' });
    assert.equal(page.view.detail, 'The computer is reviewing the game...');
    assert.equal(
      page.sentence,
      `${you === 'X' ? 'You' : 'Ann'} played top right. ${you === 'X' ? 'You won with the top row!' : 'Ann won with the top row.'}`,
    );
    assert.equal(page.game.replay?.ply, 5, 'the moves can be stepped through at once');
    page.receive({ type: 'review', id: page.lastId, ...reviewOfWon() });
    assert.equal(page.game.replay?.ply, ply);
  }
});

test('the shown position has its marks, the mistake and the better square', () => {
  const page = TestPage.playing(won({ you: 'O' }));
  page.act({ type: 'review' });
  page.receive({ type: 'review', id: page.lastId, ...reviewOfWon() });
  const cells = () => page.view.board?.cells ?? [];
  const noted = cells().flatMap(({ label }) => (label.endsWith('empty') ? [] : [label]));
  assert.deepEqual(noted, [
    'Top left, X',
    'Middle left, O, last move, mistake',
    'Bottom right, empty, better',
  ]);
  const labels = page.game.replay?.moves.map(({ label }) => label) ?? [];
  assert.equal(labels[0], 'Move 1, X, top left');
  assert.equal(labels[1], 'Move 2, O, middle left, mistake');
  page.act({ type: 'step', ply: 99 });
  assert.equal(cells().filter(({ notes }) => notes.includes('won')).length, 3);
  page.act({ type: 'step', ply: -1 });
  assert.equal(cells().filter(({ mark }) => mark).length, 1);
});

test('a review ends with the next game, or when it is closed, and is not asked for twice', () => {
  const page = TestPage.playing(won());
  page.act({ type: 'review' });
  page.receive({ type: 'review', id: page.lastId, ...reviewOfWon() });
  page.act({ type: 'step', ply: null });
  assert.equal(page.game.replay, null);
  assert.equal(page.view.headline, 'You won!');
  assert.deepEqual(page.act({ type: 'review' }), []);
  assert.equal(page.view.game?.replay?.ply, 3);
  page.receive(stateFrame(snapshot([], { game: 2, seq: 9 })));
  assert.equal(page.game.replay, null);
});

test('a review that comes late leaves a player who has stepped on alone', () => {
  const page = TestPage.playing(won());
  page.act({ type: 'review' });
  page.act({ type: 'step', ply: 4 });
  page.receive({ type: 'review', id: page.lastId, ...reviewOfWon() });
  assert.equal(page.game.replay?.ply, 4);
});

test('a running game is not stepped through', () => {
  const page = TestPage.playing(snapshot([4]));
  page.act({ type: 'step', ply: 0 });
  assert.equal(page.game.replay, null);
});

test('the buttons depend on the game and on the viewer', () => {
  const shown = (/** @type {TestPage} */ page) => {
    const { levelText } = page.view;
    const buttons = Object.entries({ ...page.game.actions, level: levelText !== null });
    return buttons.flatMap(([action, shown]) => (shown ? [shown === true ? action : shown] : []));
  };
  assert.deepEqual(shown(TestPage.playing()), ['react', 'Mute reactions', 'resign', 'leave']);
  assert.deepEqual(shown(TestPage.playing(snapshot([4], { players: AGAINST_COMPUTER }))), [
    'hint',
    'take_back',
    'resign',
    'leave',
  ]);
  assert.deepEqual(shown(TestPage.playing(snapshot([4, 0], { you: 'both' }))), [
    'take_back',
    'resign',
    'leave',
  ]);
  const reactions = ['react', 'Mute reactions'];
  const over = [...reactions, 'Rematch', 'review', 'New opponent', 'leave'];
  assert.deepEqual(shown(TestPage.playing(won())), over);
  const again = ['Rematch', 'review', 'Play a person', 'leave', 'level'];
  assert.deepEqual(shown(TestPage.playing(won({ players: AGAINST_COMPUTER }))), again);
  assert.deepEqual(shown(TestPage.playing(won({ you: 'both' }))), again.slice(0, -1));
  const closed = { open: false, offers: [] };
  assert.deepEqual(
    shown(TestPage.playing(won({ rematch: closed }))),
    over.filter((text) => text !== 'Rematch'),
  );
  /** @type {Snapshot['result']} */
  const result = { winner: 'X', reason: 'left', lines: [] };
  const players = { X: person('Ann'), O: { ...person('Bob'), presence: /** @type {const} */ ('left') } };
  const left = snapshot([4, 0], { players, result, rematch: closed, continuable: true });
  assert.deepEqual(shown(TestPage.playing(left)), ['continue', ...over.slice(3), 'level']);
  assert.deepEqual(shown(TestPage.watching()), ['stop-watching']);
  assert.deepEqual(shown(TestPage.watching(won({ you: null }))), ['review', 'stop-watching']);
});
