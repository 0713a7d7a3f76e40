/** Sounds: off until they are wanted, and remembered. */

import assert from 'node:assert/strict';

import { X_WINS, playOut } from '../harness/games.js';
import { test } from '../harness/test.js';
import { eventually } from '../harness/wait.js';

/** @typedef {import('../harness/player.js').Player} Player */

/** Counts the notes of the page, from its next load on. @param {Player} player */
async function countNotes({ page }) {
  await page.addInitScript(() => {
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      Reflect.set(globalThis, 'notes', (Reflect.get(globalThis, 'notes') ?? 0) + 1);
      return start.call(this, when);
    };
  });
  await page.reload();
}

/** @param {Player} player */
async function notes({ page }) {
  return page.evaluate(() => Number(Reflect.get(globalThis, 'notes') ?? 0));
}

test('sounds are silent until they are turned on, and stay on after a reload', async (env) => {
  const [ann, bob] = await env.pair(await env.server());
  await countNotes(ann);
  await playOut([ann, bob], X_WINS.slice(0, 2));
  await ann.waitForTurn();
  assert.equal(await notes(ann), 0);
  await ann.press('Sounds');
  await ann.page.reload();
  await ann.waitForTurn();
  await ann.page.keyboard.press('Tab');
  await ann.play(2);
  await bob.play(5);
  await eventually(async () => assert((await notes(ann)) >= 2, 'a move each'));
  await ann.play(3);
  await eventually(async () => assert((await notes(ann)) >= 5, 'a win'));
  await ann.press('Sounds');
  assert.equal(await ann.button('Sounds').getAttribute('aria-pressed'), 'false');
});
