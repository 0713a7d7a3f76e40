/** A test with a scene of its own, in the browser of its file. */

import { after, test as nodeTest } from 'node:test';

import { launch } from './chromium.js';
import { Scene } from './scene.js';

/** @type {Promise<import('playwright-core').Browser> | undefined} */
let browser;
after(async () => (await browser)?.close());

/**
 * A test of this name.
 *
 * @param {string} name a sentence
 * @param {(scene: Scene, t: import('node:test').TestContext) => Promise<void>} run
 */
export function test(name, run) {
  nodeTest(name, async (t) => {
    browser ??= launch();
    const scene = new Scene(await browser);
    try {
      await run(scene, t);
    } finally {
      await scene.end();
    }
    scene.assertNothingWrong();
  });
}
