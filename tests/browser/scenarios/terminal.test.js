/** A browser against the terminal client. */

import { X_WINS, playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

/**
 * Ann at a page, who waits and will be X.
 *
 * @param {import('../harness/scene.js').Scene} scene
 * @param {import('../harness/server.js').Server} server
 */
async function waiting(scene, server) {
  const ann = await scene.person(server, { name: 'Ann' });
  await ann.choice('You play').selectOption('X, and begin');
  await ann.press('Play');
  await ann.heading('Waiting for an opponent').waitFor();
  return ann;
}

test('a browser plays the full screen to the end, and again', async (scene) => {
  const server = await scene.server();
  const ann = await waiting(scene, server);
  const bob = scene.fullScreen(server, '--name', 'Bob');
  await playOut([ann, bob], X_WINS);
  await bob.shows(/YOU LOSE {2}1-2-3/);
  await ann.status('You won: 1-2-3.');

  bob.press('r');
  await ann.reads('Bob wants a rematch.');
  await ann.press('Rematch');
  await playOut([bob, ann], X_WINS);
  await bob.shows(/YOU WIN {2}1-2-3/);
  await ann.status('Bob won: 1-2-3.');
  await ann.reads('1-1, 0 draws');
});

test('a browser plays a script', async (scene) => {
  const server = await scene.server();
  const ann = await waiting(scene, server);
  const bob = scene.terminal(server, '--name', 'Bob');
  await ann.plays(1);
  await bob.says(/move who=them mark=X cell=1 ply=1\n/);
  bob.type('4');
  await ann.status('Bob: O at row 2, column 1. Your turn.');
  await ann.plays(2);
  bob.type('5');
  await ann.plays(3);
  await bob.says(/over result=lost winner=X reason=line lines=1-2-3 score=0-1-0\n/);
  await ann.reads('You won: 1-2-3.');
  await ann.reads('Bob has left: no rematch.');
});
