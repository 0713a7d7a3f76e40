/** The server is killed while players are connected. What holds after a loss of the connection: `unit`, `engines.test.js`. */

import { playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

test('a game continues after the server was killed', async (env) => {
  const server = await env.server();
  const [ann, bob] = await env.pair(server);
  const eve = await env.player(server);
  await eve.link(/^Ann – Bob/).click();
  await playOut([ann, bob], [1, 4, 2]);
  // Each of them has the last move before the server dies: a killed server sends nothing more.
  for (const player of [ann, bob, eve]) {
    await player.expectBoard('XX_/O__/___');
  }
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
