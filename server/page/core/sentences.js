/**
 * Sentences about a match, in the same words as the terminal client: the viewer is "you", the other players have names.
 */

import { DEFAULT_BOARD, describe, lineName, numberWord } from './boards.js';
import { isUnbeaten, ownMark } from './match.js';
import { isolated, otherMark } from './text.js';

/** @type {Record<EndedBy['cause'], string>} */
const CANCELLED_BECAUSE = {
  resigned: 'resigned',
  out_of_time: 'did not move in time',
  left: 'left before moving',
  disconnected: 'lost the connection before moving',
};

/** How the loser ended a game early. @type {Record<string, string>} */
const GAVE_UP = { resigned: 'resigned', time: 'ran out of time', left: 'left' };

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

/** `Diagonal.`, `2 to 1. Last game: diagonal.` @type {ResultText} */
export const resultDetail = (match, result) => {
  const { series, score, rules } = match;
  const end = endText(match, result);
  if (series?.result) {
    const won = series.result === 'draw' ? 'X' : series.result;
    const last = result.reason === 'line' && !rules.misere ? end.charAt(0).toLowerCase() + end.slice(1) : end;
    return `${score[won]} to ${score[otherMark(won)]}. Last game: ${last}`;
  }
  if (!isUnbeaten(match) || describe(rules) !== describe(DEFAULT_BOARD)) return end;
  const drawn = ': a draw is the best there is. Well played!';
  return `Perfect never loses on this board${result.winner ? '.' : drawn}`;
};

/** The game's end behind its last move: `You won with the top row!`, `Then Bob resigned.` @type {ResultText} */
export const endSentence = (match, result) => {
  const { winner, reason } = result;
  const loser = winner && objectName(match, otherMark(winner));
  return loser && reason in GAVE_UP ? `Then ${loser} ${GAVE_UP[reason]}.` : resultSentence(match, result);
};

/** How the game ended, in one line. @type {ResultText} */
const resultSentence = (match, result) => {
  const headline = gameHeadline(match, result);
  const end = headline.endsWith('!') ? '' : '.';
  if (result.reason === 'line' && !match.rules.misere)
    return headline.replace(/!?$/, ` with ${winningLines(match, result)}$&`) + end;
  if (result.reason === 'cancelled' && result.ended_by)
    return `${headline}: ${cancelledBecause(match, result.ended_by, objectName)}. It doesn't count.`;
  return `${headline}${end} ${endText(match, result)}`;
};

/** @type {ResultText} */
const endText = (match, result) => {
  const { winner, reason, lines, ended_by } = result;
  const loser = winner && subjectName(match, otherMark(winner));
  const line = winningLines(match, result);
  switch (reason) {
    case 'line':
      if (match.rules.misere) return `${loser} completed ${lineName(match.rules, lines[0] ?? [])}.`;
      return capitalized(line.replace(/^the /, '')) + (lines.length > 1 ? '!' : '.');
    case 'full':
      return 'The board is full.';
    case 'cancelled':
      return `${ended_by ? `${cancelledBecause(match, ended_by)}. ` : ''}It doesn't count.`;
    default:
      return `${loser} ${GAVE_UP[reason]}.`;
  }
};

/** `the top row`, `two lines at once` @type {ResultText} */
const winningLines = ({ rules }, { lines }) =>
  lines.length > 1 ? `${numberWord(lines.length)} lines at once` : lineName(rules, lines[0] ?? []);

/** @param {string} text */
const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** `Bob left before moving` @type {(match: Snapshot, endedBy: EndedBy, name?: PlayerText) => string} */
const cancelledBecause = (match, { mark, cause }, name = subjectName) => {
  const hasMoved = mark === 'X' && match.moves.length > 0;
  return `${name(match, mark)} ${cause === 'left' && hasMoved ? 'left' : CANCELLED_BECAUSE[cause]}`;
};

/** Why the player is looking for an opponent again. @param {Cancellation} cancellation */
export function cancellationText(cancellation) {
  if ('host' in cancellation) return `${isolated(cancellation.host ?? 'This player')} is already playing.`;
  const ended = cancellation.result?.ended_by;
  return ended
    ? `${cancelledBecause(cancellation, ended)}, so the game was cancelled.`
    : 'The game was cancelled.';
}
