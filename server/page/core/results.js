/** Results and scores, in words. */

import { DEFAULT_BOARD, describe, lineName } from './boards.js';
import { firstMark, otherMark, playerName, subjectName } from './text.js';

/** @import { GameResult, Mark, Snapshot } from '../protocol' */
/** @import { SavedGame } from '../page' */

/**
 * `2–1`: the viewer's games first, or those of X.
 * @param {Snapshot} snapshot
 */
export function scoreText(snapshot) {
  const { score } = snapshot;
  const first = firstMark(snapshot);
  return `${score[first]}–${score[otherMark(first)]}`;
}

/**
 * `You won`, `You lost`, `Ann won`, `Draw`.
 * @param {Snapshot} snapshot
 * @param {GameResult} result
 */
export function resultTitle(snapshot, result) {
  return result.winner && snapshot.you === otherMark(result.winner)
    ? 'You lost'
    : resultHeadline(snapshot, result).replace('!', '');
}

/**
 * `You won!`, `The computer won`, `Draw`.
 * @param {Snapshot} snapshot
 * @param {GameResult} result
 */
export function resultHeadline(snapshot, { winner, reason }) {
  if (!winner) return reason === 'cancelled' ? 'Game cancelled' : 'Draw';
  return `${subjectName(snapshot, winner)} won${snapshot.you === winner ? '!' : ''}`;
}

/**
 * `With the diagonal. 3 wins in a row!`, `Bob resigned. You won the series, 2 to 1.`
 * @param {Snapshot} snapshot
 * @param {GameResult} result
 * @param {number} streak how many games in a row were won on this device
 */
export function resultDetail(snapshot, result, streak) {
  const isUsual = describe(snapshot.rules) === describe(DEFAULT_BOARD);
  const isHopeless = isUsual && lostToPerfect(snapshot);
  const how = isHopeless ? 'It never loses on this board.' : howItEnded(snapshot, result);
  const isStreak = streak > 1 && snapshot.you === result.winner;
  const more = seriesResult(snapshot) ?? (isStreak ? `${streak} wins in a row!` : null);
  return more ? `${how} ${more}` : how;
}

/** @param {Snapshot} snapshot */
function seriesResult(snapshot) {
  const { series, score } = snapshot;
  if (!series?.result) return null;
  if (series.result === 'draw') return `The series is a draw, ${score.X} to ${score.O}.`;
  const [won, lost] = [score[series.result], score[otherMark(series.result)]];
  return `${subjectName(snapshot, series.result)} won the series, ${won} to ${lost}.`;
}

/**
 * `Game 2 of 3`.
 * @param {Snapshot} snapshot
 */
export function seriesText({ series, score, result }) {
  if (!series) return null;
  const isCounted = result && result.reason !== 'cancelled';
  return `Game ${score.X + score.O + score.draws + (isCounted ? 0 : 1)} of ${series.best_of}`;
}

/**
 * Whether the viewer lost to the computer at its best, and may want an easier game.
 * @param {Snapshot} snapshot
 */
export function lostToPerfect(snapshot) {
  const { result, you, players } = snapshot;
  const winner = result?.reason === 'line' ? result.winner : null;
  return winner !== null && you === otherMark(winner) && players[winner].level === 'perfect';
}

/**
 * The headline and how the game ended, in one line: `You won! With the top row.`
 * @param {Snapshot} snapshot
 * @param {GameResult} result
 */
export function resultSentence(snapshot, result) {
  const end =
    result.reason === 'cancelled' ? ':' : result.winner && snapshot.you === result.winner ? '' : '.';
  return `${resultHeadline(snapshot, result)}${end} ${howItEnded(snapshot, result)}`;
}

/**
 * Why a game was cancelled: the player who is not there.
 * @param {Snapshot} snapshot
 */
function whyCancelled(snapshot) {
  const marks = /** @type {Mark[]} */ (['X', 'O']);
  const missing = marks.find((mark) => snapshot.players[mark].presence !== 'online');
  if (!missing) return 'A player did not move in time.';
  const how = snapshot.players[missing].presence === 'left' ? 'left' : 'lost the connection';
  const hasMoved = snapshot.moves.length > marks.indexOf(missing);
  return `${playerName(snapshot, missing)} ${how}${hasMoved ? '' : ' before moving'}.`;
}

/**
 * @param {Snapshot} snapshot
 * @param {GameResult} result
 */
function howItEnded(snapshot, { winner, reason, lines }) {
  const loser = winner && subjectName(snapshot, otherMark(winner));
  switch (reason) {
    case 'line':
      if (snapshot.rules.misere) return `${loser} completed ${lineName(snapshot.rules, lines[0] ?? [])}.`;
      if (lines.length !== 1) return `With ${lines.length} lines at once!`;
      return `With ${lineName(snapshot.rules, lines[0] ?? [])}.`;
    case 'full':
      return 'The board is full.';
    case 'cancelled':
      return `${whyCancelled(snapshot)} It doesn't count.`;
    case 'time':
      return `${loser} ran out of time.`;
    case 'resigned':
    case 'left':
      return `${loser} ${reason}.`;
    default:
      return '';
  }
}

/**
 * How many games in a row were won on this device, not counting those of two players here.
 * @param {SavedGame[]} games the newest first
 */
export function winsInARow(games) {
  const own = games.filter(({ you }) => you === 'X' || you === 'O');
  const unwon = own.findIndex(({ you, result }) => you !== result.winner);
  return unwon === -1 ? own.length : unwon;
}
