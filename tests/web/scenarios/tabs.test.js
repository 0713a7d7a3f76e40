/** Two tabs with the same seat. */

import assert from 'node:assert/strict';

import { playOut } from '../harness/games.js';
import { Player } from '../harness/player.js';
import { test } from '../harness/test.js';

/** @param {Player} player */
async function wake(player) {
  for (const event of /** @type {const} */ (['visibilitychange', 'pageshow', 'online'])) {
    await player.wake(event);
  }
}

test('the newer of two tabs plays, and the older one says so and stays silent', async (env) => {
  const [ann, bob] = await env.pair(await env.server());
  await playOut([ann, bob], [1, 4]);
  await ann.waitForTurn();
  const newer = await ann.duplicate();
  await newer.waitForTurn();
  await ann.heading('Your game is open elsewhere').waitFor();
  const connections = ann.countConnections();
  await wake(ann);
  await wake(ann);
  await newer.play(2);
  await bob.play(5);
  await wake(ann);
  await newer.play(3);
  await newer.expectStatus('You won! Top row.');
  await bob.expectStatus('Ann won Top row.');
  await ann.heading('Your game is open elsewhere').waitFor();
  assert.equal(connections.count, 0);
});

test('a new tab offers the running game after the old one was closed', async (env) => {
  const [ann, bob] = await env.pair(await env.server());
  await playOut([ann, bob], [1, 4]);
  const other = new Player(await ann.page.context().newPage(), ann.origin);
  await ann.page.close();
  await other.open();
  await other.expectText('You have an unfinished game.');
  await other.press('Return to your game');
  await playOut([other, bob], [2, 5, 3]);
  await other.expectStatus('You won!');
  const last = new Player(await ann.page.context().newPage(), ann.origin);
  await last.open();
  await last.button('Play a person').waitFor();
  assert.equal(await last.page.evaluate(() => localStorage.getItem('tictactoe.2.seat')), '{}');
});

test('a superseded tab that goes to the start page leaves the seat to the newer one', async (env) => {
  const [ann] = await env.pair(await env.server());
  const newer = await ann.duplicate();
  await ann.press('Start page');
  await newer.waitForTurn();
  await ann.page.reload();
  await ann.expectText('You have an unfinished game.');
});
