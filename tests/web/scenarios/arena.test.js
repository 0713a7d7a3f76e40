/** Arenas: who is free plays, again and again, and the table counts. */

import assert from 'node:assert/strict';

import { DRAW, X_WINS, playOut } from '../harness/games.js';
import { assertAccessible, assertFits, NARROW } from '../harness/page-checks.js';
import { test } from '../harness/test.js';
import { eventually } from '../harness/wait.js';

/** @typedef {import('../harness/player.js').Player} Player */
/** @typedef {import('../harness/env.js').TestEnv} TestEnv */

/** The page asks for an arena that nobody has opened yet. */
const NO_ARENA = /status of 404/;

/**
 * A player of the arena "kitten".
 * @param {TestEnv} env
 * @param {import('../harness/server.js').Server} server
 * @param {string} name
 */
async function join(env, server, name) {
  const player = await env.player(server, { path: '/arena/kitten', name });
  await player.press(`Join as ${name}`);
  return player;
}

/**
 * The player who moves first comes first.
 * @param {[Player, Player]} players
 * @returns {Promise<[Player, Player]>}
 */
async function inOrder([ann, bob]) {
  await Promise.all([ann, bob].map((player) => player.board.waitFor()));
  return eventually(async () => {
    const [turn] = await ann.page.getByRole('heading', { level: 2 }).allInnerTexts();
    assert.match(turn ?? '', /Your turn|is thinking/);
    return turn === 'Your turn' ? [ann, bob] : [bob, ann];
  });
}

/** Waits until a row of the table is this one. @param {Player} player @param {string} row */
async function expectRow(player, row) {
  await player.page.getByRole('row', { name: row, exact: true }).waitFor();
}

test('two players play in an arena, and the table shows their points', async (env) => {
  const server = await env.server();
  const ann = await join(env, server, 'Ann');
  await expectRow(ann, '1 You 0 0 0');
  await ann.expectStatus('Waiting for others. Send them the link.');
  assert.equal((await ann.invitation()).pathname, '/arena/kitten');

  const bob = await join(env, server, 'Bob');
  const [first, second] = await inOrder([ann, bob]);
  await playOut([first, second], X_WINS);
  await first.expectStatus('You won! Top row. Next opponent in a moment...');
  await first.press('Next game');
  await expectRow(first, '1 You 2 1 1');

  // The marks change.
  await second.press('Next game');
  assert.deepEqual(await inOrder([ann, bob]), [second, first]);
  await playOut([second, first], DRAW);
  await first.press('More', 'Leave');
  await expectRow(first, '1 You 3 1 2');
  await first.page.getByRole('button', { name: /^Join as/ }).waitFor();
  await second.expectStatus('Looking for an opponent...');
  await expectRow(second, '2 You 1 0 2');
  env.forgive(NO_ARENA);
});

test('a reload keeps the row of the table, and a name belongs to the first who takes it', async (env) => {
  const server = await env.server();
  const ann = await join(env, server, 'Ann');
  await expectRow(ann, '1 You 0 0 0');
  await ann.page.reload();
  await ann.expectStatus('Waiting for others. Send them the link.');
  await expectRow(ann, '1 You 0 0 0');

  const other = await join(env, server, 'Ann');
  await other.expectText('That name is taken here. Choose another one.');
  await other.enterName('Bob');
  await other.press('Join as Bob');
  await inOrder([ann, other]);
  env.forgive(NO_ARENA);
});

