/** The sound of a change of the state. */

import { isNewPosition } from './match.js';
import { markAt } from './replay.js';

/** After this long without a sound, the player may look elsewhere. */
const PAUSE_MS = 10_000;

/**
 * A move of the viewer sounds when it is sent.
 * @param {State} before
 * @param {State} after
 * @param {number} quietMs since the last sound
 * @returns {Sound | null}
 */
export function soundBetween(before, after, quietMs) {
  if (after.choices.sounds && !before.choices.sounds) return 'move';
  if (after.pending.move) return before.pending.move ? null : 'move';
  const [was, is] = [before.snapshot, after.snapshot];
  if (!was || !is || was.match !== is.match || was.game !== is.game || !isNewPosition(was, is)) return null;
  const { result, you, turn, moves, ply } = is;
  if (result?.winner) return you === result.winner ? 'win' : you === 'both' || !you ? 'other-move' : 'loss';
  if (ply <= was.ply || you === 'both' || markAt(is, moves.at(-1) ?? -1) === you) return null;
  return turn !== null && turn === you && quietMs >= PAUSE_MS ? 'your-turn' : 'other-move';
}
