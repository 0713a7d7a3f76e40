/** The page for authors of bots. */

import assert from 'node:assert/strict';

import { test } from '../harness/test.js';
import { eventually } from '../harness/wait.js';

test('the sample in JavaScript runs as printed, and plays to the end', async (env) => {
  const reader = await env.player(await env.server(), { path: '/bots' });
  /** @type {string[]} */
  const received = [];
  reader.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void received.push(payload.toString())),
  );
  const sample = await reader.page.locator('#sample-browser').textContent();
  assert(sample, 'there is a sample');
  await reader.page.evaluate(sample);
  await eventually(() => {
    const states = received.map((frame) => JSON.parse(frame)).filter(({ type }) => type === 'state');
    assert(
      states.some(({ result }) => result),
      received.join('\n'),
    );
  });
});

test('every link on the page works', async (env) => {
  const reader = await env.player(await env.server(), { path: '/bots' });
  const links = await reader.page
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => /** @type {HTMLAnchorElement} */ (link).href));
  assert.notDeepEqual(links, []);
  for (const link of links) {
    assert.equal(new URL(link).origin, reader.origin);
    assert.equal((await fetch(link)).status, 200, link);
  }
});

test('each sample can be copied', async (env) => {
  const permissions = ['clipboard-read'];
  const reader = await env.player(await env.server(), { path: '/bots', permissions });
  for (const sample of await reader.page.locator('pre').all()) {
    await sample.locator('xpath=preceding-sibling::button[1]').click();
    await reader.page.getByRole('button', { name: 'Copied' }).first().waitFor();
    const copied = await reader.page.evaluate(() => navigator.clipboard.readText());
    assert.equal(`${copied}\n`, await sample.textContent());
  }
});
