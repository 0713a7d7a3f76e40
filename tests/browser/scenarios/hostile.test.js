/** Text of other people that means harm: it is shown as text, and breaks nothing. */

import assert from 'node:assert/strict';

import { NARROW, assertFits } from '../harness/looks.js';
import { RawPlayer } from '../harness/raw.js';
import { test } from '../harness/test.js';

/** @typedef {import('../harness/person.js').Person} Person */

/** What would be seen if a name were run. */
const TRACES = () => [Reflect.get(globalThis, 'evil'), document.querySelector('#evil')];

/** Names of at most 24 characters, and what is shown of them where that is the same. */
const NAMES = /** @type {const} */ ([
  ['<svg onload=evil=1>', '<svg onload=evil=1>'],
  ['<img src onerror=evil=1>', '<img src onerror=evil=1>'],
  ['<b id=evil>Eve</b>', '<b id=evil>Eve</b>'],
  ['"id=evil onfocus=evil=1 ', '"id=evil onfocus=evil=1'],
  ['javascript:evil=1', 'javascript:evil=1'],
  ['&lt;b id=evil&gt;&#8238;', '&lt;b id=evil&gt;&#8238;'],
  ['${evil=1}{{evil=1}}', '${evil=1}{{evil=1}}'],
  ['__proto__', '__proto__'],
  ['\u202e.nruter\u202d \u2067x', null],
  ['\u200b\u200bE\u200dv\ufeffe\u2060', null],
  ['שלום עולם 5', 'שלום עולם 5'],
  [`E${'\u0301\u0316\u0489'.repeat(7)}`, null],
  ['\u0e2a\u0e47\u0e47\u0e47\u0e47\u0e47\u0e47', null],
  ['山'.repeat(24), '山'.repeat(24)],
  ['W'.repeat(24), 'W'.repeat(24)],
  ['\ufdfd\ufdfd\ufdfd\u{12219}\u2e3b', '\ufdfd\ufdfd\ufdfd\u{12219}\u2e3b'],
  ['👨‍👩‍👧‍👦 👩‍❤️‍👨', null],
  ['You won. Your turn.', 'You won. Your turn.'],
]);

/** Rooms: one word of at most 32 characters. */
const ROOMS = ['山'.repeat(32), 'W'.repeat(32), `E${'\u0301\u0316'.repeat(4)}`, 'שלום', '__proto__'];

/** @param {Person} person */
async function isUnharmed(person) {
  assert.deepEqual(await person.page.evaluate(TRACES), [undefined, null]);
  await assertFits(person);
}

/** @param {Person} person */
async function sizeOfBoard(person) {
  const box = await person.board.boundingBox();
  return `${box?.width}x${box?.height}`;
}

test('a hostile name harms neither opponents nor watchers', async (scene) => {
  const server = await scene.server();
  const page = await scene.emptyPage(server);
  const ann = await scene.person(server, { name: 'Ann', viewport: NARROW });
  const eve = await scene.person(server, { viewport: NARROW });
  const sizes = new Set();
  for (const [name, shown] of [['Bob', 'Bob'], ...NAMES]) {
    const evil = await RawPlayer.from(page);
    await evil.send({ type: 'join', name, opponent: 'human', mark: 'O' });
    await evil.hears('waiting');
    await ann.press('Play');
    await ann.plays(5);
    const { match } = await evil.hears('seated');
    await eve.open(`/watch/${match}`);
    for (const person of [ann, eve]) {
      await person.sees('Row 2, column 2, X, last move');
      await isUnharmed(person);
      await person.reads(shown ?? '');
      sizes.add(await sizeOfBoard(person));
    }
    await evil.send({ type: 'leave' });
    await ann.reads('Called off');
    await isUnharmed(ann);
    await ann.press('Leave');
  }
  assert.equal(sizes.size, 1, `the board has one size: ${[...sizes].join(' ')}`);
});

test('hostile names harm no list of matches', async (scene) => {
  const server = await scene.server();
  const page = await scene.emptyPage(server);
  for (const [name] of NAMES) {
    const [evil, worse] = [await RawPlayer.from(page), await RawPlayer.from(page)];
    await evil.send({ type: 'join', name, opponent: 'human', mark: 'X' });
    await evil.hears('waiting');
    await worse.send({ type: 'join', name, opponent: 'human' });
    await evil.hears('seated');
  }
  const eve = await scene.person(server, { viewport: NARROW });
  await eve
    .link(/and .*, move 1$/)
    .first()
    .waitFor();
  await isUnharmed(eve);
  for (const [, shown] of NAMES) {
    await eve.reads(shown ?? '');
  }
});

test('a hostile room breaks neither its entrance nor the waiting in it nor the game', async (scene) => {
  const server = await scene.server();
  const page = await scene.emptyPage(server);
  const ann = await scene.person(server, { name: 'Ann', viewport: NARROW });
  for (const room of ROOMS) {
    await ann.open(`/r/${encodeURIComponent(room)}`);
    await ann.heading(/^Room /).waitFor();
    await isUnharmed(ann);
    await ann.press('Join the room');
    await ann.heading(/^Waiting in room /).waitFor();
    await ann.field('Link').waitFor();
    await isUnharmed(ann);
    const evil = await RawPlayer.from(page);
    await evil.send({ type: 'join', name: 'Bob', room });
    await ann.status(/turn\.$/);
    await isUnharmed(ann);
    await ann.leavesAndLoses();
    await ann
      .heading(/^Room /)
      .or(ann.button('Play'))
      .first()
      .waitFor();
  }
});

test('an address that means harm is the entrance', async (scene) => {
  const server = await scene.server();
  const ann = await scene.person(server, { viewport: NARROW });
  for (const room of ['<img src onerror=evil=1>', '%', '..%2f..', 'a b', 'x'.repeat(1000)]) {
    await ann.open(`/r/${encodeURIComponent(room)}`);
    await ann.field('Your name').waitFor();
    await isUnharmed(ann);
  }
});
