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
  await eve.page.getByRole('list', { name: 'Games on now' }).getByRole('link').click();
  await eve.expectPath(/^\/watch\/./);
  await eve.expectStatus("Bob's turn Ann played top middle.");
  await ann.expectText('1 watching');
  await eve.expectBoard('XX_/O__/___');
  await playOut([bob, ann], [5, 3]);
  await eve.expectStatus('Ann won Top row.');
  await eve.expectCells('Top right, X, last move, winning line');

  await ann.press('Rematch');
  await bob.press('Rematch');
  await playOut([bob, ann], X_WINS);
  await eve.expectStatus('Bob won Top row.');
  await eve.press('Stop watching');
  await eve.button('Play a person').waitFor();
  await eve.expectPath(/^\/$/);
  await ann.expectNoText('1 watching');
});

test('the public list shows players and board', async (env) => {
  const server = await env.server();
  const [ann, bob] = await env.pair(server);
  await playOut([ann, bob], [1, 4, 2]);
  await bob.waitForTurn();
  const eve = await env.player(server);
  const game = eve.link('Ann – Bob Watch');
  await game.waitFor();
  const drawn = ['X', 'O'].map((mark) => game.locator(`.${mark}`).getAttribute('d'));
  const counts = (await Promise.all(drawn)).map((path) => path?.match(/M/g)?.length);
  assert.deepEqual(counts, [2, 1]);
});

test('a player invites a spectator by a link', async (env) => {
  const server = await env.server();
  const [ann] = await env.pair(server);
  await ann.press('More', 'Invite spectators');
  const link = await ann.invitation();
  await ann.press('Close');
  const eve = await env.player(server, { path: link.pathname });
  await eve.expectStatus(/^Ann's turn/);
  await ann.play(5);
  await eve.expectCells('Centre, X, last move');
  await eve.forceClick(1);
  await eve.expectBoard('___/_X_/___');
  await eve.press('More');
  assert.equal(await eve.button('Resign').count(), 0);
});

test('a match in a room is not listed', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann' });
  await ann.enterRoom('kitten');
  await ann.playPerson();
  const bob = await env.player(server, { path: '/r/kitten', name: 'Bob' });
  await bob.press('Play Ann');
  await ann.expectStatus(/turn|thinking/);
  const eve = await env.player(server);
  await eve.button('Play a person').waitFor();
  const { matches } = await (await fetch(`${server.origin}/api/matches`)).json();
  assert.deepEqual(matches, []);
  assert.equal(await eve.page.getByRole('list', { name: 'Games on now' }).count(), 0);
});

test('a match that does not exist is reported as gone', async (env) => {
  const eve = await env.player(await env.server(), { path: '/watch/k3v9d7qpx2ma' });
  await eve.heading('That game is over').waitFor();
  await eve.press('Start page');
  await eve.button('Play a person').waitFor();
  await eve.expectPath(/^\/$/);
});
