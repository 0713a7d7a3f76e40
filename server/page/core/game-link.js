/**
 * A finished game as text, for links and for this device's history: `3x3-3/0.3.1.4.2/X-line-0.1.2/Ann/Bob`. The parts are
 * the board, the moves, the winner with the reason and the winning lines, and the names of X and O.
 *
 * Anyone can write such a text: what is read is checked, and names are cleaned.
 */

import { boardValue, parseBoardValue } from './boards.js';
import { decodePart } from './route.js';

/** @import { Mark, Rules, Snapshot } from '../protocol' */

/** More than any game has. */
const LONGEST_LINK = 4000;

const NAME_CHARACTERS = 24;

const CELLS = /^\d{1,3}(\.\d{1,3})*$/;

/**
 * `null` if the game did not count.
 * @param {Snapshot} snapshot
 */
export function gameLink({ rules, moves, result, players }) {
  if (!result || result.reason === 'cancelled' || moves.length === 0) return null;
  const lines = result.lines.map((line) => line.join('.'));
  const ending = [result.winner ?? '', result.reason, ...lines].join('-');
  const parts = [boardValue(rules), moves.join('.'), ending, players.X.name, players.O.name];
  return parts.map(encodeURIComponent).join('/');
}

/**
 * The game as this viewer saw its end; `null` if the text is not that of a finished game.
 * @param {string} link
 * @param {Snapshot['you']} you
 * @returns {Snapshot | null}
 */
export function parseGameLink(link, you = null) {
  if (link.length > LONGEST_LINK) return null;
  const [size = '', played = '', ending = '', ...names] = link.split('/').map(decodePart);
  const [x, o, ...rest] = names.map(cleanName);
  const rules = parseBoardValue(size);
  const moves = cellList(played);
  if (!rules || !x || !o || rest.length > 0 || new Set(moves).size !== moves.length) return null;
  const board = boardAfter(rules, moves);
  const result =
    moves.every((cell) => cell < rules.columns * rules.rows) && parseEnding(ending, board.join(''));
  if (!result || moves.length === 0) return null;
  const player = (/** @type {string} */ name) =>
    /** @type {const} */ ({ name, kind: name === 'Computer' ? 'computer' : 'person', presence: 'online' });
  return {
    ...{ match: '', seq: 0, game: 1, rules, board, moves, ply: moves.length, legal: [], turn: null, result },
    ...{ you, players: { X: player(x), O: player(o) }, score: { X: 0, O: 0, draws: 0 }, ms_left: null },
    ...{ rematch: { open: false, offers: [] }, spectators: 0, room: null },
  };
}

/**
 * @param {string} ending
 * @param {string} squares `X`, `O` and `_` in reading order
 * @returns {Snapshot['result']}
 */
function parseEnding(ending, squares) {
  const [mark, reason, ...texts] = ending.split('-');
  const lines = texts.map(cellList);
  if (mark === '' && reason === 'full' && !squares.includes('_')) return { winner: null, reason, lines: [] };
  const isWon =
    lines.flat().every((cell) => squares[cell] === mark) && lines.every((line) => line.length > 0);
  if ((mark !== 'X' && mark !== 'O') || !isWon || lines.length > 4) return null;
  if (reason === 'line' && lines.length > 0) return { winner: mark, reason, lines };
  const isOpen = reason === 'resigned' || reason === 'left' || reason === 'time';
  return isOpen && lines.length === 0 ? { winner: mark, reason, lines } : null;
}

/** @param {string} text */
function cellList(text) {
  return CELLS.test(text) ? text.split('.').map(Number) : [];
}

/**
 * Without invisible, bidirectional and stacked characters, as the server cleans names.
 * @param {string} name
 */
export function cleanName(name) {
  const visible = name.normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll(/\p{C}/gu, '');
  const flat = visible.replaceAll(/(\p{M}{2})\p{M}+/gu, '$1').trim();
  return [...flat].slice(0, NAME_CHARACTERS).join('');
}

/**
 * @param {Rules} rules
 * @param {number[]} moves
 */
export function boardAfter({ columns, rows }, moves) {
  const squares = Array.from({ length: columns * rows }, () => '_');
  moves.forEach((cell, index) => (squares[cell] = markOfMove(index)));
  return Array.from({ length: rows }, (_, row) => squares.slice(row * columns, (row + 1) * columns).join(''));
}

/**
 * X goes first.
 * @param {number} index
 * @returns {Mark}
 */
export function markOfMove(index) {
  return index % 2 === 0 ? 'X' : 'O';
}