test('a keyboard leads from the start screen into an arena', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann', viewport: NARROW });
  await ann.button('Arena').focus();
  await ann.page.keyboard.press('Enter');
  await assertAccessible(ann, 'light');
  await ann.page.keyboard.type('Kitten');
  await ann.page.keyboard.press('Enter');
  await ann.expectStatus('Arena kitten Nobody is here yet. Join to open this arena.');
  await assertAccessible(ann, 'light');
  await assertFits(ann);
  for (const name of ['Tic-tac-toe', 'Your name', 'Sounds', 'Join as Ann']) {
    await ann.page.keyboard.press('Tab');
    await eventually(async () => {
      const focused = ann.page.locator(':focus');
      const label = await focused.evaluate(
        (element) => element.ariaLabel ?? (element.closest('label') ?? element).textContent,
      );
      assert.equal(label?.trim(), name);
    });
  }
  await ann.page.keyboard.press('Enter');
  await expectRow(ann, '1 You 0 0 0');
  env.forgive(NO_ARENA);
});

test('the player who opened an arena renames and removes others and ends it, also on another device', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { path: '/arena/kitten', name: 'Ann', viewport: NARROW });
  await ann.press('Join as Ann');
  await expectRow(ann, '1 You 0 0 0');
  await ann.press('Leave');
  const bob = await join(env, server, 'Bob');
  await expectRow(ann, '2 Bob 0 0 0');
  assert.equal(await bob.button('End the arena').count(), 0);

  await ann.button('Bob').focus();
  await ann.page.keyboard.press('Enter');
  // A new row does not take the focus away.
  await bob.press('Leave');
  const cat = await join(env, server, 'Cat');
  await expectRow(cat, '3 You 0 0 0');
  await cat.press('Leave');
  await ann.page.waitForResponse(/api\/arenas/);
  await ann.page.keyboard.press('Escape');
  await expectRow(ann, '3 Cat 0 0 0');
  await ann.page.locator('button:focus', { hasText: 'Bob' }).waitFor();
  await bob.press('Join as Bob');
  await ann.page.keyboard.press('Enter');
  await ann.field('Name in the table').fill('Robert');
  for (const scheme of /** @type {const} */ (['light', 'dark'])) await assertAccessible(ann, scheme);
  await ann.page.keyboard.press('Enter');
  await expectRow(ann, '2 Robert 0 0 0');
  await expectRow(bob, '2 You 0 0 0');
  for (const scheme of /** @type {const} */ (['light', 'dark'])) await assertAccessible(ann, scheme);
  await assertFits(ann);

  await ann.press('Manage on another device');
  const url = await ann.page.getByRole('dialog', { name: 'Only for you' }).locator('.url').innerText();
  const phone = await env.player(server, { path: `/arena/kitten#${url.split('#')[1]}`, name: 'Phone' });
  await phone.press('Robert', 'Remove');
  await phone.dialog('Remove?').getByRole('button', { name: 'Remove' }).click();
  await bob.expectStatus('You were removed from this arena by the person who opened it.');
  assert.equal(await phone.page.evaluate(() => location.hash), '');
  await phone.press('End the arena');
  await phone.page.getByRole('dialog').getByRole('button', { name: 'End the arena' }).click();
  await phone.expectStatus('The arena is over');
  await expectRow(phone, '1 Ann 0 0 0');
  assert.equal(await phone.button('End the arena').count(), 0);
  env.forgive(NO_ARENA);
});

test('the wall shows the table and the games as they are played', async (env) => {
  const server = await env.server();
  const [ann, other] = [await join(env, server, 'Ann'), await join(env, server, 'W'.repeat(24))];
  const [first, second] = await inOrder([ann, other]);
  const viewport = { width: 1920, height: 1080 };
  const wall = await env.player(server, { path: '/arena/kitten?wall', viewport });
  await expectRow(wall, '1 Ann 0 0 0');
  await wall.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  await playOut([first, second], X_WINS);
  // The next game would take the place of this one.
  await second.press('More', 'Leave');
  await wall.expectText(/(Ann|W+) won/);
  for (const scheme of /** @type {const} */ (['light', 'dark'])) await assertAccessible(wall, scheme);
  await assertFits(wall);
  assert.equal(await wall.page.evaluate(() => document.documentElement.scrollHeight), viewport.height);
  await wall.page.setViewportSize(NARROW);
  await assertFits(wall);
  env.forgive(NO_ARENA);
});
