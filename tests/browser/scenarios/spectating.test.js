/** Spectators. */

import assert from 'node:assert/strict';

import { X_WINS, playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

test('a spectator finds a match in the public list, and watches two games', async (env) => {
  const server = await env.server();
  const [ann, bob] = await env.pair(server);
  await playOut([ann, bob], [1, 4, 2]);
  await bob.waitForTurn();
  const eve = await env.player(server);
  await eve.page.getByRole('region', { name: 'Matches to watch' }).getByRole('link').click();
  await eve.expectPath(/^\/watch\/./);
  await eve.expectStatus('Ann: X at row 1, column 2. O to move: Bob.');
  await ann.expectText('1 watching');
  await eve.expectBoard('XX_/O__/___');
  await playOut([bob, ann], [5, 3]);
  await eve.expectStatus('Ann won: 1-2-3.');
  await eve.expectCells('Row 1, column 3, X, last move, winning line');

  await ann.press('Rematch');
  await bob.press('Rematch');
  await playOut([bob, ann], X_WINS);
  await eve.expectStatus('Bob won: 1-2-3.');
  await eve.press('Stop watching');
  await eve.button('Play').waitFor();
  await eve.expectPath(/^\/$/);
  await ann.expectNoText('1 watching');
});

test('the public list shows players, board and move', async (env) => {
  const server = await env.server();
  const [ann, bob] = await env.pair(server);
  await playOut([ann, bob], [1, 4, 2]);
  await bob.waitForTurn();
  const eve = await env.player(server);
  await eve.link('Ann and Bob, 3x3, 3 in a row, move 4').waitFor();
});

test('a player invites a spectator by a link', async (env) => {
  const server = await env.server();
  const [ann] = await env.pair(server);
  await ann.press('Invite watchers');
  const link = await ann.invitation();
  await ann.press('Close');
  const eve = await env.player(server, { path: link.pathname });
  await eve.expectStatus(/X to move: Ann\.$/);
  await ann.play(5);
  await eve.expectCells('Row 2, column 2, X, last move');
  await eve.forceClick(1);
  await eve.expectBoard('___/_X_/___');
  assert.equal(await eve.button('Resign').count(), 0);
});

test('a match in a room is not listed', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann' });
  await ann.field('Room').fill('kitten');
  await ann.press('Invite a friend');
  const bob = await env.player(server, { path: '/r/kitten', name: 'Bob' });
  await bob.press('Join the room');
  await ann.expectStatus(/turn\.$/);
  const eve = await env.player(server);
  await eve.button('Play').waitFor();
  const { matches } = await (await fetch(`${server.origin}/api/matches`)).json();
  assert.deepEqual(matches, []);
  assert.equal(await eve.page.getByRole('region', { name: 'Matches to watch' }).count(), 0);
});

test('a match that does not exist is reported as gone', async (env) => {
  const eve = await env.player(await env.server(), { path: '/watch/k3v9d7qpx2ma' });
  await eve.heading('This game is gone').waitFor();
  await eve.press('Start page');
  await eve.button('Play').waitFor();
  await eve.expectPath(/^\/$/);
});
