/**
 * Words and sentences about a match, the same as the terminal client's. They address the viewer of a snapshot as "you",
 * and name the other players.
 */

import { cellName, cellNameAndPlace, isNumbered, rowColumnText } from './boards.js';

/** @import { Mark, Snapshot } from '../protocol' */

/** How many cells a list names. */
const LISTED_CELLS = 9;

/**
 * `a`, `a or b`, `a, b or c`.
 * @param {string[]} words
 */
export function joinOr(words) {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/**
 * `1 draw`, `2 draws`.
 * @param {number} count
 * @param {string} what
 */
export function counted(count, what) {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/**
 * Rounded up, so that 0 is shown only when no time is left.
 * @param {number} ms
 */
export function secondsLeft(ms) {
  return Math.max(0, Math.ceil(ms / 1000));
}

/**
 * `0:52`.
 * @param {number} seconds
 */
export function clockText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * @param {Mark} mark
 * @returns {Mark}
 */
export function otherMark(mark) {
  return mark === 'X' ? 'O' : 'X';
}

/**
 * The viewer's mark: `null` for a spectator, and for two players at one keyboard.
 * @param {Snapshot} snapshot
 */
export function ownMark({ you }) {
  return you === 'both' ? null : you;
}

/**
 * A player's name in a sentence: in quotes if it could be mistaken for the reader or the computer.
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 */
export function playerName(snapshot, mark) {
  const { name, kind } = snapshot.players[mark];
  const lower = name.toLowerCase();
  const misleads = lower === 'you' || lower === 'your' || lower.startsWith('computer');
  return misleads && kind !== 'computer' ? `"${name}"` : name;
}

/**
 * `Ann`, `Computer (perfect)`, `Marvin (bot)`.
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 */
function introduction(snapshot, mark) {
  const { kind, level } = snapshot.players[mark];
  const label = kind === 'bot' ? 'bot' : level;
  return label ? `${playerName(snapshot, mark)} (${label})` : playerName(snapshot, mark);
}

/**
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 */
export function subjectName(snapshot, mark) {
  return snapshot.you === mark ? 'You' : playerName(snapshot, mark);
}

/**
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 */
export function objectName(snapshot, mark) {
  return snapshot.you === mark ? 'you' : playerName(snapshot, mark);
}

/**
 * `Your turn.`, `Bob's turn.`, for a spectator `X to move: Ann.`
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 */
export function turnText(snapshot, mark) {
  if (snapshot.you === mark) return 'Your turn.';
  const player = playerName(snapshot, mark);
  return ownMark(snapshot) ? `${player}'s turn.` : `${mark} to move: ${player}.`;
}

/**
 * `Bob: O at row 1, column 3.`
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 * @param {number} cell
 */
export function moveText(snapshot, mark, cell) {
  return `${subjectName(snapshot, mark)}: ${mark} at ${cellPlace(snapshot, cell)}.`;
}

/**
 * `row 1, column 3`, on a big board `c1 (row 1, column 3)`.
 * @param {Snapshot} snapshot
 * @param {number} cell
 */
export function cellPlace({ rules }, cell) {
  return isNumbered(rules) ? rowColumnText(rules, cell) : cellNameAndPlace(rules, cell);
}

/**
 * `Game 2. You are X, Bob is O.`
 * @param {Snapshot} snapshot
 */
export function beginText(snapshot) {
  const { game } = snapshot;
  const which = game > 1 ? `Game ${game}. ` : '';
  const you = ownMark(snapshot);
  if (!you) {
    return `${which}${introduction(snapshot, 'X')} is X, ${introduction(snapshot, 'O')} is O. You are watching.`;
  }
  const other = otherMark(you);
  return `${which}You are ${you}, ${introduction(snapshot, other)} is ${other}.`;
}

/**
 * `4, 5, 7 or 9`, `a1, b1, c1, d1, e1, f1, g1, h1 or others`.
 * @param {Snapshot} snapshot
 * @param {number[]} cells
 */
export function cellChoices({ rules }, cells) {
  const names = cells.map((cell) => cellName(rules, cell));
  return joinOr(names.length > LISTED_CELLS ? [...names.slice(0, LISTED_CELLS - 1), 'others'] : names);
}

/**
 * @param {Snapshot} snapshot
 * @param {Mark} mark whose turn it is
 */
export function notYourTurnText(snapshot, mark) {
  return `It is ${playerName(snapshot, mark)}'s turn: wait for the move.`;
}

/** Why something that the player asks for is not sent. */
export const DECLINED = {
  lost: 'The connection is lost: wait until it is back.',
  watching: 'You are watching: only the players can do that.',
  unanswered: 'The server has not answered yet: wait a moment.',
  over: 'The game is over.',
  on: 'The game is still on: finish it, or resign.',
  left: 'Your opponent has left.',
  asked: 'You asked for a rematch: wait for the answer.',
  hints: 'Hints are only for games against the computer.',
  thinking: 'The computer is still thinking.',
  moves: 'Nobody has moved: there is nothing to review.',
};
