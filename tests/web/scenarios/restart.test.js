/** The server is killed or shut down while players are connected. */

import assert from 'node:assert/strict';

import { playOut } from '../harness/games.js';
import { test } from '../harness/test.js';
import { eventually } from '../harness/wait.js';

test('a game continues after the server was killed', async (env) => {
  const server = await env.server();
  const [ann, bob] = await env.pair(server);
  const eve = await env.player(server);
  await eve.link(/^Ann – Bob/).click();
  await playOut([ann, bob], [1, 4, 2]);
  await bob.waitForTurn();
  await server.kill();
  for (const player of [ann, bob, eve]) {
    await player.expectText('Connection lost.');
    await player.expectBoard('XX_/O__/___');
  }
  await server.restart();
  await playOut([bob, ann], [5, 3]);
  await ann.expectStatus('You won! With the top row.');
  await bob.expectStatus('Ann won With the top row.');
  await eve.expectStatus('Ann won With the top row.');
});

test('a game continues after the server was killed and the pages were reloaded', async (env) => {
  const server = await env.server();
  const [ann, bob] = await env.pair(server);
  await playOut([ann, bob], [1, 4]);
  await ann.waitForTurn();
  await server.kill();
  await server.restart();
  await ann.page.reload();
  await bob.page.reload();
  await playOut([ann, bob], [2, 5, 3]);
  await bob.expectStatus('Ann won With the top row.');
});

test('a waiting player still waits after the server was killed', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann' });
  await ann.press('Play a person');
  await ann.heading('Waiting for an opponent').waitFor();
  await server.kill();
  await ann.expectText('Connection lost.');
  await server.restart();
  const bob = await env.player(server, { name: 'Bob' });
  await bob.press('Play a person');
  await ann.expectStatus(/turn|thinking/);
  await bob.expectStatus(/turn|thinking/);
});

test('while the server is down, the page shows the attempts, and "Try now" makes the next one', async (env) => {
  const server = await env.server();
  const [ann] = await env.pair(server, { controlledClock: true });
  await ann.play(5);
  await ann.expectCells('Centre, X, last move');
  await server.kill();
  await ann.expectText(/Connection lost\. Trying again in \d+ s \(try [1-9]\d*\)\./);
  await ann.expectText(/\(try (?:[3-9]|\d\d)\)/);
  await ann.expectBoard('___/_X_/___');
  await ann.expectTitle('Reconnecting – Tic-tac-toe');
  await ann.stopClock();
  await ann.expectText('Trying again in');
  const attempt = async () => Number(/\(try (\d+)\)/.exec(await ann.text())?.[1]);
  const before = await attempt();
  await ann.press('Try now');
  await eventually(async () => assert.equal(await attempt(), before + 1));
});

test('a game is gone after a restart without a store', async (env) => {
  const server = await env.server('--ephemeral');
  const [ann, bob] = await env.pair(server);
  await ann.play(5);
  await bob.waitForTurn();
  await server.kill();
  await server.restart();
  for (const player of [ann, bob]) {
    await player.heading('This game is gone').waitFor();
    await player.press('Start page');
    await player.button('Play a person').waitFor();
  }
});

test('a game continues after the server was shut down gracefully', async (env) => {
  const server = await env.server();
  const [ann, bob] = await env.pair(server);
  await playOut([ann, bob], [1, 4, 2]);
  await bob.waitForTurn();
  await server.stop();
  await bob.expectText('Connection lost.');
  await server.restart();
  await bob.play(5);
  await ann.waitForTurn();
});
