/** What happened between two snapshots of a match. */

import { proposal } from './proposals.js';

/** @import { Mark, Snapshot } from '../protocol' */
/** @import { MatchEvent } from '../page' */

/** @type {Mark[]} */
const MARKS = ['X', 'O'];

/**
 * @param {Snapshot | undefined} before
 * @param {Snapshot} after
 */
export function isNewPosition(before, after) {
  return (
    !before ||
    before.game !== after.game ||
    before.ply !== after.ply ||
    before.takebacks !== after.takebacks ||
    (before.result === null) !== (after.result === null)
  );
}

/**
 * @param {MatchEvent} last
 * @param {Snapshot | undefined} before
 * @param {Snapshot} after
 * @returns {MatchEvent}
 */
export function nextEvent(last, before, after) {
  const events = MARKS.flatMap((mark) => playerEvent(mark, before, after) ?? []);
  const newest = events.at(-1);
  // To a viewer who has just arrived, an absent player is news.
  if (!before) return newest?.kind === 'away' && after.result === null ? newest : { kind: 'position' };
  if (before.game === after.game && before.takebacks !== after.takebacks && after.turn) {
    return { kind: 'taken-back', mark: after.turn };
  }
  if (isNewPosition(before, after)) return { kind: 'position' };
  return newest ?? last;
}

/**
 * What happened to a player. The viewer's own connection is not reported here.
 * @param {Mark} mark
 * @param {Snapshot | undefined} before
 * @param {Snapshot} after
 * @returns {MatchEvent | null}
 */
function playerEvent(mark, before, after) {
  const [was, is] = [before && proposal(before), proposal(after)];
  if (is?.by === mark && was?.by !== mark) return { kind: 'offered', mark };
  if (is?.declinedBy === mark && was?.declinedBy !== mark) return { kind: 'declined', mark };
  if (was?.by === mark && is && !is.by && !is.declinedBy) return { kind: 'withdrawn', mark };
  const { presence } = after.players[mark];
  if (after.you === mark || presence === (before?.players[mark].presence ?? 'online')) return null;
  return { kind: presence === 'online' ? 'back' : presence, mark };
}
