/**
 * Takes screenshots of every state of the page: npm run screenshots -- FOLDER [ENGINE]
 *
 * Chromium reaches every state. Another engine shows copies of its documents.
 */

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { launch } from './harness/chromium.js';
import { copyDocument, isComplete, isPainted, showCopy } from './harness/engines/copy.js';
import { startEngine } from './harness/engines/engine.js';
import { TestEnv } from './harness/env.js';
import { Server } from './harness/server.js';
import { STATES } from './harness/states.js';
import { eventually } from './harness/wait.js';

/** @typedef {import('./harness/engines/engine.js').Size} Size */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ screenshot(): Promise<Uint8Array>, evaluate<R>(run: () => R): Promise<R> }} View */

/** @type {Record<string, Size>} */
const SCREENS = {
  phone: { width: 360, height: 740 },
  'large-phone': { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1280, height: 800 },
};

const [folder, engineName = 'chromium'] = process.argv.slice(2);
if (folder === undefined) {
  throw new Error('Name a folder: npm run screenshots -- FOLDER [ENGINE]');
}
mkdirSync(folder, { recursive: true });
const browser = await launch();
const viewers = await Promise.all([viewer('light', ''), viewer('dark', '-dark')]);
for (const { name, reach } of STATES) {
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    const env = new TestEnv(browser);
    try {
      const { page } = await reach(env, { viewport, hasTouch: screen !== 'desk' });
      for (const { view, suffix } of viewers) {
        await take(await view(page, viewport), `${name.replaceAll(/\W+/g, '-')}-${screen}${suffix}`);
      }
    } finally {
      await env.end();
    }
  }
}
for (const { end } of viewers) {
  await end();
}
await browser.close();

/**
 * What shows the page of Chromium: itself, or a copy in another engine.
 *
 * @param {import('./harness/engines/engine.js').ColorScheme} colorScheme
 * @param {string} suffix of its screenshots
 */
async function viewer(colorScheme, suffix) {
  if (engineName === 'chromium') {
    const view = async (/** @type {Page} */ page) => {
      await page.emulateMedia({ colorScheme });
      return page;
    };
    return { view, suffix, end: async () => {} };
  }
  const styles = await fetchStyles();
  const engine = await startEngine(engineName, colorScheme);
  const tab = await engine.newTab();
  const view = async (/** @type {Page} */ page, /** @type {Size} */ size) => {
    await tab.resize(size);
    await tab.evaluate(showCopy, await page.evaluate(copyDocument, styles));
    await eventually(async () => assert(await tab.evaluate(isComplete)));
    await tab.evaluate(isPainted);
    return tab;
  };
  const end = async () => {
    await tab.close();
    await engine.end();
  };
  return { view, suffix, end };
}

/** The page's styles, from a server of their own: that of a state may be down. */
async function fetchStyles() {
  const server = await Server.start();
  try {
    return await (await fetch(`${server.origin}/page/style.css`)).text();
  } finally {
    await server.end();
  }
}

/**
 * Takes a screenshot of the top, and one of the bottom if not everything fits.
 *
 * @param {View} view
 * @param {string} name
 */
async function take(view, name) {
  save(name, await view.screenshot());
  const isLonger = await view.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    return window.scrollY > 0;
  });
  if (isLonger) {
    save(`${name}-bottom`, await view.screenshot());
    await view.evaluate(() => window.scrollTo(0, 0));
  }
}

/**
 * @param {string} name
 * @param {Uint8Array} png
 */
function save(name, png) {
  writeFileSync(join(/** @type {string} */ (folder), `${name}.png`), png);
}
