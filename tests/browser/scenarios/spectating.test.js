/** Somebody watches two others. */

import assert from 'node:assert/strict';

import { X_WINS, playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

test('somebody finds a match in the public list, and watches it to its end and beyond', async (scene) => {
  const server = await scene.server();
  const [ann, bob] = await scene.pair(server);
  await playOut([ann, bob], [1, 4, 2]);
  await bob.hasTurn();
  const eve = await scene.person(server);
  await eve.page.getByRole('region', { name: 'Matches to watch' }).getByRole('link').click();
  assert.match(eve.path, /^\/watch\/./);
  await eve.status('Ann: X at row 1, column 2. O to move: Bob.');
  await ann.reads('1 watching');
  await eve.seesBoard('XX_/O__/___');
  await playOut([bob, ann], [5, 3]);
  await eve.status('Ann won: 1-2-3.');
  await eve.sees('Row 1, column 3, X, last move, winning line');

  await ann.press('Rematch');
  await bob.press('Rematch');
  await playOut([bob, ann], X_WINS);
  await eve.status('Bob won: 1-2-3.');
  await eve.press('Stop watching');
  await eve.button('Play').waitFor();
  assert.equal(eve.path, '/');
  await ann.readsNoLonger('1 watching');
});

test('the public list says who plays, on which board, and how far they are', async (scene) => {
  const server = await scene.server();
  const [ann, bob] = await scene.pair(server);
  await playOut([ann, bob], [1, 4, 2]);
  await bob.hasTurn();
  const eve = await scene.person(server);
  await eve.link('Ann and Bob, 3x3, 3 in a row, move 4').waitFor();
});

test('a player gives a link to others, who watch', async (scene) => {
  const server = await scene.server();
  const [ann] = await scene.pair(server);
  await ann.press('Invite watchers');
  const link = await ann.invitation();
  await ann.press('Close');
  const eve = await scene.person(server, { path: link.pathname });
  await eve.status(/X to move: Ann\.$/);
  await ann.plays(5);
  await eve.sees('Row 2, column 2, X, last move');
  await eve.tries(1);
  await eve.seesBoard('___/_X_/___');
  assert.equal(await eve.button('Resign').count(), 0);
});

test('a match in a room of its own is in no list', async (scene) => {
  const server = await scene.server();
  const ann = await scene.person(server, { name: 'Ann' });
  await ann.field('Room').fill('kitten');
  await ann.press('Invite a friend');
  const bob = await scene.person(server, { path: '/r/kitten', name: 'Bob' });
  await bob.press('Join the room');
  await ann.status(/turn\.$/);
  const eve = await scene.person(server);
  await eve.button('Play').waitFor();
  const { matches } = await (await fetch(`${server.origin}/api/matches`)).json();
  assert.deepEqual(matches, []);
  assert.equal(await eve.page.getByRole('region', { name: 'Matches to watch' }).count(), 0);
});

test('a match that is not there is said to be none', async (scene) => {
  const eve = await scene.person(await scene.server(), { path: '/watch/k3v9d7qpx2ma' });
  await eve.heading('This game is gone').waitFor();
  await eve.press('Start page');
  await eve.button('Play').waitFor();
  assert.equal(eve.path, '/');
});
