/** Moves: sent, shown, resent, and taken back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  TestPage,
  SEATED,
  TICKET,
  effectTypes,
  refused,
  sent,
  snapshot,
  stateFrame,
  won,
} from './fixtures.js';

const TIME_OUT = { winner: /** @type {const} */ ('O'), reason: /** @type {const} */ ('time'), lines: [] };

test('a move is shown as pending until a snapshot has it', () => {
  const page = TestPage.playing();
  assert.deepEqual(sent(page.act({ type: 'play', cell: 4 })), [
    { type: 'move', cell: 4, ply: 0, game: 1, takebacks: 0, id: 2 },
  ]);
  const pending = page.view.board?.cells[4];
  assert.deepEqual([pending?.mark, pending?.notes, pending?.label], ['X', ['pending'], 'Centre, X, sending']);
  assert.equal(page.view.detail, 'You played centre.');
  assert.ok(!page.view.board?.canPlay && !page.view.attention);
  page.receive({ type: 'done', id: 2 });
  assert.deepEqual(page.view.board?.cells[4]?.notes, ['pending']);
  page.receive(stateFrame(snapshot([4])));
  assert.equal(page.view.board?.cells[4]?.label, 'Centre, X, last move');
  assert.equal(page.view.detail, 'You played centre.');
});

/** @type {[string, () => TestPage, number, string][]} */
const NOT_PLAYED = [
  ['a taken cell', () => TestPage.playing(snapshot([4, 0])), 4, 'That square is taken. Pick an empty one.'],
  ["in the opponent's turn", () => TestPage.playing(snapshot([4])), 0, 'Bob is thinking.'],
  ['after the end', () => TestPage.playing(won()), 8, 'This game is over. Press Rematch to play again.'],
  ['by a spectator', () => TestPage.watching(), 0, 'You are watching. Only the players can do that.'],
  ['while a move is pending', () => TestPage.moving(0), 1, 'Waiting for the server.'],
  ['without a connection', () => TestPage.lost(), 1, 'The connection is lost. Wait until it is back.'],
];

