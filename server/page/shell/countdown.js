/** When a countdown on the screen shows the next second. */

import { SLOW_JOIN_MS } from '../core/view.js';

/** @import { State } from '../page' */

/** Added so that the second has surely passed. */
const MARGIN_MS = 5;

/**
 * In how many milliseconds to draw again; `null`: nothing counts down.
 * @param {State} state
 * @param {number} now
 */
export function untilNextSecond({ link, seen, joinedAt }, now) {
  const ends = [];
  if (link.kind === 'lost') ends.push(link.retryAt);
  if (joinedAt !== null && !seen) ends.push(joinedAt + SLOW_JOIN_MS);
  if (seen && seen.snapshot.ms_left !== null) ends.push(seen.at + seen.snapshot.ms_left);
  const ticks = ends.filter((end) => end > now).map((end) => ((end - now) % 1000) + MARGIN_MS);
  return ticks.length === 0 ? null : Math.min(...ticks);
}
