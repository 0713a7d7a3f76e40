/** A browser against the terminal client. */

import { X_WINS, playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

/**
 * Ann waits at the page, and will be X.
 *
 * @param {import('../harness/env.js').TestEnv} env
 * @param {import('../harness/server.js').Server} server
 */
async function waiting(env, server) {
  const ann = await env.player(server, { name: 'Ann' });
  await ann.choose('You play', 'X (goes first)');
  await ann.playPerson();
  await ann.heading('Waiting for an opponent').waitFor();
  return ann;
}

test('a browser plays the full screen to the end, and again', async (env) => {
  const server = await env.server();
  const ann = await waiting(env, server);
  const bob = env.fullScreen(server, '--name', 'Bob');
  await playOut([ann, bob], X_WINS);
  await bob.waitForScreen(/Ann won/);
  await ann.expectStatus('You won! Top row.');

  bob.press('r');
  await ann.expectStatus('Bob wants a rematch.');
  await ann.press('Rematch');
  await playOut([bob, ann], X_WINS);
  await bob.waitForScreen(/You won!/);
  await ann.expectStatus('Bob won Top row.');
  await ann.expectText('1–1');
});
