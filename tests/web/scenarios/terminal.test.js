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

test('a browser plays a script', async (env) => {
  const server = await env.server();
  const ann = await waiting(env, server);
  const bob = env.terminal(server, '--name', 'Bob');
  await ann.play(1);
  await bob.waitForOutput(/move who=them mark=X cell=1 ply=1\n/);
  bob.type('4');
  await ann.expectStatus('Your turn Bob played middle left.');
  await ann.play(2);
  bob.type('5');
  await ann.play(3);
  await bob.waitForOutput(/over result=lost winner=X reason=line lines=1-2-3 score=0-1-0\n/);
  await ann.expectStatus('You won! Bob has left.');
});
