/** What machines can tell of how a page looks and reads. */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

import axe from 'axe-core';

import { eventually } from './wait.js';

/** @typedef {import('./person.js').Person} Person */

/** The narrowest screen, in CSS pixels. */
export const NARROW = { width: 320, height: 568 };

/** What differs from run to run, and what stands in its place. */
const PASSING = /** @type {const} */ ([
  [/http:\/\/127\.0\.0\.1:\d+/g, 'http://SERVER'],
  [/\/watch\/\w+/g, '/watch/MATCH'],
  [/\d+:\d\d/g, '0:00'],
  [/in \d+ s/g, 'in 0 s'],
  [/\(try \d+\)/g, '(try 0)'],
]);

/**
 * Fails for what axe finds: https://github.com/dequelabs/axe-core.
 *
 * @param {Person} person
 * @param {'light' | 'dark'} colorScheme
 */
export async function assertAccessible({ page }, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe } =
      /** @type {typeof globalThis & { axe: import('axe-core').AxeResults & typeof import('axe-core') }} */ (
        globalThis
      );
    const { violations } = await axe.run(document, { preload: false, resultTypes: ['violations'] });
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    );
  });
  assert.equal(violations.join('\n\n'), '');
}

/**
 * Fails when something of the page lies beside the screen.
 *
 * @param {Person} person
 */
export async function assertFits({ page }) {
  await eventually(async () => {
    const [needed, has] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      window.innerWidth,
    ]);
    assert(Number(needed) <= Number(has), `the page needs ${needed} of ${has} pixels`);
  });
}

/**
 * Fails when the page reads otherwise than it did; with UPDATE_GOLDEN=1 this is how it reads from now on.
 *
 * @param {Person} person
 * @param {string} name
 */
export async function assertReadsAsEver({ page }, name) {
  const file = new URL(`../golden/${name.replaceAll(/\W+/g, '-')}.yaml`, import.meta.url);
  const read = async () =>
    PASSING.reduce(
      (text, [what, stand]) => text.replaceAll(what, stand),
      `${await page.locator('body').ariaSnapshot()}\n`,
    );
  if (process.env['UPDATE_GOLDEN'] === '1') {
    writeFileSync(file, await read());
  }
  const golden = readFileSync(file, 'utf8');
  await eventually(async () => assert.equal(await read(), golden, 'UPDATE_GOLDEN=1 keeps how it reads now'));
}
