/** What happened between two snapshots of a match. */

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
  if (after.rematch.offers.includes(mark) && !before?.rematch.offers.includes(mark)) {
    return { kind: 'offered', mark };
  }
  const { open, offers, declined_by } = after.rematch;
  if (before?.rematch.offers.includes(mark) && !offers.includes(mark) && open && !declined_by) {
    return { kind: 'withdrawn', mark };
  }
  if (after.rematch.declined_by === mark && before?.rematch.declined_by !== mark) {
    return { kind: 'declined', mark };
  }
  const { presence } = after.players[mark];
  if (after.you === mark || presence === (before?.players[mark].presence ?? 'online')) return null;
  return { kind: presence === 'online' ? 'back' : presence, mark };
}
