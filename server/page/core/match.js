/** A match as its viewer sees it. */

import { otherMark } from './text.js';

/** The viewer's mark: `null` for a spectator, and for two players on one device. @param {Pick<Snapshot, 'you'>} match */
export function ownMark({ you }) {
  return you === 'both' ? null : you;
}

/** @param {Snapshot} snapshot */
export function isOwnTurn({ you, turn }) {
  return turn !== null && (you === turn || you === 'both');
}

/** @param {{ players: { [mark in Mark]: { kind: string } } }} match */
export function isAgainstComputer({ players }) {
  return players.X.kind === 'computer' || players.O.kind === 'computer';
}

/** The server keeps it in its history. @param {Snapshot} snapshot */
export function isRecorded({ result, moves }) {
  return result !== null && result.reason !== 'cancelled' && moves.length > 0;
}

/**
 * A proposal is to take a move back while the game runs, and another game after it. `null`: another game is impossible.
 * @param {Snapshot} snapshot
 * @returns {{ by?: Mark | undefined, declinedBy?: Mark | null | undefined } | null}
 */
export function proposalIn({ result, rematch, takeback }) {
  if (result) return rematch.open ? { by: rematch.offers[0], declinedBy: rematch.declined_by } : null;
  if (!takeback) return {};
  return 'asked_by' in takeback ? { by: takeback.asked_by } : { declinedBy: takeback.declined_by };
}

/** `decided`: the end is not the viewer's. @type {(match: Snapshot) => BoardView['outcome']} */
export function outcomeOf({ result, series, you }) {
  if (!result) return null;
  const winner = series?.result ?? result.winner ?? 'draw';
  if (winner === 'draw') return result.reason === 'cancelled' ? 'decided' : 'draw';
  if (!you || you === 'both') return 'decided';
  return you === winner ? 'won' : 'lost';
}

/** The viewer has played to the end against the computer at its best, which did not lose. @param {Snapshot} snapshot */
export function isUnbeaten(snapshot) {
  const { result, players } = snapshot;
  const own = ownMark(snapshot);
  const isPlayedOut = result?.reason === 'line' || result?.reason === 'full';
  return isPlayedOut && own !== null && result.winner !== own && players[otherMark(own)].level === 'perfect';
}

/** Several squares of a hint are best, and others are worse. @type {(hint: Hint, match: Snapshot) => boolean} */
export const hasChoice = ({ cells }, { legal }) => cells.length > 1 && cells.length < legal.length;

/** @type {(before: Snapshot | null, after: Snapshot) => boolean} */
export const isNewPosition = (before, { game, ply, takebacks, result }) => {
  const isSame = before?.game === game && before.ply === ply && before.takebacks === takebacks;
  return !isSame || (before.result === null) !== (result === null);
};
