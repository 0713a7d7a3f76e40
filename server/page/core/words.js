/**
 * The words of the page: the same for the same things as the terminal client's, see `client/src/faces/text`.
 *
 * Sentences are told to the viewer of a snapshot: a player is "you" to themselves, and goes by their name to the other
 * player and to watchers.
 */

import { cellName, cellNameAndPlace, isNumbered, rowColumnWords } from './boards.js';

/** @import { Mark, Snapshot } from '../protocol' */

/**
 * One of these: `a`, `a or b`, `a, b or c`.
 * @param {string[]} words
 */
export function oneOf(words) {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/**
 * So many of something: `1 draw`, `2 draws`.
 * @param {number} count
 * @param {string} what
 */
export function counted(count, what) {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/**
 * Whole seconds, so that none are left when none are said.
 * @param {number} ms
 */
export function secondsLeft(ms) {
  return Math.max(0, Math.ceil(ms / 1000));
}

/**
 * Seconds as a clock shows them: `0:52`.
 * @param {number} seconds
 */
export function clockText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * The other mark.
 * @param {Mark} mark
 * @returns {Mark}
 */
export function otherMark(mark) {
  return mark === 'X' ? 'O' : 'X';
}

/**
 * A player's name within a sentence: in quotes where it would seem to speak of the reader or of the computer.
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 */
export function playerName(snapshot, mark) {
  const { name, kind } = snapshot.players[mark];
  const small = name.toLowerCase();
  const misleads = small === 'you' || small === 'your' || small.startsWith('computer');
  return misleads && kind === 'person' ? `"${name}"` : name;
}

/**
 * A player's name, and for the computer how well it plays: `Computer (perfect)`.
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 */
function introduced(snapshot, mark) {
  const { level } = snapshot.players[mark];
  return level ? `${playerName(snapshot, mark)} (${level})` : playerName(snapshot, mark);
}

/**
 * The player as the subject of a sentence.
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 */
export function asSubject(snapshot, mark) {
  return snapshot.you === mark ? 'You' : playerName(snapshot, mark);
}

/**
 * The player within a sentence.
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 */
export function withinSentence(snapshot, mark) {
  return snapshot.you === mark ? 'you' : playerName(snapshot, mark);
}

/**
 * Whose turn it is: `Your turn.`, `Bob's turn.`, and to a watcher `X to move: Ann.`
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 */
export function turnWords(snapshot, mark) {
  if (snapshot.you === mark) return 'Your turn.';
  const player = playerName(snapshot, mark);
  return snapshot.you ? `${player}'s turn.` : `${mark} to move: ${player}.`;
}

/**
 * What was played: `Bob: O at row 1, column 3.`
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 * @param {number} cell
 */
export function moveWords(snapshot, mark, cell) {
  return `${asSubject(snapshot, mark)}: ${mark} at ${cellPlace(snapshot, cell)}.`;
}

/**
 * Where a cell is: `row 1, column 3`, on a big board `c1 (row 1, column 3)`.
 * @param {Snapshot} snapshot
 * @param {number} cell
 */
export function cellPlace({ rules }, cell) {
  return isNumbered(rules) ? rowColumnWords(rules, cell) : cellNameAndPlace(rules, cell);
}

/**
 * How a game begins: `You are X, Bob is O.`
 * @param {Snapshot} snapshot
 */
export function beginWords(snapshot) {
  const { you, game } = snapshot;
  const which = game > 1 ? `Game ${game}. ` : '';
  if (!you) {
    return `${which}${introduced(snapshot, 'X')} is X, ${introduced(snapshot, 'O')} is O. You are watching.`;
  }
  const other = otherMark(you);
  return `${which}You are ${you}, ${introduced(snapshot, other)} is ${other}.`;
}

/**
 * Cells to choose from: `4, 5, 7 or 9`. Of many the first are named: nor does a server name all of them.
 * @param {Snapshot} snapshot
 * @param {number[]} cells
 */
export function cellsToChoose({ rules }, cells) {
  const names = cells.map((cell) => cellName(rules, cell));
  return oneOf(names.length > LISTED ? [...names.slice(0, LISTED - 1), 'others'] : names);
}

/** Up to so many cells are listed. */
const LISTED = 9;

/**
 * Why nobody can move who is not the one to move.
 * @param {Snapshot} snapshot
 * @param {Mark} mark whose turn it is
 */
export function othersTurnWords(snapshot, mark) {
  return `It is ${playerName(snapshot, mark)}'s turn: wait for the move.`;
}

/** What is said when something cannot be done now. Nothing is sent then. */
export const DECLINED = {
  lost: 'The connection is lost: wait until it is back.',
  watching: 'You are watching: only the players can do that.',
  unanswered: 'The server has not answered yet: wait a moment.',
  over: 'The game is over.',
  on: 'The game is still on: finish it, or resign.',
  left: 'Your opponent has left.',
  asked: 'You asked for a rematch: wait for the answer.',
  hints: 'There are no hints between two people.',
  thinking: 'The computer still thinks about what you asked: wait a moment.',
  moves: 'Nobody has moved: there is nothing to review.',
};
