/** Takes screenshots of every state of the page: npm run screenshots -- FOLDER */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { launch } from './harness/chromium.js';
import { TestEnv } from './harness/env.js';
import { STATES } from './harness/states.js';

/** @typedef {import('playwright-core').BrowserContextOptions} Options */

/** @type {Record<string, Options>} */
const DEVICES = {
  phone: { viewport: { width: 360, height: 740 }, colorScheme: 'light', hasTouch: true, isMobile: true },
  'phone-dark': {
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
    hasTouch: true,
    isMobile: true,
  },
  tablet: { viewport: { width: 768, height: 1024 }, colorScheme: 'light', hasTouch: true },
  desk: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  'desk-dark': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
};

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  throw new Error('Name a folder: npm run screenshots -- FOLDER');
}
mkdirSync(folder, { recursive: true });
const browser = await launch();
for (const { name, reach } of STATES) {
  for (const [device, options] of Object.entries(DEVICES)) {
    const env = new TestEnv(browser);
    try {
      const { page } = await reach(env, options);
      await page.screenshot({
        path: join(folder, `${name.replaceAll(/\W+/g, '-')}-${device}.png`),
        fullPage: true,
      });
    } finally {
      await env.end();
    }
  }
}
await browser.close();
