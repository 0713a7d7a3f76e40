/** Hints, in sentences. */

import { cellChoices, counted } from './text.js';

/** @import { Hint, Snapshot, Worth } from '../protocol' */

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
  if (value > 0) {
    if (distance === 1) return 'You can win now.';
    return distance === null ? 'You can win.' : `You can win in ${Math.ceil(distance / 2)} moves.`;
  }
  if (distance === null) return 'The computer can force a win.';
  if (distance === 2) return 'The computer can win on its next move.';
  return `The computer can force a win in ${Math.floor(distance / 2)}; this delays it longest.`;
}
