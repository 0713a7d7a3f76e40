/** When a countdown on the screen shows the next second. */

/** @import { State } from '../page' */

/** Added so that the second has surely passed. */
const MARGIN_MS = 5;

/**
 * In how many milliseconds to draw again; `null`: nothing counts down.
 * @param {State} state
 * @param {number} now
 */
export function untilNextSecond({ link, seen }, now) {
  const ends = [];
  if (link.kind === 'lost') ends.push(link.retryAt);
  if (seen && seen.snapshot.ms_left !== null) ends.push(seen.at + seen.snapshot.ms_left);
  const ticks = ends.filter((end) => end > now).map((end) => ((end - now) % 1000) + MARGIN_MS);
  return ticks.length === 0 ? null : Math.min(...ticks);
}
