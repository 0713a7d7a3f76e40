/**
 * A finished game as text, for links and for this device's history: `3x3-3/0.3.1.4.2//Ann/Bob`. The parts are the board,
 * the moves, how the game ended unless the moves show it (`X-resigned`: X won), and the names of X and O.
 *
 * Anyone can write such a text. What is read is checked against the rules, and names are cleaned.
 */

import { boardValue, parseBoardValue } from './boards.js';
import { decodePart } from './route.js';

/** @import { GameResult, Mark, Rules, Snapshot } from '../protocol' */

/** More than any game has. */
const LONGEST_LINK = 4000;

const NAME_CHARACTERS = 24;

/** To the right, down, and both diagonals. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
];

/**
 * `null` if the game did not count.
 * @param {Snapshot} snapshot
 */
export function gameLink({ rules, moves, result, players }) {
  if (!result || result.reason === 'cancelled' || moves.length === 0) return null;
  const isByMoves = result.reason === 'line' || result.reason === 'full';
  const ending = isByMoves ? '' : `${result.winner}-${result.reason}`;
  const parts = [boardValue(rules), moves.join('.'), ending, players.X.name, players.O.name];
  return parts.map(encodeURIComponent).join('/');
}

/**
 * The game as a spectator saw its end; `null` if the text is not that of a finished game.
 * @param {string} link
 * @param {Snapshot['you']} you
 * @returns {Snapshot | null}
 */
export function parseGameLink(link, you = null) {
  if (link.length > LONGEST_LINK) return null;
  const [board = '', played = '', ending = '', x = '', o = '', ...rest] = link.split('/').map(decodePart);
  const rules = parseBoardValue(board);
  const names = { X: cleanName(x), O: cleanName(o) };
  if (!rules || !names.X || !names.O || rest.length > 0) return null;
  const moves = /^\d{1,3}(\.\d{1,3})*$/.test(played) ? played.split('.').map(Number) : [];
  const result = isPlayable(rules, moves) ? findResult(rules, moves, ending) : null;
  if (!result) return null;
  const player = (/** @type {Mark} */ mark) => {
    const kind = names[mark] === 'Computer' ? 'computer' : 'person';
    return /** @type {const} */ ({ name: names[mark], kind, presence: 'online' });
  };
  return {
    ...{ match: '', seq: 0, game: 1, rules, board: boardAfter(rules, moves), moves, ply: moves.length },
    ...{ legal: [], turn: null, ms_left: null, result, you, players: { X: player('X'), O: player('O') } },
    ...{ score: { X: 0, O: 0, draws: 0 }, rematch: { open: false, offers: [] }, spectators: 0, room: null },
  };
}

/**
 * Whether each square is on the board and played once, and no move follows the end of the game.
 * @param {Rules} rules
 * @param {number[]} moves
 */
function isPlayable(rules, moves) {
  const isOnBoard = moves.every((cell) => cell < rules.columns * rules.rows);
  const isFree = new Set(moves).size === moves.length;
  const isOpen = () => moves.every((_, count) => winningLines(rules, moves.slice(0, count)).length === 0);
  return moves.length > 0 && isOnBoard && isFree && isOpen();
}

/**
 * @param {Rules} rules
 * @param {number[]} moves
 * @param {string} ending
 * @returns {GameResult | null}
 */
function findResult(rules, moves, ending) {
  const lines = winningLines(rules, moves);
  const last = moves.length % 2 === 1 ? 'X' : 'O';
  const [, winner, reason] = /^([XO])-(resigned|left|time)$/.exec(ending) ?? [];
  const isFull = moves.length === rules.columns * rules.rows;
  if (ending !== '') {
    const isOpen = lines.length === 0 && !isFull && winner !== undefined;
    return isOpen ? /** @type {GameResult} */ ({ winner, reason, lines }) : null;
  }
  if (lines.length > 0) return { winner: last, reason: 'line', lines };
  return isFull ? { winner: null, reason: 'full', lines } : null;
}

/**
 * The lines that the last move has completed.
 * @param {Rules} rules
 * @param {number[]} moves
 */
function winningLines({ columns, rows, run }, moves) {
  const last = moves.at(-1);
  if (last === undefined) return [];
  const own = new Set(moves.filter((_, index) => (moves.length - index) % 2 === 1));
  const [column, row] = [last % columns, Math.floor(last / columns)];
  const reach = (/** @type {number} */ right, /** @type {number} */ down) => {
    const cells = [];
    for (let [c, r] = [column + right, row + down]; c >= 0 && c < columns && r >= 0 && r < rows;) {
      if (!own.has(r * columns + c)) break;
      cells.push(r * columns + c);
      [c, r] = [c + right, r + down];
    }
    return cells;
  };
  const lines = DIRECTIONS.map(([right = 0, down = 0]) => [
    ...reach(-right, -down).reverse(),
    last,
    ...reach(right, down),
  ]);
  return lines.filter((line) => line.length >= run);
}

/**
 * Without invisible, bidirectional and stacked characters, as the server cleans names.
 * @param {string} name
 */
function cleanName(name) {
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
