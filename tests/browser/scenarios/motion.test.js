/** Reduced motion. */

import assert from 'node:assert/strict';

import { X_WINS, playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

test('no animation runs with reduced motion', async (env) => {
  const [ann, bob] = await env.pair(await env.server(), { reducedMotion: 'reduce' });
  await ann.page.evaluate(() => {
    for (const name of ['animationstart', 'transitionrun']) {
      document.addEventListener(name, ({ target }) => {
        document.documentElement.dataset['moved'] = `${name} of ${/** @type {Element} */ (target).outerHTML}`;
      });
    }
  });
  await playOut([ann, bob], X_WINS);
  await ann.expectStatus('You won! With the top row.');
  assert.equal(await ann.page.evaluate(() => document.documentElement.dataset['moved']), undefined);
  assert.equal(await ann.page.evaluate(() => document.getAnimations().length), 0);
});
