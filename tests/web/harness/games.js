/** Games on 3x3 boards, as the numbers of the squares in the order played. */

import assert from 'node:assert/strict';

import { eventually } from './wait.js';

/** @typedef {import('./player.js').Player} Player */

/** X wins with the first row. */
export const X_WINS = [1, 4, 2, 5, 3];

/** O wins with the first row. */
export const O_WINS = [4, 1, 5, 2, 9, 3];

export const DRAW = [1, 2, 3, 5, 4, 6, 8, 7, 9];

/** Without a mistake. */
export const PERFECT_DRAW = [5, 1, 9, 3, 2, 8, 4, 6, 7];

/**
 * Plays moves in turn.
 *
 * @param {readonly { play(square: number): Promise<void> }[]} players the first to move first
 * @param {number[]} squares
 */
export async function playOut(players, squares) {
  for (const [ply, square] of squares.entries()) {
    await players[ply % players.length]?.play(square);
  }
}

/** Plays the first free cell, to the end of the game. @param {Player} player */
export async function playAnything(player) {
  const over = player.button('Rematch');
  for (;;) {
    await eventually(async () => assert((await player.playable.count()) + (await over.count()) > 0));
    if ((await over.count()) > 0) {
      return;
    }
    await player.playable.first().click();
  }
}
