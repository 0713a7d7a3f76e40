/** The live region of announcements, in a document that holds nothing else. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

class Region {
  textContent = '';
}

test('an announcement is a change of the region each time, and does not stay', async () => {
  const region = new Region();
  /** What the newest timer does. */
  let tick = () => {};
  const setTimeout = (/** @type {(text?: string) => void} */ act, /** @type {number} */ _, text = '') =>
    void (tick = () => act(text));
  const clearTimeout = () => void (tick = () => {});
  const document = { getElementById: () => region };
  Object.assign(globalThis, { HTMLElement: Region, document, setTimeout, clearTimeout });
  const { announce } = await import('../../../server/page/ui/dom.js');
  for (const text of ['b2 is selected.', 'b2 is selected.']) {
    announce(text);
    assert.equal(region.textContent, '');
    tick();
    assert.equal(region.textContent, text);
  }
  tick();
  assert.equal(region.textContent, '');
  announce('Copied.');
  announce('');
  tick();
  assert.equal(region.textContent, '');
});
