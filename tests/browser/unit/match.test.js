import assert from 'node:assert/strict';
import { test } from 'node:test';

import { COMPUTER, Page, TICKET, WISH, done, person, sent, snapshot, stateFrame, won } from './fixtures.js';

/** @import { Refused, ServerMessage } from '../../../server/page/protocol' */
/** @import { Act } from '../../../server/page/page' */

const PLACE_TICKET = 'q1.SECRET';
const WAITING = /** @type {const} */ ({
  type: 'waiting',
  rules: { columns: 3, rows: 3, run: 3 },
  room: null,
  computer_in_ms: 10_000,
  ticket: PLACE_TICKET,
});
const SEATED = /** @type {const} */ ({ type: 'seated', match: 'm1', mark: 'X', ticket: TICKET });

const TIME = { winner: /** @type {const} */ ('O'), reason: /** @type {const} */ ('time'), lines: [] };

const against = { X: person('Ann'), O: COMPUTER };

/**
 * @param {string} code
 * @param {Partial<Refused>} part
 * @returns {ServerMessage}
 */
function refused(code, part = {}) {
  const known = /** @type {Refused['code']} */ (code);
  return { type: 'refused', code: known, message: `No: ${code}.`, ...part };
}

test('a ticket is kept when it is told, and only then', () => {
  const page = new Page();
  const [, kept] = page.act({ do: 'join', wish: WISH });
  assert.deepEqual(kept, { do: 'keep', errand: { kind: 'join', wish: WISH, ticket: null }, quiet: false });
  page.open();
  const place = { kind: 'join', wish: WISH, ticket: PLACE_TICKET };
  assert.deepEqual(page.hear(WAITING), [{ do: 'keep', errand: place, quiet: false }]);
  assert.deepEqual(page.hear(WAITING), []);
  const seat = { kind: 'seat', wish: WISH, match: 'm1', ticket: TICKET };
  assert.deepEqual(page.hear(SEATED), [{ do: 'keep', errand: seat, quiet: false }]);
  assert.deepEqual(page.hear(stateFrame(snapshot([])), SEATED), []);
});

test('whoever waits is told when the computer comes', () => {
  const page = Page.joining();
  page.hear(WAITING);
  assert.equal(page.seen.waiting?.text, 'The computer joins in 10 s.');
  page.now += 3500;
  assert.equal(page.seen.waiting?.text, 'The computer joins in 7 s.');
  assert.equal(page.seen.status, 'Waiting for an opponent.');
  assert.equal(page.seen.title, 'Waiting – Tic-tac-toe');
  assert.ok(page.seen.waiting.counting && page.seen.waiting.placed);
});

test('whoever waits in a room sees which, and its board', () => {
  const page = Page.joining({ room: 'Kitten', opponent: 'human' });
  page.hear({ ...WAITING, room: 'kitten', computer_in_ms: null });
  const { waiting } = page.seen;
  assert.equal(waiting?.heading, 'Waiting in room kitten');
  assert.equal(waiting.board, '3x3, 3 in a row');
  assert.ok(!waiting.counting);
});

for (const { act, opponent, room } of /** @type {const} */ ([
  { act: 'computer', opponent: 'ai', room: null },
  { act: 'keep-waiting', opponent: 'human', room: 'kitten' },
])) {
  test(`whoever waits leaves the queue first: ${act}`, () => {
    const page = Page.joining({ room: 'kitten' });
    page.hear({ ...WAITING, room: 'kitten' });
    assert.deepEqual(sent(page.act({ do: act })), [{ type: 'leave', id: 2 }]);
    page.hear(SEATED, stateFrame(snapshot([])), WAITING);
    assert.equal(page.seen.screen, 'waiting');
    const [join] = sent(page.hear({ type: 'done', id: 2 }));
    assert.ok(join?.type === 'join');
    assert.deepEqual([join.opponent, join.room ?? null, join.ticket], [opponent, room, undefined]);
  });
}

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
  ['while a move is on its way', () => withMove(0), 1, 'The server has not answered yet: wait a moment.'],
  ['without a connection', () => lost(), 1, 'The connection is lost: wait until it is back.'],
];

for (const [what, page, cell, notice] of NOT_PLAYED) {
  test(`a move is not sent, and why is said: ${what}`, () => {
    const at = page();
    assert.deepEqual(sent(at.act({ do: 'play', cell })), []);
    assert.equal(at.game.notice, notice);
  });
}

for (const code of ['taken', 'stale', 'ahead', 'not_your_turn', 'game_over', 'no_such_cell']) {
  test(`a move that is refused as ${code} is taken back, and why is said`, () => {
    const page = withMove(4);
    page.hear(refused(code, { id: page.lastId }));
    assert.equal(page.game.cells[4]?.mark, null);
    assert.ok(page.game.notice);
    page.hear(stateFrame(snapshot([0, 1], { seq: 9 })));
    assert.equal(page.game.notice, null);
  });
}

for (const code of ['rate_limited', 'unavailable']) {
  test(`a move that the server cannot take now (${code}) is sent again, not too often`, () => {
    const page = withMove(4);
    const begun = page.now;
    const [first] = sent(page.effects).slice(-1);
    for (let round = 0; round < 20; round += 1) {
      page.hear(refused(code, { id: page.lastId, wait_ms: 350 }));
      const [again] = sent(page.wait(5000)).filter(({ type }) => type === 'move');
      assert.deepEqual(again, first);
    }
    assert.ok(page.game.cells[4]?.pending);
    assert.ok(page.now - begun >= 20 * 5000);
    assert.match(page.game.notice ?? '', /again and again/);
  });
}

