/** Results and scores, in words. */

import { cellName } from './boards.js';
import { counted, objectName, otherMark, ownMark, playerName, subjectName } from './text.js';

/** @import { GameResult, Mark, Snapshot } from '../protocol' */

/**
 * `You won: 1-5-9.`
 * @param {Snapshot} snapshot
 */
export function resultText(snapshot) {
  return snapshot.result ? `${outcomeText(snapshot, snapshot.result)}.` : null;
}

/**
 * `Score 2-1, 0 draws.`, for a spectator `Score Ann 2, Bob 1, 0 draws.`
 * @param {Snapshot} snapshot
 */
export function scoreSentence(snapshot) {
  const { score } = snapshot;
  if (ownMark(snapshot)) return `Score ${scoreText(snapshot)}.`;
  const of = (/** @type {Mark} */ mark) => `${playerName(snapshot, mark)} ${score[mark]}`;
  return `Score ${of('X')}, ${of('O')}, ${counted(score.draws, 'draw')}.`;
}

/**
 * `2-1, 0 draws`: the viewer's games first, or those of X.
 * @param {Snapshot} snapshot
 */
export function scoreText(snapshot) {
  const { score } = snapshot;
  const first = ownMark(snapshot) ?? 'X';
  return `${score[first]}-${score[otherMark(first)]}, ${counted(score.draws, 'draw')}`;
}

/**
 * `You won`, `You lost`, `Ann won`, `Draw`.
 * @param {Snapshot} snapshot
 * @param {GameResult} result
 */
export function resultTitle(snapshot, { winner, reason }) {
  if (!winner) return reason === 'cancelled' ? 'Cancelled' : 'Draw';
  if (snapshot.you === otherMark(winner)) return 'You lost';
  return `${subjectName(snapshot, winner)} won`;
}

/**
 * Why a game that was cancelled has no rematch: the opponent is not there.
 * @param {Snapshot} snapshot
 * @param {Mark} opponent
 */
export function cancellationText(snapshot, opponent) {
  const gone = snapshot.players[opponent].presence === 'left' ? 'has left' : 'is gone';
  return `Cancelled: ${playerName(snapshot, opponent)} ${gone}, so the game does not count.`;
}

/**
 * @param {Snapshot} snapshot
 * @param {GameResult} result
 */
function outcomeText(snapshot, { winner, reason, lines }) {
  if (!winner) {
    const cancelled = 'Cancelled: a player never moved, so the game does not count';
    return reason === 'cancelled' ? cancelled : 'A draw';
  }
  const loser = otherMark(winner);
  const theyWon = `${objectName(snapshot, winner)} won`;
  switch (reason) {
    case 'line':
      return `${subjectName(snapshot, winner)} won: ${linesText(snapshot, lines)}`;
    case 'resigned':
      return `${subjectName(snapshot, loser)} resigned: ${theyWon}`;
    case 'left':
      return `${subjectName(snapshot, loser)} left: ${theyWon}`;
    case 'time':
      return `${snapshot.you === loser ? 'Your' : `${playerName(snapshot, loser)}'s`} time ran out: ${theyWon}`;
    default:
      return `${subjectName(snapshot, winner)} won`;
  }
}

/**
 * `1-5-9 and 3-5-7`.
 * @param {Snapshot} snapshot
 * @param {number[][]} lines
 */
function linesText({ rules }, lines) {
  return lines.map((line) => line.map((cell) => cellName(rules, cell)).join('-')).join(' and ');
}
