/** Waiting for what must come: the one deadline, and looking again until it holds. */

/** Long enough for a loaded machine, in milliseconds; whoever waits longer waits in vain. */
export const DEADLINE = 30_000;

/** How often it is looked, in milliseconds. */
const LOOK = 25;

/**
 * Looks again and again until the check no longer throws, and gives what it gives.
 *
 * @template T
 * @param {() => T | Promise<T>} check
 * @returns {Promise<T>}
 * @throws what the check threw last, when the deadline has passed
 */
export async function eventually(check) {
  const end = performance.now() + DEADLINE;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) {
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}
