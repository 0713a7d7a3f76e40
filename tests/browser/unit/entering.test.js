/** Entering: what is asked for at first, waiting, what the server says no to, and what is gone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  PLACE_TICKET,
  Page,
  SEATED,
  TICKET,
  WAITING,
  WISH,
  done,
  refused,
  sent,
  snapshot,
  stateFrame,
} from './fixtures.js';

/** @import { Refused, Waiting } from '../../../server/page/protocol' */

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

test('whoever waits goes on waiting until the match is there', () => {
  const page = Page.joining();
  page.hear(WAITING, SEATED);
  assert.equal(page.seen.status, 'Waiting for an opponent.');
  page.hear(stateFrame(snapshot([])));
  assert.equal(page.seen.screen, 'game');
  assert.equal(page.state.waiting, null);
});

test('whoever waits in a room sees which, and its board', () => {
  const page = Page.joining({ room: 'Kitten', opponent: 'human' });
  page.hear({ ...WAITING, room: 'kitten', computer_in_ms: null });
  const { waiting } = page.seen;
  assert.equal(waiting?.heading, 'Waiting in room kitten');
  assert.equal(waiting.board, '3x3, 3 in a row');
  assert.ok(!waiting.counting);
});

// Whoever keeps waiting shows the ticket: should the leaving not be heard, they would else meet themselves.
for (const { act, opponent, room, ticket } of /** @type {const} */ ([
  { act: 'computer', opponent: 'ai', room: null, ticket: undefined },
  { act: 'keep-waiting', opponent: 'human', room: 'kitten', ticket: PLACE_TICKET },
])) {
  test(`whoever waits leaves the queue first: ${act}`, () => {
    const page = Page.joining({ room: 'kitten' });
    page.hear({ ...WAITING, room: 'kitten' });
    assert.deepEqual(sent(page.act({ do: act })), [{ type: 'leave', id: 2 }]);
    page.hear(SEATED, stateFrame(snapshot([])), WAITING);
    assert.equal(page.seen.screen, 'waiting');
    const [join] = sent(page.hear({ type: 'done', id: 2 }));
    assert.ok(join?.type === 'join');
    assert.deepEqual([join.opponent, join.room ?? null, join.ticket], [opponent, room, ticket]);
  });
}

test('guests are led to where they meet who waits, or nowhere', () => {
  const leads = (/** @type {Partial<Waiting>} */ part) => {
    const page = Page.joining();
    page.hear({ ...WAITING, ...part });
    return page.seen.waiting?.invitation;
  };
  const rules = { columns: 5, rows: 4, run: 4 };
  assert.deepEqual(leads({}), { kind: 'entrance' });
  assert.deepEqual(leads({ rules, room: 'kitten' }), { kind: 'room', room: 'kitten' });
  assert.equal(leads({ rules }), null);
});

test('whoever loses the place to others in the room is told that it is full', () => {
  const page = Page.joining({ room: 'kitten' });
  page.hear({ ...WAITING, room: 'kitten' }, refused('room_full', { match: 'm7' }));
  assert.equal(page.seen.stopped?.heading, 'Room kitten is full');
});

test('whoever loses the place because the server cannot keep it asks for it again', () => {
  const page = Page.joining();
  page.hear(WAITING, refused('unavailable'));
  assert.ok(!page.seen.waiting?.placed);
  const [join] = sent(page.wait(1000));
  assert.ok(join?.type === 'join' && join.ticket === PLACE_TICKET);
  page.hear(WAITING);
  assert.ok(page.seen.waiting?.placed);
});

/** @type {[Refused['code'], 'name' | 'room' | 'board'][]} */
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
  const effects = page.hear(refused('room_full', { id: 1, match: 'm7' }));
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

for (const code of /** @type {const} */ (['full', 'unavailable', 'rate_limited'])) {
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

for (const code of /** @type {const} */ (['bad_ticket', 'left', 'no_such_match'])) {
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
