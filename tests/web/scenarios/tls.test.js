/** Over https, with a private authority that the browser trusts: tests/web/main.rs makes it and its certificate. */

import assert from 'node:assert/strict';

import { playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

const folder = process.env['TICTACTOE_TEST_CERTIFICATES'];
assert(folder, 'tests/web/main.rs runs this test with certificates');

const publicUrl = '--public-url=https://localhost';

test('two people play over https to the end, although the server is killed and started again', async (env) => {
  const server = await env.server(`--tls-cert=${folder}/cert.pem`, `--tls-key=${folder}/key.pem`, publicUrl);
  const origin = `https://localhost:${server.port}`;
  const [ann, bob] = await env.pair(server, { origin });
  assert.equal(await ann.page.evaluate(() => window.isSecureContext), true);
  await playOut([ann, bob], [1, 4, 2]);
  await bob.waitForTurn();
  await server.kill();
  await ann.expectText('Reconnecting...');
  await server.restart();
  await playOut([bob, ann], [5, 3]);
  await ann.expectStatus('You won! Top row.');
  await bob.expectStatus('Ann won Top row.');
});
