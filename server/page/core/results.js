/** Results and scores, in words. */

import { hasPlaces, lineName } from './boards.js';
import { firstMark, otherMark, ownMark, playerName, subjectName } from './text.js';

/** @import { GameResult, Mark, Snapshot } from '../protocol' */

const STREAKS = ['Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth', 'Tenth'];

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
 * `With the diagonal. Third win in a row!`, `Bob resigned.`
 * @param {Snapshot} snapshot
 * @param {GameResult} result
 * @param {number} streak how many games in a row the viewer has won
 */
export function resultDetail(snapshot, result, streak) {
  if (lostToPerfect(snapshot) && hasPlaces(snapshot.rules)) return 'It never loses on this board.';
  const how = howItEnded(snapshot, result);
  if (streak < 2 || snapshot.you !== result.winner) return how;
  return `${how} ${STREAKS[streak - 2] ? `${STREAKS[streak - 2]} win` : `${streak} wins`} in a row!`;
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
 * Why a game that was cancelled has no rematch: the opponent is not there.
 * @param {Snapshot} snapshot
 * @param {Mark} opponent
 */
export function cancellationText(snapshot, opponent) {
  return `Game cancelled: ${missingText(snapshot, opponent)}`;
}

/**
 * @param {Snapshot} snapshot
 * @param {Mark} opponent
 */
function missingText(snapshot, opponent) {
  const how = snapshot.players[opponent].presence === 'left' ? 'left' : 'lost the connection';
  return `${playerName(snapshot, opponent)} ${how} before moving. It doesn't count.`;
}

/**
 * @param {Snapshot} snapshot
 * @param {GameResult} result
 */
function howItEnded(snapshot, { winner, reason, lines }) {
  const loser = winner && subjectName(snapshot, otherMark(winner));
  switch (reason) {
    case 'line':
      return lines[1] ? 'With two lines at once!' : `With ${lineName(snapshot.rules, lines[0] ?? [])}.`;
    case 'full':
      return 'The board is full.';
    case 'cancelled': {
      const missing = /** @type {Mark[]} */ (['X', 'O']).find(
        (mark) => snapshot.players[mark].presence !== 'online',
      );
      return missing
        ? missingText(snapshot, missing)
        : "A player did not move in time. The game doesn't count.";
    }
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
 * @param {number} streak
 * @param {Snapshot | undefined} before
 * @param {Snapshot} after
 */
export function nextStreak(streak, before, after) {
  const { score, result } = after;
  const you = ownMark(after);
  if (!you || (before && (before.result || !result))) return streak;
  if (result && result.winner !== you) return 0;
  if (before) return streak + 1;
  return score.draws + score[otherMark(you)] === 0 ? score[you] : 0;
}
