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
    await player.expectText('Reconnecting...');
    await player.expectBoard('XX_/O__/___');
  }
  await server.restart();
  await playOut([bob, ann], [5, 3]);
  await ann.expectStatus('You won! Top row.');
  await bob.expectStatus('Ann won Top row.');
  await eve.expectStatus('Ann won Top row.');
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
  await bob.expectStatus('Ann won Top row.');
});

test('a waiting player still waits after the server was killed', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann' });
  await ann.playPerson();
  await ann.heading('Waiting for an opponent').waitFor();
  await server.kill();
  await ann.expectText('Reconnecting...');
  await server.restart();
  const bob = await env.player(server, { name: 'Bob' });
  await bob.playPerson();
  await ann.expectStatus(/turn|thinking/);
  await bob.expectStatus(/turn|thinking/);
});

test('while the server is down, the headline says so, and "Try now" makes the next attempt', async (env) => {
  const server = await env.server();
  const [ann] = await env.pair(server, { controlledClock: true });
  await ann.play(5);
  await ann.expectCells('Centre, X, last move');
  await server.kill();
  await ann.expectStatus('Reconnecting... The connection is lost. Wait until it is back.');
  await ann.expectBoard('___/_X_/___');
  await ann.expectTitle('Reconnecting – Tic-tac-toe');
  await ann.stopClock();
  await ann.expectText('Trying again in');
  const connections = ann.countConnections();
  await ann.press('Try now');
  await eventually(() => assert.equal(connections.count, 1));
});

test('a first tap while the server is away keeps the board, and is played when it is back', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann' });
  await server.kill();
  await ann.square(5).click();
  await ann.heading("Can't reach the server").waitFor();
  await ann.expectCells('Centre, X, sending');
  await server.restart();
  await ann.waitForTurn();
  await ann.expectCells('Centre, X');
});

test('a game is gone after a restart without a store', async (env) => {
  const server = await env.server('--ephemeral');
  const [ann, bob] = await env.pair(server);
  await ann.play(5);
  await bob.waitForTurn();
  await server.kill();
  await server.restart();
  for (const player of [ann, bob]) {
    await player.heading('That game is over').waitFor();
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
  await bob.expectText('Reconnecting...');
  await server.restart();
  await bob.play(5);
  await ann.waitForTurn();
});
