/** Moves: sent, shown, sent again, and taken back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Page, SEATED, TICKET, done, refused, sent, snapshot, stateFrame, won } from './fixtures.js';

/** @import { ServerMessage } from '../../../server/page/protocol' */

const TIME = { winner: /** @type {const} */ ('O'), reason: /** @type {const} */ ('time'), lines: [] };

test('a move is shown as sent, and as played when the snapshot has it', () => {
  const page = Page.playing();
  assert.deepEqual(sent(page.act({ do: 'play', cell: 4 })), [
    { type: 'move', cell: 4, ply: 0, game: 1, id: 2 },
  ]);
  const pending = page.game.cells[4];
  assert.deepEqual(
    [pending?.mark, pending?.pending, pending?.label],
    ['X', true, 'Row 2, column 2, X, sending'],
  );
  assert.equal(page.seen.status, "You: X at row 2, column 2. Bob's turn.");
  assert.ok(!page.game.open && !page.seen.attention);
  page.hear({ type: 'done', id: 2 });
  assert.ok(page.game.cells[4]?.pending);
  page.hear(stateFrame(snapshot([4])));
  assert.equal(page.game.cells[4]?.label, 'Row 2, column 2, X, last move');
  assert.equal(page.seen.status, "You: X at row 2, column 2. Bob's turn.");
});

/** @type {[string, () => Page, number, string][]} */
const NOT_PLAYED = [
  [
    'a taken cell',
    () => Page.playing(snapshot([4, 0])),
    4,
    'Row 2, column 2 is taken: pick an empty square.',
  ],
  ['in the turn of the other', () => Page.playing(snapshot([4])), 0, "It is Bob's turn: wait for the move."],
  ['after the end', () => Page.playing(won()), 8, 'The game is over.'],
  ['by a watcher', () => Page.watching(), 0, 'You are watching: only the players can do that.'],
  ['while a move is on its way', () => Page.moving(0), 1, 'The server has not answered yet: wait a moment.'],
  ['without a connection', () => Page.lost(), 1, 'The connection is lost: wait until it is back.'],
];

for (const [what, page, cell, notice] of NOT_PLAYED) {
  test(`a move is not sent, and why is said: ${what}`, () => {
    const at = page();
    assert.deepEqual(sent(at.act({ do: 'play', cell })), []);
    assert.equal(at.game.notice, notice);
  });
}

for (const code of /** @type {const} */ ([
  'taken',
  'stale',
  'ahead',
  'not_your_turn',
  'game_over',
  'no_such_cell',
])) {
  test(`a move that is refused as ${code} is taken back, and why is said`, () => {
    const page = Page.moving(4);
    page.hear(refused(code, { id: page.lastId }));
    assert.equal(page.game.cells[4]?.mark, null);
    assert.ok(page.game.notice);
    page.hear(stateFrame(snapshot([0, 1], { seq: 9 })));
    assert.equal(page.game.notice, null);
  });
}

for (const code of /** @type {const} */ (['rate_limited', 'unavailable'])) {
  test(`a move that the server cannot take now (${code}) is sent again, not too often`, () => {
    const page = Page.moving(4);
    const begun = page.now;
    const [first] = sent(page.effects).slice(-1);
    for (let round = 0; round < 20; round += 1) {
      page.hear(refused(code, { id: first?.id ?? null, wait_ms: 350 }));
      const [again] = sent(page.wait(5000)).filter(({ type }) => type === 'move');
      assert.deepEqual(again, first);
    }
    assert.ok(page.game.cells[4]?.pending);
    assert.ok(page.now - begun >= 20 * 5000);
    assert.match(page.game.notice ?? '', /again and again/);
  });
}

test('a move that is refused again and again is sent less and less often', () => {
  const page = Page.moving(4);
  const waits = [500, 1000, 2000, 4000, 5000, 5000].map((wait) => {
    page.hear(refused('unavailable', { id: page.lastId }));
    return [done(page.wait(wait - 1)), done(page.wait(1))];
  });
  assert.deepEqual(waits, Array(6).fill([[], ['move']]));
  assert.deepEqual(done(page.wait(2999)), []);
});

test('nothing is sent again as long as the connection holds', () => {
  const page = Page.moving(4);
  assert.deepEqual(page.hear(stateFrame(snapshot([], { watchers: 1 }))), []);
});

test('a move that the server had and has no more can be played again', () => {
  const page = Page.moving(4);
  page.hear({ type: 'done', id: page.lastId });
  page.close();
  page.wait(500);
  page.open();
  assert.deepEqual(sent(page.hear(stateFrame(snapshot([], { seq: 2 })))), []);
  assert.ok(page.game.cells[4]?.playable);
});

test('the server may ask for a longer wait', () => {
  const page = Page.moving(4);
  page.hear(refused('rate_limited', { wait_ms: 9000 }));
  assert.deepEqual(done(page.wait(8999)), []);
  assert.deepEqual(done(page.wait(1)), ['move']);
});

test('a move that was not acknowledged is sent again, the same, after what the page is about', () => {
  const page = Page.moving(4);
  page.close();
  page.wait(500);
  assert.deepEqual(sent(page.open()), [{ type: 'resume', ticket: TICKET, id: 3 }]);
  assert.deepEqual(sent(page.hear(SEATED)), []);
  const again = page.hear(stateFrame(snapshot([], { seq: 2 })));
  assert.deepEqual(sent(again), [{ type: 'move', cell: 4, ply: 0, game: 1, id: 2 }]);
});

for (const [what, told] of /** @type {[string, import('../../../server/page/protocol').Snapshot][]} */ ([
  ['has it', snapshot([4], { seq: 2 })],
  ['has another move', snapshot([0, 1], { seq: 2 })],
  ['is of the next game', snapshot([], { seq: 9, game: 2 })],
  ['says that the game is over', won({ seq: 9 })],
  ['says that the time has run out', snapshot([], { seq: 9, result: TIME })],
])) {
  test(`a move is not sent again when the snapshot ${what}`, () => {
    const page = Page.moving(4);
    page.close();
    page.wait(500);
    page.open();
    assert.deepEqual(sent(page.hear(SEATED, stateFrame(told))), []);
    assert.equal(page.state.pending, null);
  });
}

test('a snapshot that is older is passed over, and one of the same number may bring newer watchers', () => {
  const page = Page.playing(snapshot([4, 0], { seq: 5 }));
  page.hear(stateFrame(snapshot([4], { seq: 4, watchers: 7 })));
  assert.equal(page.game.watchers, null);
  page.hear(stateFrame(snapshot([4, 0], { seq: 5, watchers: 2 })));
  assert.equal(page.game.watchers, '2 watching');
});

test('what is of another match, or not known, is passed over', () => {
  const page = Page.playing(snapshot([4]));
  const before = page.state.seen;
  page.hear(stateFrame(snapshot([0, 1], { match: 'm2', seq: 99 })));
  assert.deepEqual(page.hear({ ...SEATED, match: 'm2', ticket: 'm2.x' }), []);
  page.hear(/** @type {ServerMessage} */ (/** @type {unknown} */ ({ type: 'confetti', colour: 'red' })));
  page.hear({ ...stateFrame(snapshot([4])), .../** @type {object} */ ({ weather: 'fine' }) });
  assert.equal(page.state.seen?.snapshot.ply, before?.snapshot.ply);
  assert.equal(page.state.errand.kind === 'seat' && page.state.errand.match, 'm1');
});
