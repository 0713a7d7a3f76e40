/** Hints and reviews, in sentences. */

import { cellName, cellNameAndPlace } from './boards.js';
import { cellChoices, counted, objectName, otherMark, ownMark, playerName } from './text.js';

/** @import { Hint, Review, ReviewedMove, Snapshot, Worth } from '../protocol' */

/**
 * `Hint: 4, 5, 7 or 9. It is a draw when both play their best.`
 * @param {Snapshot} snapshot
 * @param {Hint} hint
 */
export function hintText(snapshot, { cells, worth }) {
  return `Hint: ${hintedCells(snapshot, cells)}. ${prospectText(snapshot, worth)}`;
}

/**
 * @param {Snapshot} snapshot
 * @param {Review} review
 */
export function reviewSentences(snapshot, review) {
  return review.moves.map((move, index) => ({
    text: moveReview(snapshot, index + 1, move),
    mistake: move.mistake,
  }));
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

/**
 * @param {Snapshot} snapshot
 * @param {number} number
 * @param {ReviewedMove} move
 */
function moveReview(snapshot, number, move) {
  const { mark, cell, best } = move;
  if (move.mistake && move.before && move.after) {
    const [had, has] = [worthName(move.before), worthName(move.after)];
    const better = best.length ? `; ${cellChoices(snapshot, best)} would have kept the ${had}` : '';
    const place = cellNameAndPlace(snapshot.rules, cell);
    return `Move ${number}, ${mark} at ${place}: a mistake. It turned a ${had} into a ${has}${better}.`;
  }
  const played = `Move ${number}, ${mark} at ${cellName(snapshot.rules, cell)}`;
  const remark = moveRemark(move);
  if (remark) return `${played}: ${remark}.`;
  if (best.length === 0 || best.includes(cell)) return `${played}.`;
  return `${played}: ${cellChoices(snapshot, best)} looked best.`;
}

/**
 * What to say about a move that was no mistake.
 * @param {ReviewedMove} move
 */
function moveRemark({ before, after }) {
  if (!after) return null;
  if (after.value > 0 && after.distance === 0) return 'wins';
  if (after.value < 0) return before ? 'lost in any case' : 'lost from here on';
  const result = worthName(after);
  return before ? `keeps the ${result}` : `a ${result} from here on`;
}

/** @param {Worth} worth */
function worthName({ value }) {
  if (value === 0) return 'draw';
  return value > 0 ? 'win' : 'loss';
}
