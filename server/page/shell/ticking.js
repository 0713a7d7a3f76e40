/** When what counts down on the screen shows another second. */

/** @import { State } from '../page' */

/** A bit more, so that the second has surely passed. */
const MARGIN_MS = 5;

/**
 * In how many milliseconds to draw again; `null` when nothing counts down.
 * @param {State} state
 * @param {number} now
 */
export function untilTick({ link, seen, waiting }, now) {
  const ends = [];
  if (link.kind === 'lost') ends.push(link.due);
  if (seen && seen.snapshot.ms_left !== null) ends.push(seen.at + seen.snapshot.ms_left);
  if (waiting && waiting.told.computer_in_ms !== null) ends.push(waiting.at + waiting.told.computer_in_ms);
  const ticks = ends.filter((end) => end > now).map((end) => ((end - now) % 1000) + MARGIN_MS);
  return ticks.length === 0 ? null : Math.min(...ticks);
}
