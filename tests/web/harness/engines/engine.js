/** Browser engines behind one small interface, which all of them can implement. */

import { startChromium, startFirefox } from './puppeteer.js';
import { startWebkit } from './webkit.js';

/**
 * A page with a storage of its own.
 *
 * @typedef {object} Tab
 * @property {(url: string) => Promise<void>} open
 * @property {() => Promise<void>} reload
 * @property {(size: Size) => Promise<void>} resize the part of the window that shows the page
 * @property {<A extends unknown[], R>(run: (...args: A) => R, ...args: A) => Promise<R>} evaluate runs it in the page
 * @property {<A extends unknown[]>(find: (...args: A) => Element, ...args: A) => Promise<void>} click an element with
 *   the mouse
 * @property {() => Promise<Uint8Array>} screenshot of what the window shows
 * @property {() => Promise<void>} close
 */

/** @typedef {{ width: number, height: number }} Size in CSS pixels */
/** @typedef {'light' | 'dark'} ColorScheme */

/**
 * A running browser. Its pages see reduced motion.
 *
 * @typedef {object} Engine
 * @property {() => Promise<Tab>} newTab
 * @property {() => Promise<void>} end
 */

/** @type {Record<string, (colorScheme: ColorScheme) => Promise<Engine>>} */
const ENGINES = { chromium: startChromium, firefox: startFirefox, webkit: startWebkit };

/**
 * @param {string | undefined} name
 * @param {ColorScheme} colorScheme
 */
export async function startEngine(name = 'chromium', colorScheme = 'light') {
  const start = ENGINES[name];
  if (start === undefined) {
    throw new Error(`There is no engine ${name}: choose one of ${Object.keys(ENGINES).join(', ')}.`);
  }
  return start(colorScheme);
}
