/** Through a proxy, which tests/web.rs starts, and reloads with another certificate when it is asked to. */

import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';

import { playOut } from '../harness/games.js';
import { test } from '../harness/test.js';
import { eventually } from '../harness/wait.js';

const [origin, folder] = [process.env['TICTACTOE_TEST_ORIGIN'], process.env['TICTACTOE_TEST_CERTIFICATES']];
assert(origin && folder, 'tests/web.rs runs this test with a proxy');

test('two people play through a proxy to the end, although it reloads', async (env) => {
  const server = /** @type {import('../harness/server.js').Server} */ ({ origin });
  const [ann, bob] = await env.pair(server);
  await playOut([ann, bob], [1, 4]);
  writeFileSync(`${folder}/reload`, '');
  await eventually(async () => assert(existsSync(`${folder}/reloaded`)));
  await ann.waitForTurn();
  await playOut([ann, bob], [2, 5, 3]);
  await ann.expectStatus('You won! Top row.');
  await bob.expectStatus('Ann won Top row.');
  env.forgive(/WebSocket connection|ERR_/);
});
