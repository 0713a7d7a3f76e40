/** What happened between two snapshots of a match. */

import { MARKS } from './match.js';

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
 * @param {Match | null} before
 * @param {Match} after
 */
export function changeText(before, after) {
  const [was, is] = [before?.snapshot, after.snapshot];
  if (was && isNewPosition(was, is)) {
    const isTakenBack = was.game === is.game && was.takebacks !== is.takebacks;
    return isTakenBack && is.turn ? `${after.subjectName(is.turn)} took back a move.` : null;
  }
  const changes = MARKS.map((mark) => playerChange(mark, before, after));
  return changes.filter((text) => text !== undefined).at(-1);
}

/**
 * The viewer's own changes are not said. To a viewer who has just arrived, an absent opponent is news.
 * @param {Mark} mark
 * @param {Match | null} before
 * @param {Match} after
 */
function playerChange(mark, before, after) {
  const [was, is] = [before?.proposal, after.proposal];
  const { result, you, players } = after.snapshot;
  const [isOwn, player] = [you === mark, after.playerName(mark)];
  if (is?.by === mark && was?.by !== mark) return null;
  if (is?.declinedBy === mark && was?.declinedBy !== mark) {
    return isOwn ? null : `${player} declined the ${result ? 'rematch' : 'takeback'}.`;
  }
  if (was?.by === mark && is && !is.by && !is.declinedBy) {
    return isOwn ? null : `${player} withdrew the ${result ? 'rematch offer' : 'takeback request'}.`;
  }
  const { presence } = players[mark];
  if (isOwn || presence === (before?.snapshot.players[mark].presence ?? 'online')) return undefined;
  if (presence === 'online') return is?.by ? null : `${player} is back.`;
  if (!before && (result || presence === 'left')) return undefined;
  return presence === 'away' ? `${player} lost the connection.` : `${player} has left.`;
}
