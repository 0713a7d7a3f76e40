/**
 * What a player proposes and the other accepts or declines: to take a move back while the game runs, another game after
 * it.
 */

import { ownMark } from './text.js';

/** @import { Mark, Snapshot } from '../protocol' */
/** @import { State } from '../page' */

/**
 * Who has proposed, or has declined it; `null`: another game is impossible.
 * @param {Snapshot} snapshot
 * @returns {{ by?: Mark | undefined, declinedBy?: Mark | null | undefined } | null}
 */
export function proposal({ result, rematch, takeback }) {
  if (result) return rematch.open ? { by: rematch.offers[0], declinedBy: rematch.declined_by } : null;
  if (!takeback) return {};
  return 'asked_by' in takeback ? { by: takeback.asked_by } : { declinedBy: takeback.declined_by };
}

/**
 * The opponent who waits for the player's answer.
 * @param {State} state
 * @param {Snapshot} snapshot
 */
export function opponentsProposal(state, snapshot) {
  const you = ownMark(snapshot);
  const by = proposal(snapshot)?.by;
  if (!you || !by || by === you || hasProposed(state, snapshot)) return null;
  // An opponent who is away from a finished game may not come back for another one.
  return snapshot.result && snapshot.players[by].presence !== 'online' ? null : by;
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 */
export function hasProposed({ request }, snapshot) {
  const you = ownMark(snapshot);
  return you !== null && proposal(snapshot)?.by === you
    ? request?.about !== 'decline'
    : request?.about === 'rematch' || request?.about === 'take_back';
}

/**
 * Whether the viewer has a move that can be taken back.
 * @param {Snapshot} snapshot
 */
export function hasMoved(snapshot) {
  const isAnswered = snapshot.turn === ownMark(snapshot);
  return snapshot.ply > (isAnswered ? 1 : 0);
}
