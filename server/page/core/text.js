/**
 * Words and sentences about a match, the same as the terminal client's. They address the viewer of a snapshot as "you",
 * and name the other players.
 */

import { cellName } from './boards.js';

/** @import { Mark, Snapshot } from '../protocol' */

/** @param {string[]} words */
export function joinOr(words) {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/**
 * @param {number} count
 * @param {string} what
 */
export function counted(count, what) {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/** @param {string} time in RFC 3339 */
export function dateText(time) {
  return new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' }).format(Date.parse(time));
}

/** @param {number} games */
export function seriesName(games) {
  return `best of ${games}`;
}

/**
 * Rounded up, so that 0 is shown only when no time is left.
 * @param {number} ms
 */
export function secondsLeft(ms) {
  return Math.max(0, Math.ceil(ms / 1000));
}

/** @param {number} seconds */
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
 * The viewer's mark: `null` for a spectator, and for two players on one device.
 * @param {Snapshot} snapshot
 */
export function ownMark({ you }) {
  return you === 'both' ? null : you;
}

/**
 * The mark shown first: the viewer's, or that of the player who was X in the first game.
 * @param {Snapshot} snapshot
 */
export function firstMark(snapshot) {
  return ownMark(snapshot) ?? (snapshot.game % 2 === 1 ? 'X' : 'O');
}

/**
 * Whether the viewer plays the mark to move.
 * @param {Snapshot} snapshot
 */
export function isOwnTurn({ you, turn }) {
  return turn !== null && (you === turn || you === 'both');
}

/** @param {{ players: { [mark in Mark]: { kind: string } } }} match */
export function isAgainstComputer({ players }) {
  return players.X.kind === 'computer' || players.O.kind === 'computer';
}

/**
 * A player's name at the start of a sentence: in quotes if it could be mistaken for the reader or the computer.
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 */
export function playerName(snapshot, mark) {
  const { name, kind } = snapshot.players[mark];
  if (kind === 'computer') return 'The computer';
  return /^(the )?(your?$|computer)/i.test(name) ? `"${name}"` : name;
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
  return subjectName(snapshot, mark).replace(/^(You|The computer)$/, (name) => name.toLowerCase());
}

/**
 * `Your turn`, `Bob is thinking...`, `Bob is away`, for a spectator and two players on one device `Ann's turn`.
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 */
export function turnText(snapshot, mark) {
  if (snapshot.you === mark) return 'Your turn';
  const player = playerName(snapshot, mark);
  if (!ownMark(snapshot)) return `${player}'s turn`;
  return snapshot.players[mark].presence === 'away' ? `${player} is away` : `${player} is thinking...`;
}

/**
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 * @param {number} cell
 */
export function moveText(snapshot, mark, cell) {
  return `${subjectName(snapshot, mark)} played ${cellName(snapshot.rules, cell)}.`;
}

/**
 * `You are X and go first.`, `You are O. Bob goes first.`, `Ann is X and goes first.`
 * @param {Snapshot} snapshot
 */
export function beginText(snapshot) {
  if (snapshot.you === 'X') return 'You are X and go first.';
  const first = playerName(snapshot, 'X');
  return snapshot.you === 'O' ? `You are O. ${first} goes first.` : `${first} is X and goes first.`;
}

/**
 * `top left, centre or top right`, `a1, b1, c1, d1, e1, f1, g1, h1 or others`.
 * @param {Snapshot} snapshot
 * @param {number[]} cells
 */
export function cellChoices({ rules }, cells, most = 9) {
  const names = cells.map((cell) => cellName(rules, cell));
  return joinOr(names.length > most ? [...names.slice(0, most - 1), 'others'] : names);
}

/**
 * @param {Snapshot} snapshot
 * @param {Mark} mark whose turn it is
 */
export function notYourTurnText(snapshot, mark) {
  return `${playerName(snapshot, mark)} is thinking.`;
}

/** Why something that the player asks for is not sent. */
export const DECLINED = {
  lost: 'The connection is lost. Wait until it is back.',
  watching: 'You are watching. Only the players can do that.',
  unanswered: 'Waiting for the server.',
  over: 'The game is over. Start another one.',
  on: 'The game is not over yet.',
  taken: 'That square is taken. Pick an empty one.',
  left: 'Your opponent has left. Press New opponent.',
  asked: 'Rematch offered. Waiting for an answer...',
  hints: 'Hints are only for games against the computer.',
  thinking: 'The computer is still thinking.',
  nothing_to_take_back: 'You have no move to take back.',
  too_many_reactions: 'Too many reactions. Wait a moment.',
};
