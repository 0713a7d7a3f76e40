/** Chromium and Firefox: one by the DevTools protocol, the other by WebDriver BiDi. */

import puppeteer from 'puppeteer-core';

import { FLAGS, chromiumPath, isSandboxed } from '../chromium.js';
import { onPath } from '../on-path.js';

/** @import { Browser, ElementHandle, EvaluateFunc, Page } from 'puppeteer-core' */
/** @import { ColorScheme, Engine, Tab } from './engine.js' */

/** Values of the preference layout.css.prefers-color-scheme.content-override. */
const FIREFOX_COLOR_SCHEMES = { dark: 0, light: 1 };

/** @param {ColorScheme} colorScheme */
export async function startChromium(colorScheme) {
  const args = isSandboxed ? FLAGS : [...FLAGS, '--no-sandbox'];
  const browser = await puppeteer.launch({ browser: 'chrome', executablePath: chromiumPath(), args });
  return engine(browser, (page) =>
    page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: colorScheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]),
  );
}

/** @param {ColorScheme} colorScheme */
export async function startFirefox(colorScheme) {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: onPath('firefox-esr', 'firefox'),
    extraPrefsFirefox: {
      'layout.css.prefers-color-scheme.content-override': FIREFOX_COLOR_SCHEMES[colorScheme],
      'ui.prefersReducedMotion': 1,
      // As on a phone, so that the page has the whole width.
      'ui.useOverlayScrollbars': 1,
    },
  });
  return engine(browser, async () => {});
}

/**
 * @param {Browser} browser
 * @param {(page: Page) => Promise<void>} prepare
 * @returns {Engine}
 */
function engine(browser, prepare) {
  return {
    async newTab() {
      const context = await browser.createBrowserContext();
      // In the background of a window, a tab draws nothing.
      const page = await context.newPage({ type: 'window' });
      await prepare(page);
      return tab(page, () => context.close());
    },
    end: () => browser.close(),
  };
}

/**
 * @param {Page} page
 * @param {() => Promise<void>} close
 * @returns {Tab}
 */
function tab(page, close) {
  return {
    async open(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    resize: (size) => page.setViewport(size),
    evaluate: (run, ...args) => /** @type {Promise<any>} */ (page.evaluate(inPage(run), ...args)),
    async click(find, ...args) {
      const element = /** @type {ElementHandle<Element>} */ (
        await page.evaluateHandle(inPage(find), ...args)
      );
      await element.click();
    },
    screenshot: () => page.screenshot(),
    close,
  };
}

/** Puppeteer has a type of its own for functions that run in the page. @param {unknown} run */
function inPage(run) {
  return /** @type {EvaluateFunc<unknown[]>} */ (run);
}