test('a move that is refused again and again is sent less and less often', () => {
  const page = withMove(4);
  const waits = [500, 1000, 2000, 4000, 5000, 5000].map((wait) => {
    page.hear(refused('unavailable', { id: page.lastId }));
    return [...done(page.wait(wait - 1)), ...done(page.wait(1))];
  });
  assert.deepEqual(waits, Array(6).fill(['move']));
  assert.deepEqual(done(page.wait(10_000)), []);
});

test('nothing is sent again as long as the connection holds', () => {
  const page = withMove(4);
  assert.deepEqual(page.hear(stateFrame(snapshot([], { watchers: 1 }))), []);
});

test('a move that the server had and has no more can be played again', () => {
  const page = withMove(4);
  page.hear({ type: 'done', id: page.lastId });
  page.close();
  page.wait(500);
  page.open();
  assert.deepEqual(sent(page.hear(stateFrame(snapshot([], { seq: 2 })))), []);
  assert.ok(page.game.cells[4]?.playable);
});

test('the server may ask for a longer wait', () => {
  const page = withMove(4);
  page.hear(refused('rate_limited', { wait_ms: 9000 }));
  assert.deepEqual(done(page.wait(8999)), []);
  assert.deepEqual(done(page.wait(1)), ['move']);
});

test('a move that was not acknowledged is sent again, the same, after what the page is about', () => {
  const page = withMove(4);
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
    const page = withMove(4);
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

/** @type {[string, 'name' | 'room' | 'board'][]} */
const FIELDS = [
  ['bad_name', 'name'],
  ['bad_room', 'room'],
  ['bad_rules', 'board'],
  ['room_rules', 'board'],
];

for (const [code, field] of FIELDS) {
  test(`what is refused as ${code} is said at the field, on the first screen`, () => {
    const page = Page.joining();
    const effects = page.hear(refused(code, { id: 1 }));
    assert.deepEqual(effects, [{ do: 'disconnect' }, { do: 'keep', errand: { kind: 'none' }, quiet: false }]);
    assert.deepEqual(page.seen.fault, { field, message: `No: ${code}.` });
    assert.equal(page.seen.screen, 'entrance');
    page.act({ do: 'join', wish: WISH });
    assert.equal(page.seen.fault, null);
  });
}

test('a fault on the first screen of a room leads back to that room', () => {
  const page = Page.joining({ room: 'kitten', rules: null });
  page.hear(refused('bad_name', { id: 1 }));
  assert.deepEqual(page.state.errand, { kind: 'none', room: 'kitten' });
});

test('a room that is full can be watched', () => {
  const page = Page.joining({ room: 'kitten' });
  const effects = page.hear(refused('room_full', { id: 1, .../** @type {object} */ ({ match: 'm7' }) }));
  const kept = /** @type {const} */ ({ kind: 'none', room: 'kitten' });
  assert.deepEqual(effects, [{ do: 'disconnect' }, { do: 'keep', errand: kept, quiet: false }]);
  assert.deepEqual(page.seen.stopped, {
    heading: 'Room kitten is full',
    text: 'No: room_full.',
    ways: ['watch', 'leave'],
    match: 'm7',
  });
  assert.deepEqual(done(page.act({ do: 'watch', match: 'm7' })), ['connect', 'keep']);
  assert.deepEqual(sent(page.open()), [{ type: 'watch', match: 'm7', id: 2 }]);
});

for (const code of ['full', 'unavailable', 'rate_limited']) {
  test(`a join that the server cannot take now (${code}) is said again after a while`, () => {
    const page = Page.joining();
    page.hear(refused(code, { id: 1 }));
    assert.match(page.seen.waiting?.text ?? '', /again and again/);
    assert.equal(page.seen.status, page.seen.waiting?.text);
    assert.deepEqual(done(page.wait(1000)), ['join']);
    page.hear(refused(code, { id: page.lastId }));
    assert.deepEqual(done(page.wait(1999)), []);
    assert.deepEqual(done(page.wait(1)), ['join']);
    page.hear(WAITING);
    assert.equal(page.seen.waiting?.text, 'The computer joins in 10 s.');
  });
}

test('the server may ask for a longer wait before the next join', () => {
  const page = Page.joining();
  page.hear(refused('rate_limited', { wait_ms: 4000 }));
  assert.deepEqual(done(page.wait(3999)), []);
  assert.deepEqual(done(page.wait(1)), ['join']);
});

test('a place that is no longer known is asked for anew', () => {
  const page = new Page();
  page.happen({ type: 'loaded', errand: { kind: 'join', wish: WISH, ticket: PLACE_TICKET }, quiet: false });
  page.open();
  const [join] = sent(page.hear(refused('bad_ticket', { id: 1 })));
  assert.ok(join?.type === 'join');
  assert.equal(join.ticket, undefined);
});

for (const code of ['bad_ticket', 'left', 'no_such_match']) {
  test(`a seat that is refused as ${code} is gone, and not kept`, () => {
    const page = Page.playing();
    page.close();
    page.wait(500);
    page.open();
    const effects = page.hear(refused(code, { id: page.lastId }));
    assert.deepEqual(effects, [{ do: 'disconnect' }, { do: 'keep', errand: { kind: 'none' }, quiet: false }]);
    assert.equal(page.seen.stopped?.heading, 'This game is gone');
    assert.deepEqual(page.seen.stopped.ways, ['leave']);
  });
}

test('a match that the server forgets is gone', () => {
  const page = Page.playing();
  page.hear(refused('no_such_match'));
  assert.equal(page.seen.stopped?.text, 'The match is no longer kept.');
});

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
    const page = lost();
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

/** A page with a move on its way. @param {number} cell */
function withMove(cell) {
  const page = Page.playing();
  page.act({ do: 'play', cell });
  return page;
}

/** A page without its connection. */
function lost() {
  const page = Page.playing();
  page.close();
  return page;
}
