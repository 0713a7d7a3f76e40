import assert from 'node:assert/strict';
import { test } from 'node:test';

import { COMPUTER, TestPage, person, snapshot, stateFrame, won } from './fixtures.js';

/** @import { Snapshot } from '../../../server/page/protocol' */

const LARGE = { columns: 15, rows: 15, run: 5 };
const AWAY = /** @type {const} */ ({ ...person('Bob'), presence: 'away' });
const LEFT = /** @type {const} */ ({ ...person('Bob'), presence: 'left' });

/** @type {[string, Snapshot, string, string][]} */
const POSITIONS = [
  ['the beginning', snapshot([]), 'You are X, Bob is O. Your turn.', 'Your turn'],
  ['the beginning for O', snapshot([], { you: 'O' }), "You are O, Ann is X. Ann's turn.", "Ann's turn"],
  [
    'the beginning against the computer',
    snapshot([], { players: { X: person('Ann'), O: COMPUTER } }),
    'You are X, Computer (perfect) is O. Your turn.',
    'Your turn',
  ],
  [
    'the beginning for a spectator',
    snapshot([], { you: null }),
    'Ann is X, Bob is O. You are watching. X to move: Ann.',
    "Ann's turn",
  ],
  ["an opponent's move", snapshot([4, 2]), 'Bob: O at row 1, column 3. Your turn.', 'Your turn'],
  ['an own move', snapshot([4]), "You: X at row 2, column 2. Bob's turn.", "Bob's turn"],
  [
    'a move for a spectator',
    snapshot([4], { you: null }),
    'Ann: X at row 2, column 2. O to move: Bob.',
    "Bob's turn",
  ],
  [
    'a move on a big board',
    snapshot([0, 2], { rules: LARGE }),
    'Bob: O at c1 (row 1, column 3). Your turn.',
    'Your turn',
  ],
  ['a win', won(), 'You won: 1-2-3. Score 1-0, 0 draws.', 'You won'],
  ['a loss', won({ you: 'O' }), 'Ann: X at row 1, column 3. Ann won: 1-2-3. Score 0-1, 0 draws.', 'You lost'],
];

for (const [what, state, status, title] of POSITIONS) {
  test(`the status reports ${what}`, () => {
    const page = state.you ? TestPage.playing(state) : TestPage.watching(state);
    assert.equal(page.view.status, status);
    assert.equal(page.view.title, `${title} – Tic-tac-toe`);
  });
}

test('the status contains no running clock', () => {
  const page = TestPage.playing(snapshot([4], { ms_left: 52_000, players: { X: person('Ann'), O: AWAY } }));
  const { status } = page.view;
  assert.deepEqual(page.game.clock, { text: '0:52', seconds: 52 });
  assert.equal(page.game.players[1].presence, 'away, 0:52 left to return');
  page.now += 28_000;
  assert.deepEqual(page.game.clock, { text: '0:24', seconds: 24 });
  assert.equal(page.game.players[1].presence, 'away, 0:24 left to return');
  page.now += 60_000;
  assert.deepEqual(page.game.clock, { text: '0:00', seconds: 0 });
  assert.equal(page.view.status, status);
});

test('presence changes are reported once, with whose turn it is', () => {
  const page = TestPage.playing(snapshot([4, 0]));
  const statusAfter = (/** @type {Partial<Snapshot>} */ part) => {
    page.receive(stateFrame(snapshot([4, 0], part)));
    return page.view.status;
  };
  const away = { X: person('Ann'), O: AWAY };
  assert.equal(statusAfter({ seq: 3, players: away }), 'Bob has lost the connection. Your turn.');
  assert.equal(page.game.players[1].presence, 'away');
  assert.ok(page.game.players[1].away);
  assert.equal(
    statusAfter({ seq: 4, players: away, spectators: 1 }),
    'Bob has lost the connection. Your turn.',
  );
  assert.equal(statusAfter({ seq: 5 }), 'Bob is back. Your turn.');
  page.receive(stateFrame(snapshot([4, 0, 1], { seq: 6 })));
  assert.equal(page.view.status, "You: X at row 1, column 2. Bob's turn.");
});

test('a player who returns while the opponent is away sees that', () => {
  const page = TestPage.playing(snapshot([4], { players: { X: person('Ann'), O: AWAY } }));
  assert.equal(page.view.status, "Bob has lost the connection. Bob's turn.");
});

test('the viewer’s own presence is not reported', () => {
  const page = TestPage.playing(snapshot([4, 0]));
  /** @type {Snapshot['players']} */
  const players = { X: { ...person('Ann'), presence: 'away' }, O: person('Bob') };
  page.receive(stateFrame(snapshot([4, 0], { seq: 3, players })));
  assert.equal(page.view.status, 'Bob: O at row 1, column 1. Your turn.');
});

