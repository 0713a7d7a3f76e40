import assert from 'node:assert/strict';
import { test } from 'node:test';

import { COMPUTER, Page, person, snapshot, stateFrame, won } from './fixtures.js';

/** @import { Snapshot } from '../../../server/page/protocol' */

const LARGE = { columns: 15, rows: 15, run: 5 };
const AWAY = { ...person('Bob'), connected: false };
const LEFT = { ...AWAY, left: true };

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
    'the beginning for a watcher',
    snapshot([], { you: null }),
    'Ann is X, Bob is O. You are watching. X to move: Ann.',
    "Ann's turn",
  ],
  ['a move of the other', snapshot([4, 2]), 'Bob: O at row 1, column 3. Your turn.', 'Your turn'],
  ['a move of one’s own', snapshot([4]), "You: X at row 2, column 2. Bob's turn.", "Bob's turn"],
  [
    'a move for a watcher',
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

for (const [what, told, status, title] of POSITIONS) {
  test(`the status tells ${what}`, () => {
    const page = told.you ? Page.playing(told) : Page.watching(told);
    assert.equal(page.seen.status, status);
    assert.equal(page.seen.title, `${title} – Tic-tac-toe`);
  });
}

test('no clock ticks in the status', () => {
  const page = Page.playing(snapshot([4], { ms_left: 52_000, players: { X: person('Ann'), O: AWAY } }));
  const { status } = page.seen;
  assert.deepEqual(page.game.clock, { text: '0:52', seconds: 52 });
  assert.equal(page.game.players[1].presence, 'away, 0:52 left to return');
  page.now += 28_000;
  assert.deepEqual(page.game.clock, { text: '0:24', seconds: 24 });
  assert.equal(page.game.players[1].presence, 'away, 0:24 left to return');
  page.now += 60_000;
  assert.deepEqual(page.game.clock, { text: '0:00', seconds: 0 });
  assert.equal(page.seen.status, status);
});

test('who comes and goes is told once, with whose turn it is', () => {
  const page = Page.playing(snapshot([4, 0]));
  const told = (/** @type {Partial<Snapshot>} */ part) => {
    page.hear(stateFrame(snapshot([4, 0], part)));
    return page.seen.status;
  };
  const away = { X: person('Ann'), O: AWAY };
  assert.equal(told({ seq: 3, players: away }), 'Bob has lost the connection. Your turn.');
  assert.equal(page.game.players[1].presence, 'away');
  assert.ok(page.game.players[1].away);
  assert.equal(told({ seq: 4, players: away, watchers: 1 }), 'Bob has lost the connection. Your turn.');
  assert.equal(told({ seq: 5 }), 'Bob is back. Your turn.');
  page.hear(stateFrame(snapshot([4, 0, 1], { seq: 6 })));
  assert.equal(page.seen.status, "You: X at row 1, column 2. Bob's turn.");
});

test('whoever comes back while the other is away is told so', () => {
  const page = Page.playing(snapshot([4], { players: { X: person('Ann'), O: AWAY } }));
  assert.equal(page.seen.status, "Bob has lost the connection. Bob's turn.");
});

test('one’s own connection is no news', () => {
  const page = Page.playing(snapshot([4, 0]));
  page.hear(
    stateFrame(
      snapshot([4, 0], { seq: 3, players: { X: { ...person('Ann'), connected: false }, O: person('Bob') } }),
    ),
  );
  assert.equal(page.seen.status, 'Bob: O at row 1, column 1. Your turn.');
});

test('an offer is told, calls for attention, and is not left standing when the other leaves', () => {
  const page = Page.playing(won());
  assert.ok(!page.seen.attention);
  page.hear(stateFrame(won({ seq: 6, rematch: { open: true, offers: ['O'] } })));
  assert.equal(page.seen.status, 'Bob wants a rematch.');
  assert.equal(page.seen.title, 'Bob wants a rematch – Tic-tac-toe');
  assert.equal(page.game.rematch, 'Bob wants a rematch.');
  assert.equal(page.game.result, 'You won: 1-2-3.');
  assert.ok(page.seen.attention);
  const rematch = { open: false, offers: [] };
  for (const connected of [true, false]) {
    const players = { X: person('Ann'), O: { ...LEFT, connected } };
    page.hear(stateFrame(won({ seq: 7, rematch, players })));
  }
  assert.equal(page.seen.status, 'Bob has left: no rematch.');
  assert.equal(page.game.rematch, 'Bob has left: no rematch.');
  assert.equal(page.game.players[1].presence, 'has left');
  assert.ok(!page.seen.attention && !page.game.ways.rematch);
});

test('a game that ends because the other left says so once', () => {
  const page = Page.playing(snapshot([4]));
  const result = /** @type {const} */ ({ winner: 'X', reason: 'left', lines: [] });
  const players = { X: person('Ann'), O: LEFT };
  page.hear(
    stateFrame(
      snapshot([4], {
        seq: 2,
        result: { ...result, lines: [] },
        players,
        rematch: { open: false, offers: [] },
      }),
    ),
  );
  assert.equal(page.seen.status, 'Bob left: you won. Score 0-0, 0 draws.');
});

test('presence is known of people who are not the viewer, as long as there is a connection', () => {
  const page = Page.playing(snapshot([], { players: { X: person('Ann'), O: COMPUTER } }));
  assert.deepEqual(
    page.game.players.map(({ presence }) => presence),
    ['', 'computer, perfect'],
  );
  const watched = Page.watching();
  assert.deepEqual(
    watched.game.players.map(({ presence }) => presence),
    ['here', 'here'],
  );
  watched.close();
  assert.deepEqual(
    watched.game.players.map(({ presence }) => presence),
    ['', ''],
  );
});

test('others who watch are counted', () => {
  const watching = (/** @type {number} */ watchers) =>
    Page.watching(snapshot([], { you: null, watchers })).game.watchers;
  assert.deepEqual([1, 2, 3].map(watching), [null, '1 more watching', '2 more watching']);
  assert.equal(
    Page.watching(snapshot([], { you: null, room: 'kitten' })).game.heading,
    'Watching game 1, room kitten',
  );
});

test('cells are labelled by what is on them', () => {
  const { cells } = Page.playing(won()).game;
  assert.equal(cells[0]?.label, 'Row 1, column 1, X, winning line');
  assert.equal(cells[2]?.label, 'Row 1, column 3, X, last move, winning line');
  assert.equal(cells[3]?.label, 'Row 2, column 1, O');
  assert.equal(cells[8]?.label, 'Row 3, column 3, empty');
  const large = Page.playing(snapshot([], { rules: LARGE })).game;
  assert.equal(large.cells[2]?.label, 'c1, row 1, column 3, empty');
  assert.equal(large.cells.length, 225);
});

test('whoever comes by keyboard begins in the centre, or on the first cell that is free', () => {
  const first = (/** @type {Snapshot} */ told) => Page.playing(told).game.first;
  assert.equal(first(snapshot([])), 4);
  assert.equal(first(snapshot([4, 0])), 1);
  assert.equal(first(snapshot([], { rules: LARGE })), 112);
  assert.equal(first(snapshot([], { rules: { columns: 5, rows: 4, run: 4 } })), 7);
  assert.equal(first(snapshot([4, 0, 1, 2, 3, 5, 6, 8, 7])), 4);
});
