/** What must work in every engine: games to the end, reloads, lost connections, and the layout. */

import assert from 'node:assert/strict';

import { DRAW, O_WINS, X_WINS, playOut } from '../harness/games.js';
import { PAGE } from '../harness/engines/page.js';
import { test } from '../harness/engines/test.js';

const SCREENS = [
  { width: 320, height: 568 },
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

/** @param {import('../harness/engines/player.js').EnginePlayer} player */
async function assertLaidOutEverywhere(player) {
  for (const screen of SCREENS) {
    await player.assertLaidOut(screen);
  }
}

test("the first tap on the first screen's board is a move in a running game", async (env) => {
  const ann = await env.player(await env.server(), 'Ann');
  const board = await ann.tap(5);
  assert.equal(board[4], 'X');
  assert.equal(board.replaceAll('_', '').length, 2, board);
  await ann.playAnything();
});

test('two people play a game, and a rematch with the marks swapped', async (env) => {
  const [first, second] = await env.pair(await env.server());
  await playOut([first, second], X_WINS);
  await first.expect({ board: 'XXXOO____', isOver: true, hasWon: true });
  await second.expect({ board: 'XXXOO____', isOver: true, hasWon: false });

  await first.press(PAGE.rematch);
  await second.expect({ isRematchOffered: true });
  await second.press(PAGE.rematch);
  await playOut([second, first], O_WINS);
  await first.expect({ board: 'OOOXX___X', isOver: true, hasWon: true });
  await second.expect({ board: 'OOOXX___X', isOver: true, hasWon: false });
});

test('a player plays the computer, and a rematch', async (env) => {
  const ann = await env.player(await env.server(), 'Ann');
  await ann.press(PAGE.playComputer);
  await ann.playAnything();
  await ann.press(PAGE.rematch);
  await ann.expect({ isOver: false });
  await ann.playAnything();
});

test('a player keeps the seat and the board after a reload, in either turn', async (env) => {
  const [first, second] = await env.pair(await env.server());
  await playOut([first, second], [1, 4]);
  await first.expect({ board: 'X__O_____' });
  await first.reload();
  await first.expect({ board: 'X__O_____', isYourTurn: true });
  await second.reload();
  await second.expect({ board: 'X__O_____', isYourTurn: false });
  await playOut([first, second], [2, 5, 3]);
  await first.expect({ isOver: true, hasWon: true });
});

test('a player who loses the connection finds it again, with the newest board', async (env) => {
  const [first, second] = await env.pair(await env.server());
  await playOut([first, second], [1, 4]);
  await second.expect({ board: 'X__O_____' });
  second.connection.cut();
  await second.expect({ board: 'X__O_____', isConnected: false });
  await first.play(2);
  second.connection.restore();
  await second.expect({ board: 'XX_O_____', isConnected: true, isYourTurn: true });
  await playOut([second, first], [5, 3]);
  await second.expect({ isOver: true, hasWon: false });
});

test('marks are in the middle of their squares, and nothing overflows', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, 'W'.repeat(24));
  await assertLaidOutEverywhere(ann);
  await ann.press(PAGE.playPerson);
  await ann.expect({ isWaiting: true });
  await assertLaidOutEverywhere(ann);
  const bob = await env.player(server, 'M'.repeat(24));
  await bob.press(PAGE.playPerson);
  const [first, second] = await env.inTurn(ann, bob);
  await playOut([first, second], DRAW.slice(0, 4));
  await first.expect({ isYourTurn: true });
  await assertLaidOutEverywhere(first);
  await playOut([first, second], DRAW.slice(4));
  await first.expect({ isOver: true });
  await assertLaidOutEverywhere(first);
});

test('the first screen fits a phone without scrolling', async (env) => {
  const ann = await env.player(await env.server(), 'Ann');
  await ann.assertFitsWithoutScrolling({ width: 360, height: 740 });
});

test('the largest board fits', async (env) => {
  const ann = await env.player(await env.server(), 'Ann');
  await ann.press(PAGE.largestGame);
  await ann.press(PAGE.playComputer);
  await ann.play(113);
  await ann.expect({ isYourTurn: true });
  await assertLaidOutEverywhere(ann);
});
