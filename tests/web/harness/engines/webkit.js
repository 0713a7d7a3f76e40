/** WebKit, the engine of Safari and of every iPhone: WebKitGTK's small browser and its WebDriver, on a virtual screen. */

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Builder, Capabilities } from 'selenium-webdriver';

import { onPath } from '../on-path.js';
import { Program, TempHome } from '../program.js';
import { eventually } from '../wait.js';

/** @import { WebDriver, WebElement } from 'selenium-webdriver' */
/** @import { ColorScheme, Engine, Tab } from './engine.js' */

/** As large as the largest page that is looked at. */
const SCREEN = '1600x4000x24';

/** Without the space around controls, a window can be as narrow as a phone. */
const WINDOW_STYLE = '* { min-width: 0; margin: 0; padding: 0; border-width: 0; }';

/** Pages see them as reduced motion. */
const WINDOW_SETTINGS = '[Settings]\ngtk-enable-animations=0\n';

/**
 * @param {ColorScheme} colorScheme
 * @returns {Promise<Engine>}
 */
export async function startWebkit(colorScheme) {
  const home = new TempHome();
  const config = join(home.path, 'gtk-3.0');
  mkdirSync(config);
  writeFileSync(join(config, 'gtk.css'), WINDOW_STYLE);
  writeFileSync(join(config, 'settings.ini'), WINDOW_SETTINGS);
  const screen = new Program(onPath('Xvfb'), ['-displayfd', '1', '-screen', '0', SCREEN], home);
  const [, display] = await screen.waitForOutput(/^(\d+)\n/m);
  const variables = { DISPLAY: `:${display}`, XDG_CONFIG_HOME: home.path };
  return {
    newTab: () => newTab(home, variables, colorScheme),
    async end() {
      await screen.kill();
      home.remove();
    },
  };
}

/**
 * A tab in a browser of its own: a WebKitWebDriver starts only one.
 *
 * @param {TempHome} home
 * @param {Record<string, string>} variables
 * @param {ColorScheme} colorScheme
 */
async function newTab(home, variables, colorScheme) {
  const service = new Program(onPath('WebKitWebDriver'), ['--port=0'], home, variables);
  const port = await eventually(() => listeningPort(service.pid));
  // A full screen has no toolbar, so that the whole window shows the page.
  const args = ['--automation', '--full-screen', ...(colorScheme === 'dark' ? ['--dark-mode'] : [])];
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { args } }))
    .build();
  return tab(driver, async () => {
    await driver.quit();
    await service.kill();
  });
}

/** The port that the system has chosen for a program: it does not tell. @param {number} pid */
function listeningPort(pid) {
  const files = readdirSync(`/proc/${pid}/fd`).map((file) => readlinkSync(`/proc/${pid}/fd/${file}`));
  const connections = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').trim().split('\n').slice(1);
  for (const connection of connections) {
    const [, local, , state, , , , , , inode] = connection.trim().split(/\s+/);
    if (state === LISTENING && files.includes(`socket:[${inode}]`)) {
      return Number.parseInt(local?.split(':')[1] ?? '', 16);
    }
  }
  return assert.fail(`process ${pid} does not listen`);
}

/** TCP_LISTEN in the kernel's include/net/tcp_states.h. */
const LISTENING = '0A';

/**
 * @param {WebDriver} driver
 * @param {() => Promise<void>} close
 * @returns {Tab}
 */
function tab(driver, close) {
  return {
    open: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    async resize(size) {
      await driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, ...size });
    },
    evaluate: (run, ...args) => driver.executeScript(run, ...args),
    async click(find, ...args) {
      const element = /** @type {WebElement} */ (await driver.executeScript(find, ...args));
      await element.click();
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close,
  };
}
