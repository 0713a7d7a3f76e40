/** What happened between two snapshots of a match. */

import { proposal } from './proposals.js';
import { playerName, subjectName } from './text.js';

/** @import { Mark, Snapshot } from '../protocol' */

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
 * The change in a sentence; `null` if the rest of the page says it, `undefined` without a change.
 * @param {Snapshot | undefined} before
 * @param {Snapshot} after
 */
export function changeText(before, after) {
  if (before && isNewPosition(before, after)) {
    const isTakenBack = before.game === after.game && before.takebacks !== after.takebacks;
    return isTakenBack && after.turn ? `${subjectName(after, after.turn)} took back a move.` : null;
  }
  const changes = MARKS.map((mark) => playerChange(mark, before, after));
  return changes.filter((text) => text !== undefined).at(-1);
}

/**
 * The viewer's own changes are not said. To a viewer who has just arrived, an absent opponent is news.
 * @param {Mark} mark
 * @param {Snapshot | undefined} before
 * @param {Snapshot} after
 */
function playerChange(mark, before, after) {
  const [was, is] = [before && proposal(before), proposal(after)];
  const [isOwn, player] = [after.you === mark, playerName(after, mark)];
  if (is?.by === mark && was?.by !== mark) return null;
  if (is?.declinedBy === mark && was?.declinedBy !== mark) {
    return isOwn ? null : `${player} declined the ${after.result ? 'rematch' : 'takeback'}.`;
  }
  if (was?.by === mark && is && !is.by && !is.declinedBy) {
    return isOwn ? null : `${player} withdrew the ${after.result ? 'rematch offer' : 'takeback request'}.`;
  }
  const { presence } = after.players[mark];
  if (isOwn || presence === (before?.players[mark].presence ?? 'online')) return undefined;
  if (presence === 'online') return is?.by ? null : `${player} is back.`;
  if (!before && (after.result || presence === 'left')) return undefined;
  return presence === 'away' ? `${player} lost the connection.` : `${player} has left.`;
}
