/** Every state of the page: accessibility, narrow screens and golden files. */

import { NARROW, assertAccessible, assertFits, assertMatchesGolden } from '../harness/page-checks.js';
import { STATES } from '../harness/states.js';
import { test } from '../harness/test.js';

for (const { name, golden, reach } of STATES) {
  test(name, async (env, t) => {
    const player = await reach(env);
    if (golden) {
      await t.test('matches the golden file', () => assertMatchesGolden(player, name));
    }
    for (const scheme of /** @type {const} */ (['light', 'dark'])) {
      await t.test(`is accessible in ${scheme} colours`, () => assertAccessible(player, scheme));
    }
    await t.test('fits the narrowest screen', async () => {
      await player.page.setViewportSize(NARROW);
      await assertFits(player);
    });
  });
}
