/** Every state of the page: for everybody, on narrow screens, and as it ever reads. */

import { NARROW, assertAccessible, assertFits, assertReadsAsEver } from '../harness/looks.js';
import { STATES } from '../harness/states.js';
import { test } from '../harness/test.js';

for (const { name, golden, reach } of STATES) {
  test(name, async (scene, t) => {
    const person = await reach(scene);
    if (golden) {
      await t.test('reads as ever', () => assertReadsAsEver(person, name));
    }
    for (const scheme of /** @type {const} */ (['light', 'dark'])) {
      await t.test(`is accessible when it is ${scheme}`, () => assertAccessible(person, scheme));
    }
    await t.test('fits the narrowest screen', async () => {
      await person.page.setViewportSize(NARROW);
      await assertFits(person);
    });
  });
}
