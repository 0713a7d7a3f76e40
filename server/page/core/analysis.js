/** Hints, and what a move does to a row, in sentences. */

import { cellChoices, counted } from './text.js';

/** @import { Hint, Shape, Snapshot, Worth } from '../protocol' */

/**
 * `Hint: centre, or 3 others. Still a draw.`
 * @param {Snapshot} snapshot
 * @param {Hint} hint
 * @param {boolean} all whether to name all cells
 */
export function hintText(snapshot, { cells, worth, shape }, all) {
  const found = shape ? `This ${shapeText(shape)}.` : 'Best move found so far.';
  return `Hint: ${hintedCells(snapshot, cells, all)}. ${worth ? prospectText(worth) : found}`;
}

/**
 * `makes an open three`
 * @param {Shape} shape
 */
export function shapeText({ effect, marks, open }) {
  const name = ['two', 'three', 'four', 'five'][marks - 2] ?? `row of ${marks}`;
  const row = open ? `an open ${name}` : `a ${name}`;
  return `${effect} ${row}${effect === 'leaves' && !open ? ' open' : ''}`;
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

/** @param {Worth} worth */
function prospectText({ value, distance }) {
  if (value === 0) return 'Still a draw.';
  if (value > 0) {
    if (distance === 1) return 'You can win now.';
    return distance === null ? 'You can win.' : `You can win in ${Math.ceil(distance / 2)} moves.`;
  }
  if (distance === null) return 'The computer can force a win.';
  if (distance === 2) return 'The computer can win on its next move.';
  return `The computer can force a win in ${Math.floor(distance / 2)}; this delays it longest.`;
}
