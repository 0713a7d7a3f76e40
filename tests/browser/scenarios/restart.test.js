/** The server is killed, and comes back or does not. */

import { playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

test('a game goes on when the server was killed in the middle of it', async (scene) => {
  const server = await scene.server();
  const [ann, bob] = await scene.pair(server);
  const eve = await scene.person(server);
  await eve.link(/^Ann and Bob/).click();
  await playOut([ann, bob], [1, 4, 2]);
  await bob.hasTurn();
  await server.kill();
  for (const person of [ann, bob, eve]) {
    await person.reads('Connection lost.');
    await person.seesBoard('XX_/O__/___');
  }
  await server.restart();
  await playOut([bob, ann], [5, 3]);
  await ann.status('You won: 1-2-3.');
  await bob.status('Ann won: 1-2-3.');
  await eve.status('Ann won: 1-2-3.');
});

test('a game goes on when the server was killed and the page loaded again meanwhile', async (scene) => {
  const server = await scene.server();
  const [ann, bob] = await scene.pair(server);
  await playOut([ann, bob], [1, 4]);
  await ann.hasTurn();
  await server.kill();
  await server.restart();
  await ann.page.reload();
  await bob.page.reload();
  await playOut([ann, bob], [2, 5, 3]);
  await bob.status('Ann won: 1-2-3.');
});

test('whoever waits goes on waiting when the server was killed', async (scene) => {
  const server = await scene.server();
  const ann = await scene.person(server, { name: 'Ann' });
  await ann.press('Play');
  await ann.heading('Waiting for an opponent').waitFor();
  await server.kill();
  await ann.reads('Connection lost.');
  await server.restart();
  const bob = await scene.person(server, { name: 'Bob' });
  await bob.press('Play');
  await ann.status(/turn\.$/);
  await bob.status(/turn\.$/);
});

test('a server that stays away is said beside the board, and is tried for again and again', async (scene) => {
  const server = await scene.server();
  const [ann] = await scene.pair(server);
  await ann.plays(5);
  await server.kill();
  await ann.reads(/Connection lost\. Trying again in \d+ s \(try [1-9]\d*\)\./);
  await ann.reads(/\(try [3-9]\)/);
  await ann.seesBoard('___/_X_/___');
  await ann.title('Reconnecting – Tic-tac-toe');
  await ann.press('Try now');
  await ann.reads(/\(try [4-9]\)/);
});

test('a server that has lost its memory says that the game is gone', async (scene) => {
  const server = await scene.server('--ephemeral');
  const [ann, bob] = await scene.pair(server);
  await ann.plays(5);
  await bob.hasTurn();
  await server.kill();
  await server.restart();
  for (const person of [ann, bob]) {
    await person.heading('This game is gone').waitFor();
    await person.press('Start page');
    await person.button('Play').waitFor();
  }
});

test('a server that stops in good order tells when to come back', async (scene) => {
  const server = await scene.server();
  const [ann, bob] = await scene.pair(server);
  await ann.plays(1);
  await bob.hasTurn();
  await server.stop();
  await bob.reads('Connection lost.');
  await server.restart();
  await bob.plays(4);
  await ann.hasTurn();
});
