/** How a game ended, in words. */

import { cellName } from './boards.js';
import { asSubject, counted, otherMark, playerName, withinSentence } from './words.js';

/** @import { GameResult, Mark, Snapshot } from '../protocol' */

/**
 * How it ended: `You won: 1-5-9.`; `null` while it is on.
 * @param {Snapshot} snapshot
 */
export function resultWords(snapshot) {
  return snapshot.result ? `${outcome(snapshot, snapshot.result)}.` : null;
}

/**
 * The score with its names: `Score 2-1, 0 draws.`, the viewer's games first.
 * @param {Snapshot} snapshot
 */
export function scoreSentence(snapshot) {
  const { score, you } = snapshot;
  if (you) return `Score ${scoreWords(snapshot)}.`;
  const of = (/** @type {Mark} */ mark) => `${playerName(snapshot, mark)} ${score[mark]}`;
  return `Score ${of('X')}, ${of('O')}, ${counted(score.draws, 'draw')}.`;
}

/**
 * The score: `2-1, 0 draws`, the viewer's games first, or those of X.
 * @param {Snapshot} snapshot
 */
export function scoreWords({ score, you }) {
  const first = you ?? 'X';
  return `${score[first]}-${score[otherMark(first)]}, ${counted(score.draws, 'draw')}`;
}

/**
 * The result in two words, for a title: `You won`, `You lost`, `Ann won`, `Draw`.
 * @param {Snapshot} snapshot
 * @param {GameResult} result
 */
export function resultTitle(snapshot, { winner, reason }) {
  if (!winner) return reason === 'called_off' ? 'Called off' : 'Draw';
  if (snapshot.you === otherMark(winner)) return 'You lost';
  return `${asSubject(snapshot, winner)} won`;
}

/**
 * @param {Snapshot} snapshot
 * @param {GameResult} result
 */
function outcome(snapshot, { winner, reason, lines }) {
  if (!winner) {
    const calledOff = 'Called off: a player never moved, so the game does not count';
    return reason === 'called_off' ? calledOff : 'A draw';
  }
  const loser = otherMark(winner);
  const theyWon = `${withinSentence(snapshot, winner)} won`;
  switch (reason) {
    case 'line':
      return `${asSubject(snapshot, winner)} won: ${lineWords(snapshot, lines)}`;
    case 'resigned':
      return `${asSubject(snapshot, loser)} resigned: ${theyWon}`;
    case 'left':
      return `${asSubject(snapshot, loser)} left: ${theyWon}`;
    case 'time':
      return `${snapshot.you === loser ? 'Your' : `${playerName(snapshot, loser)}'s`} time ran out: ${theyWon}`;
    default:
      return `${asSubject(snapshot, winner)} won`;
  }
}

/**
 * The winning lines: `1-5-9 and 3-5-7`.
 * @param {Snapshot} snapshot
 * @param {number[][]} lines
 */
function lineWords({ rules }, lines) {
  return lines.map((line) => line.map((cell) => cellName(rules, cell)).join('-')).join(' and ');
}
