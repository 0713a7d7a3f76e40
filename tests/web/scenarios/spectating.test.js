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
  await eve.page.getByRole('list', { name: 'Games in progress' }).getByRole('link').click();
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

test('a player invites a spectator by a link', async (env) => {
  const server = await env.server();
  const [ann] = await env.pair(server);
  await ann.press('More', 'Invite people to watch');
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
