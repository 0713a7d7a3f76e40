/** Polling with one deadline for all tests. */

/** Long enough for a loaded machine. */
export const DEADLINE_MS = 30_000;

const POLL_MS = 25;

/**
 * Repeats the check until it no longer throws, and returns its result.
 *
 * @template T
 * @param {() => T | Promise<T>} check
 * @returns {Promise<T>}
 * @throws the check's last error, after the deadline
 */
export async function eventually(check) {
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) {
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
