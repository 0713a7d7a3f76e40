/** Hints and reviews, in sentences. */

import { cellName } from './boards.js';
import { cellChoices, counted, objectName } from './text.js';

/** @import { Hint, Review, ReviewedMove, Snapshot, Worth } from '../protocol' */

/**
 * `Hint: centre, or 3 others. Still a draw.`
 * @param {Snapshot} snapshot
 * @param {Hint} hint
 * @param {boolean} all whether to name all cells
 */
export function hintText(snapshot, { cells, worth }, all) {
  return `Hint: ${hintedCells(snapshot, cells, all)}. ${prospectText(worth)}`;
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
 * @param {boolean} all
 */
function hintedCells(snapshot, cells, all) {
  if (cells.length > 1 && cells.length === snapshot.legal.length) return 'any square';
  if (all || cells.length < 2) return cellChoices(snapshot, cells);
  return `${cellChoices(snapshot, cells.slice(0, 1))}, or ${counted(cells.length - 1, 'other')}`;
}

/** @param {Worth | null} worth */
function prospectText(worth) {
  if (!worth) return 'Best move found so far.';
  const { value, distance } = worth;
  if (value === 0) return 'Still a draw.';
  return value > 0 ? winText(distance) : lossText(distance);
}

/** @param {number | null} distance */
function winText(distance) {
  if (distance === null) return 'You can win.';
  return distance === 1 ? 'You can win now.' : `You can win in ${Math.ceil(distance / 2)} moves.`;
}

/** @param {number | null} distance */
function lossText(distance) {
  if (distance === null) return 'The computer can force a win.';
  if (distance === 2) return 'The computer can win on its next move.';
  return `The computer can force a win in ${Math.floor(distance / 2)}; this delays it longest.`;
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
    const place = cellName(snapshot.rules, cell);
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
