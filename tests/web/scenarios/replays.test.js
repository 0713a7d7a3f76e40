/** Finished games: stepping through a review, this device's history, and links to games. */

import assert from 'node:assert/strict';

import { X_WINS, playOut } from '../harness/games.js';
import { NARROW, assertAccessible, assertFits } from '../harness/page-checks.js';
import { test } from '../harness/test.js';

/** @typedef {import('../harness/player.js').Player} Player */

const MISTAKE = 'Bob played middle left: now you can force a win. Better: centre, still a draw.';

/** Ann, who has won against Bob. @param {import('../harness/env.js').TestEnv} env */
async function wonGame(env, options = {}) {
  const server = await env.server();
  const [ann, bob] = await env.pair(server, options);
  await playOut([ann, bob], X_WINS);
  await ann.expectStatus('You won!');
  return { server, ann, bob };
}

/** @param {Player} player */
async function focused({ page }) {
  return page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
}

test('a review is stepped through with the keyboard alone', async (env) => {
  const { ann, bob } = await wonGame(env);
  await ann.button('Review').focus();
  const keys = ann.page.keyboard;
  await keys.press('Enter');
  await ann.expectStatus(MISTAKE);
  await ann.expectBoard('X__/O__/___');
  await ann.expectCells('Middle left, O, last move, mistake', 'Centre, empty, better');
  assert.equal(await focused(ann), 'Move 2, O, middle left, mistake');
  for (const [key, board] of /** @type {const} */ ([
    ['ArrowRight', 'XX_/O__/___'],
    ['End', 'XXX/OO_/___'],
    ['ArrowRight', 'XXX/OO_/___'],
    ['Home', 'X__/___/___'],
    ['ArrowLeft', 'X__/___/___'],
  ])) {
    await keys.press(key);
    await ann.expectBoard(board);
  }
  assert.equal(await focused(ann), 'Move 1, X, top left');
  await bob.press('Rematch');
  await ann.expectText('Bob wants a rematch.');
  await keys.press('Escape');
  await ann.button('New opponent').waitFor();
  await ann.press('Review', 'Rematch');
  await ann.expectStatus(/turn|thinking/);
  await ann.expectBoard('___/___/___');
});

test('the win that a mistake allowed is stepped through with the keyboard alone', async (env) => {
  const { ann } = await wonGame(env);
  await ann.press('Review');
  await ann.expectStatus(MISTAKE);
  await ann.button('Show the win').focus();
  const keys = ann.page.keyboard;
  await keys.press('Enter');
  await ann.expectBoard('X__/OX_/___');
  await ann.expectCells('Centre, X, last move, not played');
  assert.equal(await focused(ann), 'Move 1, X, centre');
  await keys.press('ArrowRight');
  await ann.expectBoard('X__/OX_/__O');
  await keys.press('Escape');
  await ann.expectStatus(MISTAKE);
  await ann.expectBoard('X__/O__/___');
});

test('a player plays on from a mistake against the computer', async (env) => {
  const { ann } = await wonGame(env);
  await ann.press('Review');
  await ann.expectStatus(MISTAKE);
  await ann.press('Play from here');
  await ann.waitForTurn();
  await ann.expectBoard('X__/O__/___');
  await ann.play(2);
  await ann.waitForTurn();
  await ann.expectBoard('XXO/O__/___');
});

test('a swipe steps', async (env) => {
  const { ann } = await wonGame(env, { hasTouch: true });
  await ann.press('Review');
  await ann.expectStatus(MISTAKE);
  const swipe = async (/** @type {number} */ distance) => {
    const box = await ann.board.boundingBox();
    assert(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await ann.page.mouse.move(x, y);
    await ann.page.mouse.down();
    await ann.page.mouse.move(x + distance, y);
    await ann.page.mouse.up();
  };
  await swipe(-80);
  await ann.expectBoard('XX_/O__/___');
  await swipe(80);
  await swipe(80);
  await ann.expectBoard('X__/___/___');
  await swipe(5);
  await ann.expectBoard('X__/___/___');
});

test('a finished game is in the history', async (env) => {
  const { ann, bob } = await wonGame(env);
  await ann.page.reload();
  await ann.expectStatus('You won!');
  await ann.open('/games');
  assert.equal(await ann.page.getByRole('listitem').count(), 1, 'each game once');
  await ann.link(/^Ann – Bob You won!/).click();
  await ann.expectStatus(MISTAKE);
  await ann.page.keyboard.press('End');
  await ann.expectStatus('You won with the top row!');
  await ann.press('Back');
  await ann.link(/^Ann – Bob You won!/).waitFor();
  await bob.open('/games');
  await bob.link(/^Ann – Bob Ann won/).waitFor();
});

test('anyone can open the link of a game', async (env) => {
  const { server, ann } = await wonGame(env);
  await ann.press('Review', 'Share');
  const link = await ann.shownLink();
  const eve = await env.player(server, { path: link.pathname + link.hash });
  await eve.expectStatus(MISTAKE.replace('you can', 'Ann can'));
  await eve.expectCells('Middle left, O, last move, mistake', 'Centre, empty, better');
  await eve.page.evaluate(() => (location.hash += '0'));
  await eve.expectText('This link is incomplete');
  env.forgive(/404/);
});

test('a hostile link holds no game', async (env) => {
  const server = await env.server();
  const eve = await env.player(server, { path: null, viewport: NARROW });
  for (const link of [
    '%3Cimg%20src%20onerror=evil=1%3E',
    '..%2F../1',
    'x/'.repeat(999),
    `${'W'.repeat(99)}/1`,
  ]) {
    await eve.open('/bots');
    await eve.open(`/games#${link}`);
    await eve.expectText('This link is incomplete');
    await assertFits(eve);
  }
  env.forgive(/404/);
  assert.equal(await eve.page.evaluate(() => Reflect.get(globalThis, 'evil')), undefined);
});

test('the dialog with the link is accessible', async (env) => {
  const { ann } = await wonGame(env);
  await ann.press('Review', 'Share');
  for (const scheme of /** @type {const} */ (['light', 'dark'])) await assertAccessible(ann, scheme);
});
