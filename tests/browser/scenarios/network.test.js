/** Over the network, as a phone comes: from an address to which browsers give fewer rights than to this machine. */

import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';

import { X_WINS, playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

/** @typedef {import('../harness/server.js').Server} Server */

/**
 * The origin of the server on the network.
 *
 * @param {Server} server
 */
function network(server) {
  const addresses = Object.values(networkInterfaces()).flat();
  const card = addresses.find((address) => address?.family === 'IPv4' && !address.internal);
  assert(card, 'this machine has no network: tests/browser.rs runs this test on one that has');
  return `http://${card.address}:${server.port}`;
}

test('two people play over the network to the end', async (scene) => {
  const server = await scene.publicServer();
  const origin = network(server);
  const [ann, bob] = await scene.pair(server, { origin });
  assert.equal(await ann.page.evaluate(() => window.isSecureContext), false);
  await playOut([ann, bob], X_WINS);
  await ann.status('You won: 1-2-3.');
  await ann.press('Rematch');
  await bob.press('Rematch');
  await bob.hasTurn();
});

test('the link is copied where there is no clipboard to write to', async (scene) => {
  const server = await scene.publicServer();
  const origin = network(server);
  const ann = await scene.person(server, { origin, name: 'Ann' });
  await ann.field('Room').fill('kitten');
  await ann.press('Invite a friend');
  const { href: link } = await ann.invitation();
  assert.equal(link, `${origin}/r/kitten`);
  await ann.press('Copy');
  await ann.reads('Copied.');
  await ann.press('Cancel');
  await ann.field('Your name').fill('');
  await ann.field('Your name').press('Control+V');
  assert.equal(await ann.field('Your name').inputValue(), link);
});

test('an invitation leads others to the network, also when its sender came over localhost', async (scene) => {
  const server = await scene.publicServer();
  const origin = network(server);
  const ann = await scene.person(server, { origin: `http://localhost:${server.port}`, name: 'Ann' });
  await ann.field('Room').fill('kitten');
  await ann.press('Invite a friend');
  const link = await ann.invitation();
  assert.equal(link.href, `${origin}/r/kitten`);
  const bob = await scene.person(server, { origin: link.origin, path: link.pathname, name: 'Bob' });
  await bob.press('Join the room');
  await ann.status(/turn\.$/);
});

test('a server that only this machine reaches says so in the invitation', async (scene) => {
  const ann = await scene.person(await scene.server(), { name: 'Ann' });
  await ann.field('Room').fill('kitten');
  await ann.press('Invite a friend');
  await ann.reads('Only this machine reaches the server at this address');
});
