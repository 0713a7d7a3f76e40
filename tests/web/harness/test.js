/** Tests with an environment of their own. The tests of a file share a browser. */

import { after, test as nodeTest } from 'node:test';

import { launch } from './chromium.js';
import { TestEnv } from './env.js';

/** @type {Promise<import('playwright-core').Browser> | undefined} */
let browser;
after(async () => (await browser)?.close());

/**
 * @param {string} name a sentence
 * @param {(env: TestEnv, t: import('node:test').TestContext) => Promise<void>} run
 */
export function test(name, run) {
  nodeTest(name, async (t) => {
    browser ??= launch();
    const env = new TestEnv(await browser);
    try {
      await run(env, t);
    } finally {
      await env.end();
    }
    env.assertNothingWrong();
  });
}