for (const [what, page, cell, notice] of NOT_PLAYED) {
  test(`a move is not sent, and the page says why: ${what}`, () => {
    const at = page();
    assert.deepEqual(sent(at.act({ type: 'play', cell })), []);
    assert.equal(at.notice, notice);
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
  test(`a move that is refused as ${code} is taken back, and the page says why`, () => {
    const page = TestPage.moving(4);
    page.receive(refused(code, { id: page.lastId }));
    assert.equal(page.view.board?.cells[4]?.mark, null);
    assert.ok(page.notice);
    page.receive(stateFrame(snapshot([0, 1], { seq: 9 })));
    assert.equal(page.notice, null);
  });
}

for (const code of /** @type {const} */ (['rate_limited', 'unavailable'])) {
  test(`a move that the server is too busy for (${code}) is resent, not too often`, () => {
    const page = TestPage.moving(4);
    const begun = page.now;
    const [first] = sent(page.effects).slice(-1);
    for (let round = 0; round < 20; round += 1) {
      page.receive(refused(code, { id: first?.id ?? null, retry_in_ms: 350 }));
      const [again] = sent(page.wait(5000)).filter(({ type }) => type === 'move');
      assert.deepEqual(again, first);
    }
    assert.deepEqual(page.view.board?.cells[4]?.notes, ['pending']);
    assert.ok(page.now - begun >= 20 * 5000);
    assert.match(page.notice ?? '', /The server is (full|busy)\. Retrying\.\.\./);
  });
}

test('a move that is refused repeatedly is resent less and less often', () => {
  const page = TestPage.moving(4);
  const waits = [500, 1000, 2000, 4000, 5000, 5000].map((wait) => {
    page.receive(refused('unavailable', { id: page.lastId }));
    return [effectTypes(page.waitAlive(wait - 1)), effectTypes(page.waitAlive(1))];
  });
  assert.deepEqual(waits, Array(6).fill([[], ['move']]));
  assert.deepEqual(effectTypes(page.waitAlive(2999)), []);
});

test('nothing is resent on the same connection', () => {
  const page = TestPage.moving(4);
  assert.deepEqual(page.receive(stateFrame(snapshot([], { spectators: 1 }))), []);
});

test('a confirmed move that the server has lost can be played again', () => {
  const page = TestPage.moving(4);
  page.receive({ type: 'done', id: page.lastId });
  page.reconnect();
  assert.deepEqual(sent(page.receive(stateFrame(snapshot([], { seq: 2 })))), []);
  assert.ok(page.view.board?.cells[4]?.playable);
});

test('the server may ask for a longer wait', () => {
  const page = TestPage.moving(4);
  page.receive(refused('rate_limited', { retry_in_ms: 9000 }));
  assert.deepEqual(effectTypes(page.waitAlive(8999)), []);
  assert.deepEqual(effectTypes(page.waitAlive(1)), ['move']);
});

test('an unconfirmed move is resent unchanged after the handshake', () => {
  const page = TestPage.moving(4);
  assert.deepEqual(sent(page.reconnect()), [{ type: 'resume', ticket: TICKET, id: 3 }]);
  assert.deepEqual(sent(page.receive(SEATED)), []);
  const again = page.receive(stateFrame(snapshot([], { seq: 2 })));
  assert.deepEqual(sent(again), [{ type: 'move', cell: 4, ply: 0, game: 1, takebacks: 0, id: 2 }]);
});

test('a move is taken during the first attempt to reconnect, and sent afterwards', () => {
  const page = TestPage.playing();
  page.wait(2000);
  page.close();
  assert.deepEqual(sent(page.act({ type: 'play', cell: 4 })), []);
  assert.deepEqual(page.view.board?.cells[4]?.notes, ['pending']);
  assert.deepEqual(effectTypes(page.open()), ['resume']);
  assert.deepEqual(effectTypes(page.receive(SEATED, stateFrame(snapshot([], { seq: 2 })))), ['move']);
});

for (const [what, state] of /** @type {[string, Snapshot][]} */ ([
  ['has it', snapshot([4], { seq: 2 })],
  ['has another move', snapshot([0, 1], { seq: 2 })],
  ['is of the next game', snapshot([], { seq: 9, game: 2 })],
  ['says that the game is over', won({ seq: 9 })],
  ['says that the time has run out', snapshot([], { seq: 9, result: TIME_OUT })],
])) {
  test(`a move is not resent when the snapshot ${what}`, () => {
    const page = TestPage.moving(4);
    page.reconnect();
    assert.deepEqual(sent(page.receive(SEATED, stateFrame(state))), []);
    assert.ok(!page.state.pending.move);
  });
}

test('an older snapshot is ignored, and one with the same `seq` updates the spectators', () => {
  const page = TestPage.playing(snapshot([4, 0], { seq: 5 }));
  page.receive(stateFrame(snapshot([4], { seq: 4, spectators: 7 })));
  assert.equal(page.game.facts, '');
  page.receive(stateFrame(snapshot([4, 0], { seq: 5, spectators: 2 })));
  assert.equal(page.game.facts, '2 watching');
});

test('after a reconnect the first snapshot counts: the server may have been restored from a backup', () => {
  const page = TestPage.playing(snapshot([4, 0], { seq: 5 }));
  page.reconnect();
  page.receive(SEATED, stateFrame(snapshot([4], { seq: 3 })));
  assert.equal(page.state.snapshot?.ply, 1);
  page.receive(stateFrame(snapshot([], { seq: 2 })));
  assert.equal(page.state.snapshot?.ply, 1);
});

test('messages about another match, and unknown ones, are ignored', () => {
  const page = TestPage.playing(snapshot([4]));
  const before = page.state.snapshot;
  page.receive(stateFrame(snapshot([0, 1], { match: 'm2', seq: 99 })));
  assert.deepEqual(page.receive({ ...SEATED, match: 'm2', ticket: 'm2.x' }), []);
  page.receive(/** @type {ServerMessage} */ (/** @type {unknown} */ ({ type: 'confetti', colour: 'red' })));
  page.receive({ ...stateFrame(snapshot([4])), .../** @type {object} */ ({ weather: 'fine' }) });
  assert.equal(page.state.snapshot?.ply, before?.ply);
  assert.equal(page.state.session.kind === 'seat' && page.state.session.match, 'm1');
});
