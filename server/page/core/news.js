/** What happened between two snapshots of a match: what the status tells. */

/** @import { Mark, Snapshot } from '../protocol' */
/** @import { News } from '../page' */

/** @type {Mark[]} */
const MARKS = ['X', 'O'];

/**
 * Whether it stands otherwise on the board: a move, another game, the end of one.
 * @param {Snapshot | undefined} before
 * @param {Snapshot} after
 */
export function isOtherPosition(before, after) {
  return (
    !before ||
    before.match !== after.match ||
    before.game !== after.game ||
    before.ply !== after.ply ||
    (before.result === null) !== (after.result === null)
  );
}

/**
 * The newest news: how it stands on the board, or what became of a player since then.
 * @param {News} news as they were
 * @param {Snapshot | undefined} before
 * @param {Snapshot} after
 * @returns {News}
 */
export function newsOf(news, before, after) {
  const told = before && before.match === after.match ? before : undefined;
  // Whoever is not there is news to whoever comes, and else once.
  const changes = MARKS.flatMap((mark) => changeOf(mark, told, after) ?? []);
  const newest = changes.at(-1);
  if (!told) return newest?.kind === 'away' && after.result === null ? newest : { kind: 'position' };
  if (isOtherPosition(told, after)) return { kind: 'position' };
  return newest ?? news;
}

/**
 * What became of a player. The viewer's own connection needs no telling.
 * @param {Mark} mark
 * @param {Snapshot | undefined} before
 * @param {Snapshot} after
 * @returns {News | null}
 */
function changeOf(mark, before, after) {
  if (isNew(before?.rematch.offers.includes(mark), after.rematch.offers.includes(mark))) {
    return { kind: 'offered', mark };
  }
  if (after.you === mark) return null;
  const was = before?.players[mark] ?? { left: false, connected: true };
  const is = after.players[mark];
  if (isNew(was.left, is.left)) return { kind: 'left', mark };
  if (is.left || was.connected === is.connected) return null;
  return { kind: is.connected ? 'back' : 'away', mark };
}

/**
 * @param {boolean | undefined} was
 * @param {boolean} is
 */
function isNew(was, is) {
  return is && !was;
}
