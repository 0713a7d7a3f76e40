/** What the page loads, and the headers that it comes with. */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';

import { test } from '../harness/test.js';
import { eventually } from '../harness/wait.js';

/** @typedef {import('../harness/player.js').Player} Player */

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = new URL('../../../server/page/', import.meta.url);

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

test('every page has the security headers', async (env) => {
  const server = await env.server();
  for (const path of [
    '/',
    '/r/kitten',
    '/watch/k3v9d7qpx2ma',
    '/games',
    '/bots',
    '/page/bots.js',
    '/page/manifest.json',
    '/page/script.js',
    '/page/style.css',
  ]) {
    const { status, headers } = await fetch(server.origin + path);
    assert.equal(status, 200, path);
    assert.equal(headers.get('content-security-policy'), POLICY, path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
  }
});

test('a violation of the policy is reported', async (env) => {
  const ann = await env.player(await env.server());
  const violation = await ann.page.evaluate(() => {
    const noticed = new Promise((resolve) =>
      document.addEventListener(
        'securitypolicyviolation',
        (event) => {
          event.stopImmediatePropagation();
          resolve(event.violatedDirective);
        },
        { capture: true, once: true },
      ),
    );
    document.body.append(Object.assign(document.createElement('object'), { data: '/healthz' }));
    return noticed;
  });
  assert.equal(violation, 'object-src');
  env.forgive(/object/);
});

test('the scripts contain all modules of the page', async (env) => {
  const server = await env.server();
  const scripts = ['script.js', 'bots.js'].map(async (name) =>
    (await fetch(`${server.origin}/page/${name}`)).text(),
  );
  const script = (await Promise.all(scripts)).join('\n');
  const modules = readdirSync(PAGE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  for (const name of modules) {
    const source = readFileSync(new URL(name, PAGE), 'utf8');
    const code = source.replaceAll(/^import [^;]*;\n/gm, '').replaceAll(/^export /gm, '');
    assert(script.includes(code.trim()), `${name} is in the script`);
  }
});
