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
  await ann.expectStatus('You won! Top row.');
  assert.equal(await ann.page.evaluate(() => document.documentElement.dataset['moved']), undefined);
  assert.equal(await ann.page.evaluate(() => document.getAnimations().length), 0);
});

test('a winning line is struck before the words change', async (env) => {
  const [ann, bob] = await env.pair(await env.server(), { reducedMotion: 'no-preference' });
  await ann.page.evaluate(() => {
    const root = document.documentElement;
    new MutationObserver(() => {
      const isStruck = document.querySelector('#strike path') !== null;
      const says = document.querySelector('#headline')?.textContent ?? '';
      if (isStruck) root.dataset['struckAt'] ??= String(performance.now());
      if (says === 'You won!') root.dataset['saidAt'] ??= String(performance.now());
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await playOut([ann, bob], X_WINS);
  await ann.expectStatus('You won! Top row.');
  const times = await ann.page.evaluate(() => ({ ...document.documentElement.dataset }));
  const wait = Number(times['saidAt']) - Number(times['struckAt']);
  assert.ok(wait >= 240, `the words changed after ${wait} ms`);
});
