/** A browser against the terminal client. */

import { test } from '../harness/test.js';

test('a browser plays the terminal to the end', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann' });
  await ann.choose('You play', 'X (goes first)');
  await ann.playPerson();
  await ann.heading('Waiting for an opponent').waitFor();
  const bob = env.terminal(server, ['4', '5']);
  for (const square of [1, 2, 3]) await ann.play(square);
  await bob.waitForOutput(/Ann won/);
  await ann.expectStatus(/^You won!/);
});