test('an offer is reported, asks for attention, and goes when the opponent leaves', () => {
  const page = TestPage.playing(won());
  assert.ok(!page.view.attention);
  page.receive(stateFrame(won({ seq: 6, rematch: { open: true, offers: ['O'] } })));
  assert.equal(page.view.status, 'Bob wants a rematch.');
  assert.equal(page.view.title, 'Bob wants a rematch – Tic-tac-toe');
  assert.equal(page.game.rematch, 'Bob wants a rematch.');
  assert.equal(page.game.result, 'You won: 1-2-3.');
  assert.ok(page.view.attention);
  const rematch = { open: false, offers: [] };
  page.receive(stateFrame(won({ seq: 7, rematch, players: { X: person('Ann'), O: LEFT } })));
  assert.equal(page.view.status, 'Bob has left: no rematch.');
  assert.equal(page.game.rematch, 'Bob has left: no rematch.');
  assert.equal(page.game.players[1].presence, 'has left');
  assert.ok(!page.view.attention && !page.game.actions.rematch);
});

test('a game that ends because the opponent left is reported once', () => {
  const page = TestPage.playing(snapshot([4]));
  /** @type {Snapshot['result']} */
  const result = { winner: 'X', reason: 'left', lines: [] };
  const rematch = { open: false, offers: [] };
  const players = { X: person('Ann'), O: LEFT };
  page.receive(stateFrame(snapshot([4], { seq: 2, result, players, rematch })));
  assert.equal(page.view.status, 'Bob left: you won. Score 0-0, 0 draws.');
});

test('presence is shown of other people while the connection is up', () => {
  const page = TestPage.playing(snapshot([], { players: { X: person('Ann'), O: COMPUTER } }));
  const presences = (/** @type {TestPage} */ page) => page.game.players.map(({ presence }) => presence);
  assert.deepEqual(presences(page), ['', 'computer, perfect']);
  const watched = TestPage.watching();
  assert.deepEqual(presences(watched), ['here', 'here']);
  watched.close();
  assert.deepEqual(presences(watched), ['', '']);
});

test('a bot is labelled, and its presence is shown', () => {
  const players = { X: person('Ann'), O: { ...person('Marvin'), kind: /** @type {const} */ ('bot') } };
  const page = TestPage.playing(snapshot([], { players }));
  assert.equal(page.view.status, 'You are X, Marvin (bot) is O. Your turn.');
  assert.equal(page.game.players[1].presence, 'bot, here');
  assert.ok(page.game.losesByLeaving && !page.game.actions.hint);
});

test('a viewer of both sides sees the match like a spectator', () => {
  const page = TestPage.playing(snapshot([4], { you: 'both' }));
  assert.equal(page.view.status, 'Ann: X at row 2, column 2. O to move: Bob.');
  assert.ok(!page.game.canPlay && !page.game.actions.resign && !page.game.losesByLeaving);
});

test('other spectators are counted', () => {
  const watching = (/** @type {number} */ spectators) =>
    TestPage.watching(snapshot([], { you: null, spectators })).game.spectators;
  assert.deepEqual([1, 2, 3].map(watching), [null, '1 more watching', '2 more watching']);
  assert.equal(
    TestPage.watching(snapshot([], { you: null, room: 'kitten' })).game.heading,
    'Watching game 1, room kitten',
  );
});

test('cells are labelled with what is on them', () => {
  const { cells } = TestPage.playing(won()).game;
  assert.equal(cells[0]?.label, 'Row 1, column 1, X, winning line');
  assert.equal(cells[2]?.label, 'Row 1, column 3, X, last move, winning line');
  assert.equal(cells[3]?.label, 'Row 2, column 1, O');
  assert.equal(cells[8]?.label, 'Row 3, column 3, empty');
  const large = TestPage.playing(snapshot([], { rules: LARGE })).game;
  assert.equal(large.cells[2]?.label, 'c1, row 1, column 3, empty');
  assert.equal(large.cells.length, 225);
});

test('the keyboard starts in the centre, or at the first free cell', () => {
  const first = (/** @type {Snapshot} */ state) => TestPage.playing(state).game.startCell;
  assert.equal(first(snapshot([])), 4);
  assert.equal(first(snapshot([4, 0])), 1);
  assert.equal(first(snapshot([], { rules: LARGE })), 112);
  assert.equal(first(snapshot([], { rules: { columns: 5, rows: 4, run: 4 } })), 7);
  assert.equal(first(snapshot([4, 0, 1, 2, 3, 5, 6, 8, 7])), 4);
});
