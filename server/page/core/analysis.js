/** Hints and reviews, in sentences. */

import { cellNameAndPlace } from './boards.js';
import { cellChoices, counted, objectName, otherMark, ownMark, playerName } from './text.js';

/** @import { Hint, Review, Snapshot, Worth } from '../protocol' */

/**
 * `Hint: 4, 5, 7 or 9. It is a draw when both play their best.`
 * @param {Snapshot} snapshot
 * @param {Hint} hint
 */
export function hintText(snapshot, { cells, worth }) {
  return `Hint: ${hintedCells(snapshot, cells)}. ${prospectText(snapshot, worth)}`;
}

/**
 * `1 mistake in 6 moves: move 3 by you.`
 * @param {Snapshot} snapshot
 * @param {Review} review
 */
export function reviewSummary(snapshot, { moves }) {
  const certain = moves.every((move) => move.before && move.after) ? '' : 'certain ';
  const among = counted(moves.length, 'move');
  const mistakes = moves.flatMap(({ mistake, mark }, index) =>
    mistake ? [`move ${index + 1} by ${objectName(snapshot, mark)}`] : [],
  );
  if (mistakes.length === 0) return `No ${certain}mistakes in ${among}.`;
  return `${counted(mistakes.length, `${certain}mistake`)} in ${among}: ${mistakes.join(', ')}.`;
}

/**
 * @param {Snapshot} snapshot
 * @param {number[]} cells
 */
function hintedCells(snapshot, cells) {
  const [only] = cells;
  if (only !== undefined && cells.length === 1) return cellNameAndPlace(snapshot.rules, only);
  return cells.length === snapshot.legal.length ? 'any square' : cellChoices(snapshot, cells);
}

/**
 * @param {Snapshot} snapshot
 * @param {Worth | null} worth
 */
function prospectText(snapshot, worth) {
  if (!worth) return 'The best that was found: nothing is certain yet.';
  const { value, distance } = worth;
  if (value === 0) return 'It is a draw when both play their best.';
  return value > 0 ? winText(distance) : lossText(snapshot, distance);
}

/** @param {number | null} distance */
function winText(distance) {
  if (distance === null) return 'You can win.';
  if (distance === 1) return 'You win at once.';
  return `You can win in ${Math.ceil(distance / 2)} of your moves, this one included.`;
}

/**
 * @param {Snapshot} snapshot
 * @param {number | null} distance
 */
function lossText(snapshot, distance) {
  const you = ownMark(snapshot);
  const they = you ? playerName(snapshot, otherMark(you)) : 'the opponent';
  if (distance === null) return `Whatever you play, ${they} can win.`;
  if (distance === 2) return `Whatever you play, ${they} can win with the next move.`;
  const theirs = Math.floor(distance / 2);
  return `Whatever you play, ${they} can win in ${theirs} of its moves; this holds out longest.`;
}
