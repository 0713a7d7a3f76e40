/** Players come back to their seats: after a reload, without a network, from another page. */

import assert from 'node:assert/strict';

import { X_WINS, playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

/**
 * Ann and Bob in a game; between Ann and the server is a cable.
 *
 * @param {import('../harness/scene.js').Scene} scene
 * @param {{ timed?: boolean }} [options] whether time can be stopped at Ann's page
 */
async function pairWithCable(scene, { timed = false } = {}) {
  const server = await scene.server();
  const cable = await scene.cable(server);
  const ann = await scene.person(server, { name: 'Ann', origin: cable.origin, timed });
  await ann.choice('You play').selectOption('X, and begin');
  await ann.press('Play');
  await ann.heading('Waiting for an opponent').waitFor();
  const bob = await scene.person(server, { name: 'Bob' });
  await bob.press('Play');
  await ann.hasTurn();
  return { cable, ann, bob };
}

test('whoever reloads while waiting keeps the place', async (scene) => {
  const server = await scene.server();
  const ann = await scene.person(server, { name: 'Ann' });
  await ann.field('Room').fill('kitten');
  await ann.press('Invite a friend');
  await ann.heading('Waiting in room kitten').waitFor();
  await ann.page.reload();
  await ann.heading('Waiting in room kitten').waitFor();
  const bob = await scene.person(server, { path: '/r/kitten', name: 'Bob' });
  await bob.press('Join the room');
  await ann.status(/turn\.$/);
});

test('whoever reloads in a game keeps the seat and the board, in either turn and after the end', async (scene) => {
  const [ann, bob] = await scene.pair(await scene.server());
  await playOut([ann, bob], [1, 4]);
  await ann.hasTurn();
  await ann.page.reload();
  await ann.hasTurn();
  await ann.seesBoard('X__/O__/___');
  await bob.page.reload();
  await bob.status(/Ann's turn\.$/);
  await bob.seesBoard('X__/O__/___');
  await playOut([ann, bob], [2, 5, 3]);
  await ann.page.reload();
  await ann.status('You won: 1-2-3.');
  await ann.seesBoard('XXX/OO_/___');
  await ann.press('Rematch');
  await bob.page.reload();
  await bob.press('Rematch');
  await bob.hasTurn();
});

test('whoever reloads while watching goes on watching', async (scene) => {
  const server = await scene.server();
  const [ann] = await scene.pair(server);
  const eve = await scene.person(server);
  await eve.link(/^Ann and Bob/).click();
  await eve.status(/X to move: Ann\.$/);
  await eve.page.reload();
  await eve.status(/X to move: Ann\.$/);
  await ann.plays(5);
  await eve.seesBoard('___/_X_/___');
});

test('a move without a network is sent when the network is back', async (scene) => {
  const [ann, bob] = await scene.pair(await scene.server());
  await scene.offline(ann, true);
  await ann.square(1).click();
  await ann.sees('Row 1, column 1, X, sending');
  await scene.offline(ann, false);
  await bob.status('Ann: X at row 1, column 1. Your turn.');
  await ann.sees('Row 1, column 1, X, last move');
});

test('a connection that is cut in the own turn comes back', async (scene) => {
  const { cable, ann, bob } = await pairWithCable(scene);
  cable.cut();
  await ann.reads('Connection lost.');
  await ann.title('Reconnecting – Tic-tac-toe');
  await ann.tries(5);
  cable.mend();
  await ann.press('Try now');
  await ann.hasTurn();
  await ann.readsNoLonger('Connection lost.');
  await ann.seesBoard('___/___/___');
  await playOut([ann, bob], X_WINS);
  await ann.status('You won: 1-2-3.');
});

test('a move that the cut connection did not carry is sent again', async (scene) => {
  const { cable, ann, bob } = await pairWithCable(scene);
  await scene.offline(ann, true);
  await ann.square(1).click();
  await ann.sees('Row 1, column 1, X, sending');
  cable.cut();
  cable.mend();
  await scene.offline(ann, false);
  await bob.status('Ann: X at row 1, column 1. Your turn.');
  await ann.sees('Row 1, column 1, X, last move');
});

test('a connection that is cut in the other turn comes back to the newest board', async (scene) => {
  const { cable, ann, bob } = await pairWithCable(scene);
  await ann.plays(1);
  await bob.hasTurn();
  cable.cut();
  await ann.reads('Connection lost.');
  await bob.plays(4);
  cable.mend();
  await ann.hasTurn();
  await ann.status('Bob: O at row 2, column 1. Your turn.');
  await ann.seesBoard('X__/O__/___');
});

test('a tab that is looked at again, shown again or online again tries at once', async (scene) => {
  const { cable, ann } = await pairWithCable(scene, { timed: true });
  for (const wake of /** @type {const} */ (['visibilitychange', 'pageshow', 'online'])) {
    cable.cut();
    await ann.title('Reconnecting – Tic-tac-toe');
    await ann.stopTime();
    await ann.reads('Trying again in');
    cable.mend();
    await ann.wake(wake);
    await ann.title('Your turn – Tic-tac-toe');
    await ann.page.clock.resume();
  }
});

test('the way back of the browser leads back into the game', async (scene) => {
  const server = await scene.server();
  const [ann, bob] = await scene.pair(server);
  await ann.page.goto(`${server.origin}/bots`);
  await ann.page.goBack();
  await ann.hasTurn();
  await playOut([ann, bob], X_WINS);
  await ann.status('You won: 1-2-3.');
});

test('another address in the same tab shows its own page, and offers the game', async (scene) => {
  const [ann] = await scene.pair(await scene.server());
  await ann.open('/r/kitten');
  await ann.heading('Room kitten').waitFor();
  await ann.press('Return to your game');
  await ann.hasTurn();
  assert.equal(ann.path, '/');
});

test('whoever goes to the start page and back is back in the game', async (scene) => {
  const server = await scene.server();
  const ann = await scene.person(server, { name: 'Ann' });
  await ann.field('Room').fill('kitten');
  await ann.press('Invite a friend');
  await ann.heading('Waiting in room kitten').waitFor();
  const bob = await scene.person(server, { path: '/r/kitten', name: 'Bob' });
  await bob.press('Join the room');
  await ann.status(/turn\.$/);
  await ann.open('/');
  await ann.button('Return to your game').waitFor();
  await ann.page.goBack();
  await ann.status(/turn\.$/);
  await ann.open('/');
  await ann.press('Return to your game');
  await ann.status(/turn\.$/);
});
