/** What the page loads. */

import assert from 'node:assert/strict';

import { test } from '../harness/test.js';
import { eventually } from '../harness/wait.js';

/** @typedef {import('../harness/player.js').Player} Player */

/** Records the network traffic from now on. @param {Player} player */
async function traffic({ page }) {
  const seen = { bytes: 0, urls: /** @type {string[]} */ ([]), statuses: /** @type {number[]} */ ([]) };
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on(
    'Network.requestWillBeSent',
    ({ request: { url } }) => url.startsWith('http') && seen.urls.push(url),
  );
  session.on('Network.responseReceivedExtraInfo', ({ statusCode }) => seen.statuses.push(statusCode));
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (seen.bytes += encodedDataLength));
  return seen;
}

test('the first load is under 60 KB in at most 5 requests', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { path: null });
  const seen = await traffic(ann);
  await ann.open('/');
  await ann.button('Play a person').waitFor();
  await ann.page.waitForLoadState('networkidle');
  // On a slow machine the list of matches is refreshed meanwhile.
  assert(new Set(seen.urls).size <= 5, seen.urls.join('\n'));
  assert(seen.bytes > 0 && seen.bytes < 60_000, `${seen.bytes} bytes`);
});

test('a second load revalidates, and nothing has changed', async (env) => {
  const ann = await env.player(await env.server());
  await ann.button('Play a person').waitFor();
  const seen = await traffic(ann);
  await ann.page.reload();
  await eventually(() => assert.equal(seen.statuses.filter((status) => status === 304).length, 3));
});
