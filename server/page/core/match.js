/** A match as its viewer sees it. */

import { otherMark } from './text.js';

/** The viewer's mark: `null` for a spectator, and for two players on one device. @param {Pick<Snapshot, 'you'>} match */
export function ownMark({ you }) {
  return you === 'both' ? null : you;
}

/** Whether the viewer plays the mark to move. @param {Snapshot} snapshot */
export function isOwnTurn({ you, turn }) {
  return turn !== null && (you === turn || you === 'both');
}

/** @param {{ players: { [mark in Mark]: { kind: string } } }} match */
export function isAgainstComputer({ players }) {
  return players.X.kind === 'computer' || players.O.kind === 'computer';
}

/** Whether the server keeps this game in its history. @param {Snapshot} snapshot */
export function isRecorded({ result, moves }) {
  return result !== null && result.reason !== 'cancelled' && moves.length > 0;
}

/**
 * What a player proposes and the other accepts or declines: to take a move back while the game runs, another game after
 * it. `null`: another game is impossible.
 * @param {Snapshot} snapshot
 * @returns {{ by?: Mark | undefined, declinedBy?: Mark | null | undefined } | null}
 */
export function proposalIn({ result, rematch, takeback }) {
  if (result) return rematch.open ? { by: rematch.offers[0], declinedBy: rematch.declined_by } : null;
  if (!takeback) return {};
  return 'asked_by' in takeback ? { by: takeback.asked_by } : { declinedBy: takeback.declined_by };
}

/** What the end means to the viewer: `decided` if it is not the viewer's. @type {(match: Snapshot) => BoardView['outcome']} */
export function outcomeOf({ result, series, you }) {
  if (!result) return null;
  const winner = series?.result ?? result.winner ?? 'draw';
  if (winner === 'draw') return result.reason === 'cancelled' ? 'decided' : 'draw';
  if (!you || you === 'both') return 'decided';
  return you === winner ? 'won' : 'lost';
}

/** Whether the viewer has played to the end against the computer at its best, which did not lose. @param {Snapshot} snapshot */
export function isUnbeaten(snapshot) {
  const { result, players } = snapshot;
  const own = ownMark(snapshot);
  const isPlayedOut = result?.reason === 'line' || result?.reason === 'full';
  return isPlayedOut && own !== null && result.winner !== own && players[otherMark(own)].level === 'perfect';
}

/**
 * Whether what can be played may have changed.
 * @param {Snapshot | null} before
 * @param {Snapshot} after
 */
export function isNewPosition(before, { game, ply, takebacks, result }) {
  const isSame = before?.game === game && before.ply === ply && before.takebacks === takebacks;
  return !isSame || (before.result === null) !== (result === null);
}
