/** Players return to their seats: after a reload, an interruption of the network, or another page. */

import { playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

/**
 * Ann and Bob after a move each, so that the game is not cancelled while one of them is away. Ann is behind a proxy, and
 * the clock of her page can be stopped.
 *
 * @param {import('../harness/env.js').TestEnv} env
 */
async function pairWithProxy(env) {
  const server = await env.server();
  const proxy = await env.proxy(server);
  const [ann, bob] = await env.pair(server, { origin: proxy.origin, controlledClock: true }, {});
  await playOut([ann, bob], [1, 4]);
  await ann.waitForTurn();
  return { proxy, ann, bob };
}

/** Ann and Bob after a move each. @param {import('../harness/env.js').TestEnv} env */
async function pairAfterMoves(env) {
  const server = await env.server();
  const [ann, bob] = await env.pair(server);
  await playOut([ann, bob], [1, 4]);
  await ann.waitForTurn();
  return { server, ann, bob };
}

test('a move that is played offline is sent when the browser is online again', async (env) => {
  const { ann, bob } = await pairWithProxy(env);
  await ann.stopClock();
  await env.offline(ann, true);
  await ann.square(2).click();
  await ann.expectCells('Top middle, X, sending');
  await env.offline(ann, false);
  await ann.page.clock.resume();
  await bob.expectStatus('Your turn Ann played top middle.');
  await ann.expectCells('Top middle, X, last move');
});

test('a player whose connection is cut reconnects with "Try now" and plays on', async (env) => {
  const { proxy, ann, bob } = await pairWithProxy(env);
  proxy.cut();
  await ann.expectText('Reconnecting...');
  await ann.expectTitle('Reconnecting... – Tic-tac-toe');
  await ann.forceClick(5);
  await ann.stopClock();
  await ann.expectText('Next try in');
  proxy.restore();
  await ann.press('Try now');
  await ann.waitForTurn();
  await ann.page.clock.resume();
  await ann.expectNoText('Reconnecting...');
  await ann.expectBoard('X__/O__/___');
  await playOut([ann, bob], [2, 5, 3]);
  await ann.expectStatus('You won! Top row.');
});

test('a page that wakes up reconnects at once', async (env) => {
  const { proxy, ann } = await pairWithProxy(env);
  for (const wake of /** @type {const} */ (['visibilitychange', 'pageshow', 'online'])) {
    proxy.cut();
    await ann.expectTitle('Reconnecting... – Tic-tac-toe');
    await ann.stopClock();
    await ann.expectText('Next try in');
    proxy.restore();
    await ann.wake(wake);
    await ann.expectTitle('Your turn – Tic-tac-toe');
    await ann.page.clock.resume();
  }
});

test("the browser's back button leads back to the game", async (env) => {
  const { server, ann, bob } = await pairAfterMoves(env);
  await ann.page.goto(`${server.origin}/bots`);
  await ann.page.goBack();
  await ann.waitForTurn();
  await playOut([ann, bob], [2, 5, 3]);
  await ann.expectStatus('You won! Top row.');
});

test('a player in a room who opens the start page can go back, or return by its button', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann' });
  await ann.choose('You play', 'X (goes first)');
  await ann.enterRoom('kitten');
  await ann.playPerson();
  await ann.heading('Waiting for an opponent').waitFor();
  const bob = await env.player(server, { path: '/r/kitten', name: 'Bob' });
  await bob.press('Play Ann');
  await playOut([ann, bob], [1, 4]);
  await ann.waitForTurn();
  await ann.open('/');
  await ann.button('Return to your game').waitFor();
  await ann.page.goBack();
  await ann.waitForTurn();
  await ann.open('/');
  await ann.press('Return to your game');
  await ann.waitForTurn();
});
