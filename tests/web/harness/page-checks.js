/** Checks of a whole page: accessibility, layout, and its text as a golden file. */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

import axe from 'axe-core';

import { eventually } from './wait.js';

/** @typedef {import('./player.js').Player} Player */

/** The narrowest screen, in CSS pixels. */
export const NARROW = { width: 320, height: 568 };

/** What differs from run to run, or is alike in every state, and its replacement in golden files. */
const REPLACEMENTS = /** @type {const} */ ([
  [
    /^  - heading "Tic-tac-toe" \[level=1\]:\n.* link "Tic-tac-toe":\n.*\/url: \/\n.* Your name\n.*"Your name": Ann\n.*"Sounds"\n/m,
    '  - HEADER\n',
  ],
  [/^( *)- gridcell "(.*)":\n +- button "\2"/gm, '$1- CELL "$2"'],
  [/^( *)- row ".*":$/gm, '$1- ROW'],
  [/^( *)- option "1"( \[selected\])?\n(\1- option "\d+"( \[selected\])?\n){14}/gm, '$1- 1 TO 15\n'],
  [/127\.0\.0\.1:\d+/g, 'SERVER'],
  [/\/watch\/\w+/g, '/watch/MATCH'],
  [/\/games#\w+/g, '/games#MATCH'],
  [/\b[a-z]+-[a-z]+-\d+\b/g, 'WORD'],
  [/\b[A-Z][a-z]{2} \d{1,2}\b/g, 'DATE'],
  [/\d+:\d\d/g, '0:00'],
  [/in \d+ s/g, 'in 0 s'],
  [/for \d+ s/g, 'for 0 s'],
]);

/**
 * Fails if axe finds a violation: https://github.com/dequelabs/axe-core. Only the contrast depends on the colours: in
 * dark ones nothing else is checked.
 *
 * @param {Player} player
 * @param {'light' | 'dark'} colorScheme light first
 */
export async function assertAccessible({ page }, colorScheme) {
  await page.emulateMedia({ colorScheme });
  if (colorScheme === 'light') await page.evaluate(axe.source);
  const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {};
  const violations = await page.evaluate(async (rules) => {
    const { axe } =
      /** @type {typeof globalThis & { axe: import('axe-core').AxeResults & typeof import('axe-core') }} */ (
        globalThis
      );
    const { violations } = await axe.run(document, { preload: false, resultTypes: ['violations'], ...rules });
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    );
  }, rules);
  assert.equal(violations.join('\n\n'), '');
}

/** Fails if the page is wider than the screen. @param {Player} player */
export async function assertFits({ page }) {
  await eventually(async () => {
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert(excess <= 0, `the page is ${excess} pixels too wide`);
  });
}

/**
 * Fails if the page's accessibility tree differs from the golden file. UPDATE_GOLDEN=1 updates the file.
 *
 * @param {Player} player
 * @param {string} name
 */
export async function assertMatchesGolden({ page }, name) {
  const file = new URL(`../golden/${name.replaceAll(/\W+/g, '-')}.yaml`, import.meta.url);
  const read = async () =>
    REPLACEMENTS.reduce(
      (text, [pattern, replacement]) => text.replace(pattern, replacement),
      `${await page.locator('body').ariaSnapshot()}\n`,
    );
  if (process.env['UPDATE_GOLDEN'] === '1') {
    writeFileSync(file, await read());
  }
  const golden = readFileSync(file, 'utf8');
  await eventually(async () => assert.equal(await read(), golden, 'UPDATE_GOLDEN=1 accepts this'));
}
