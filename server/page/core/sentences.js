/**
 * Sentences about a match, in the same words as the terminal client: the viewer is "you", the other players have names.
 */

import { DEFAULT_BOARD, describe, lineName } from './boards.js';
import { isUnbeaten, ownMark } from './match.js';
import { isolated, otherMark } from './text.js';

/** @type {Record<EndedBy['cause'], string>} */
const CANCELLED_BECAUSE = {
  resigned: 'resigned',
  out_of_time: 'did not move in time',
  left: 'left before moving',
  disconnected: 'lost the connection before moving',
};

/**
 * A player's name at the start of a sentence: in quotes if it could be mistaken for the reader or the computer.
 * @type {PlayerText}
 */
export const playerName = ({ players }, mark) => {
  const { name, kind } = players[mark];
  if (kind === 'computer') return 'The computer';
  return /^(the )?(your?$|computer)/i.test(name) ? `"${name}"` : isolated(name);
};

/** @type {PlayerText} */
export const subjectName = (match, mark) => (match.you === mark ? 'You' : playerName(match, mark));

/** @type {PlayerText} */
export const objectName = (match, mark) =>
  subjectName(match, mark).replace(/^(You|The computer)$/, (name) => name.toLowerCase());

/**
 * `Your turn`, `Bob is thinking...`, `Bob is away`, for a spectator and two players on one device `Ann's turn`.
 * @type {PlayerText}
 */
export const turnText = (match, mark) => {
  if (match.you === mark) return 'Your turn';
  const player = playerName(match, mark);
  if (ownMark(match) === null) return `${player}'s turn`;
  return match.players[mark].presence === 'away' ? `${player} is away` : `${player} is thinking...`;
};

/** `You are X and go first.`, `You are O. Bob goes first.`, `Ann is X and goes first.` @param {Snapshot} match */
export function beginText(match) {
  if (match.you === 'X') return 'You are X and go first.';
  const first = playerName(match, 'X');
  return match.you === 'O' ? `You are O. ${first} goes first.` : `${first} is X and goes first.`;
}

/** The text of the button that starts another game. @param {Snapshot} match */
export function nextGameText({ series }) {
  if (!series) return 'Rematch';
  return series.result ? 'New series' : 'Next game';
}

/** `You won!`, `The computer won`, `Draw`, `You won the series!` @type {ResultText} */
export const resultHeadline = (match, result) => {
  const { series, you } = match;
  if (!series?.result) return gameHeadline(match, result);
  if (series.result === 'draw') return 'The series is a draw';
  return `${subjectName(match, series.result)} won the series${series.result === you ? '!' : ''}`;
};

/** @type {ResultText} */
const gameHeadline = (match, { winner, reason }) => {
  if (!winner) return reason === 'cancelled' ? 'Game cancelled' : 'Draw';
  return `${subjectName(match, winner)} won${match.you === winner ? '!' : ''}`;
};

/** `With the diagonal.`, `2 to 1. Last game: diagonal.` @type {ResultText} */
export const resultDetail = (match, result) => {
  const { series, score, rules } = match;
  const end = endText(match, result);
  if (series?.result) {
    const won = series.result === 'draw' ? 'X' : series.result;
    return `${score[won]} to ${score[otherMark(won)]}. Last game: ${end.replace(/^With (the )?/, '')}`;
  }
  if (!isUnbeaten(match) || describe(rules) !== describe(DEFAULT_BOARD)) return end;
  const drawn = ': a draw is the best there is. Well played!';
  return `Perfect never loses on this board${result.winner ? '.' : drawn}`;
};

/** The result in one line: `You won! With the top row.` @type {ResultText} */
export const resultSentence = (match, result) => {
  const headline = gameHeadline(match, result);
  return `${headline}${headline.endsWith('!') ? '' : '.'} ${endText(match, result)}`;
};

/** @type {ResultText} */
const endText = (match, { winner, reason, lines, ended_by }) => {
  const { rules } = match;
  const loser = winner && subjectName(match, otherMark(winner));
  const line = lineName(rules, lines[0] ?? []);
  switch (reason) {
    case 'line':
      if (rules.misere) return `${loser} completed ${line}.`;
      return lines.length > 1 ? `With ${lines.length} lines at once!` : `With ${line}.`;
    case 'full':
      return 'The board is full.';
    case 'cancelled':
      return `${ended_by ? `${cancelledBecause(match, ended_by)}. ` : ''}It doesn't count.`;
    case 'time':
      return `${loser} ran out of time.`;
    case 'resigned':
    case 'left':
      return `${loser} ${reason}.`;
    default:
      return '';
  }
};

/** `Bob left before moving` @type {(match: Snapshot, endedBy: EndedBy) => string} */
const cancelledBecause = (match, { mark, cause }) =>
  `${subjectName(match, mark)} ${CANCELLED_BECAUSE[cause]}`;

/** Why the player is looking for an opponent again. @param {Cancellation} cancellation */
export function cancellationText(cancellation) {
  if ('host' in cancellation) return `${isolated(cancellation.host ?? 'This player')} is already playing.`;
  const ended = cancellation.result?.ended_by;
  return ended
    ? `${cancelledBecause(cancellation, ended)}, so the game was cancelled.`
    : 'The game was cancelled.';
}
