/** Over the network, like a phone: browsers give such an origin fewer rights than localhost. */

import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';

import { X_WINS, playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

/** @typedef {import('../harness/server.js').Server} Server */

/** The server's origin on the network. @param {Server} server */
function network(server) {
  const addresses = Object.values(networkInterfaces()).flat();
  const card = addresses.find((address) => address?.family === 'IPv4' && !address.internal);
  assert(card, 'this machine has no network: tests/web/main.rs runs this test on one that has');
  return `http://${card.address}:${server.port}`;
}

test('two people play over the network to the end', async (env) => {
  const server = await env.publicServer();
  const origin = network(server);
  const [ann, bob] = await env.pair(server, { origin });
  assert.equal(await ann.page.evaluate(() => window.isSecureContext), false);
  await playOut([ann, bob], X_WINS);
  await ann.expectStatus('You won! Top row.');
  await ann.press('Rematch');
  await bob.press('Rematch');
  await bob.waitForTurn();
});

test('the link is copied without the clipboard API', async (env) => {
  const server = await env.publicServer();
  const origin = network(server);
  const ann = await env.player(server, { origin, name: 'Ann' });
  await ann.enterRoom('kitten');
  await ann.playPerson();
  const { href: link } = await ann.invitation();
  assert.equal(link, `${origin}/r/kitten`);
  await ann.press('Copy');
  await ann.expectText('Copied.');
  await ann.press('Cancel');
  await ann.openOptions();
  await ann.field('Room').fill('');
  await ann.field('Room').press('Control+V');
  assert.equal(await ann.field('Room').inputValue(), link);
});

test('an invitation has the network address, also for a host on localhost', async (env) => {
  const server = await env.publicServer();
  const origin = network(server);
  const ann = await env.player(server, { origin: `http://localhost:${server.port}`, name: 'Ann' });
  await ann.enterRoom('kitten');
  await ann.playPerson();
  const link = await ann.invitation();
  assert.equal(link.href, `${origin}/r/kitten`);
  const bob = await env.player(server, { origin: link.origin, path: link.pathname, name: 'Bob' });
  await bob.press('Play Ann');
  await ann.expectStatus(/turn|thinking/);
});
