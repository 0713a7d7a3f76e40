/** Hostile text from other players is shown as text, and breaks nothing. */

import assert from 'node:assert/strict';

import { NARROW, assertFits } from '../harness/page-checks.js';
import { RawPlayer } from '../harness/raw-player.js';
import { test } from '../harness/test.js';

/** @typedef {import('../harness/player.js').Player} Player */

/** What a name would leave behind if it were executed. */
const TRACES = () => [Reflect.get(globalThis, 'evil'), document.querySelector('#evil')];

/** Names of at most 24 characters, and their text on the page, unless cleaning changes it. */
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

/** @param {Player} player */
async function assertUnharmed(player) {
  assert.deepEqual(await player.page.evaluate(TRACES), [undefined, null]);
  await assertFits(player);
}

/** @param {Player} player */
async function boardSize(player) {
  const box = await player.board.boundingBox();
  return `${box?.width}x${box?.height}`;
}

test('a hostile name harms neither opponents nor spectators', async (env) => {
  const server = await env.server();
  const page = await env.emptyPage(server);
  const ann = await env.player(server, { name: 'Ann', viewport: NARROW });
  const eve = await env.player(server, { viewport: NARROW });
  const sizes = new Set();
  for (const [index, [name, shown]] of [['Bob', 'Bob'], ...NAMES].entries()) {
    const room = `room-${index}`;
    const evil = await RawPlayer.connect(page);
    await evil.send({ type: 'join', name, room, mark: 'O' });
    await evil.waitFor('waiting');
    await ann.open(`/r/${room}`);
    // By keyboard: the page ignores a second click in the same place, and a long name moves the button there.
    await ann.page.locator('#join-room').press('Enter');
    await ann.play(5);
    const { match } = await evil.waitFor('seated');
    await eve.open(`/watch/${match}`);
    for (const player of [ann, eve]) {
      await player.expectCells('Centre, X, last move');
      await assertUnharmed(player);
      await player.expectText(shown ?? '');
      sizes.add(await boardSize(player));
    }
    await evil.send({ type: 'leave' });
    await ann.heading('Waiting for an opponent').waitFor();
    await ann.expectText('left before moving, so the game was cancelled.');
    await assertUnharmed(ann);
    await ann.press('Cancel');
  }
  assert.equal(sizes.size, 1, `the board has one size: ${[...sizes].join(' ')}`);
});

test('hostile names do not harm the list of matches', async (env) => {
  const server = await env.server();
  const page = await env.emptyPage(server);
  for (const [name] of NAMES) {
    const [evil, worse] = [await RawPlayer.connect(page), await RawPlayer.connect(page)];
    await evil.send({ type: 'join', name, opponent: 'human', mark: 'X' });
    await evil.waitFor('waiting');
    await worse.send({ type: 'join', name, opponent: 'human' });
    await evil.waitFor('seated');
  }
  const eve = await env.player(server, { viewport: NARROW });
  await assertUnharmed(eve);
  for (const [, shown] of NAMES) {
    await eve.expectText(shown ?? '');
  }
});

test('a hostile room name breaks neither its start screen nor waiting nor the game', async (env) => {
  const server = await env.server();
  const page = await env.emptyPage(server);
  const ann = await env.player(server, { name: 'Ann', viewport: NARROW });
  for (const room of ROOMS) {
    await ann.open(`/r/${encodeURIComponent(room)}`);
    await ann.heading(/^Room /).waitFor();
    await assertUnharmed(ann);
    await ann.press('Wait here');
    await ann.heading('Waiting for an opponent').waitFor();
    await ann.shownLink();
    await assertUnharmed(ann);
    const evil = await RawPlayer.connect(page);
    await evil.send({ type: 'join', name: 'Bob', room });
    await ann.expectStatus(/turn|thinking/);
    await assertUnharmed(ann);
    await ann.giveUp('Leave');
    await ann
      .heading(/^Room /)
      .or(ann.button('Play a person'))
      .first()
      .waitFor();
  }
});
