/** Games on boards of 3x3, by the numbers of the squares in the order of play. */

import assert from 'node:assert/strict';

import { eventually } from './wait.js';

/** @typedef {import('./person.js').Person} Person */

/** X wins with the first row. */
export const X_WINS = [1, 4, 2, 5, 3];

/** O wins with the first row; X has played where nothing comes of it. */
export const O_WINS = [4, 1, 5, 2, 9, 3];

/** Nobody wins. */
export const DRAW = [1, 2, 3, 5, 4, 6, 8, 7, 9];

/**
 * Plays a game by turns.
 *
 * @param {readonly { plays(square: number): Promise<void> }[]} players who begins first
 * @param {number[]} squares
 */
export async function playOut(players, squares) {
  for (const [ply, square] of squares.entries()) {
    await players[ply % players.length]?.plays(square);
  }
}

/**
 * Plays whatever is free, to the end of the game.
 *
 * @param {Person} person
 */
export async function playAnything(person) {
  const over = person.button('Rematch');
  for (;;) {
    await eventually(async () => assert((await person.playable.count()) + (await over.count()) > 0));
    if ((await over.count()) > 0) {
      return;
    }
    await person.playable.first().click();
  }
}
