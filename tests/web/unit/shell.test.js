/** The page's requests, with a stand-in for the server. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fetchListing, fetchTable } from '../../../server/page/shell/api.js';
import { sendOnce } from '../../../server/page/shell/socket.js';
import { snapshot } from './fixtures.js';

/**
 * Answers requests with these bodies, and others with 500.
 * @param {import('node:test').TestContext} t
 * @param {Record<string, unknown>} bodies by path; `null`: not found
 */
function serve(t, bodies) {
  t.mock.method(globalThis, 'fetch', async (/** @type {string} */ path) => {
    const status = !(path in bodies) ? 500 : bodies[path] === null ? 404 : 200;
    return new Response(JSON.stringify(bodies[path] ?? null), { status });
  });
}

test('a board of the wall that cannot be read does not keep the table away', async (t) => {
  const table = { arena: 'kitten' };
  serve(t, { '/api/arenas/kitten': table, '/api/matches/m2': { state: snapshot([]) } });
  const answer = await fetchTable('/arena/kitten', ['m1', 'm2']);
  assert.deepEqual(answer, { type: 'table', path: '/arena/kitten', table, boards: [snapshot([])] });
});

test('a server without a listing changes nothing in the lobby', async (t) => {
  serve(t, { '/api/matches': null });
  assert.equal(await fetchListing(), null);
});

test('a request ends after 10 seconds without an answer', async (t) => {
  const fetched = t.mock.method(globalThis, 'fetch', async () => new Response('null', { status: 404 }));
  const timeout = t.mock.method(AbortSignal, 'timeout');
  await fetchListing();
  assert.deepEqual(timeout.mock.calls[0]?.arguments, [10_000]);
  assert.equal(fetched.mock.calls[0]?.arguments[1]?.signal, timeout.mock.calls[0]?.result);
});

test('a change of an arena that the server does not answer fails', async (t) => {
  const timeout = t.mock.method(globalThis, 'setTimeout', (/** @type {() => void} */ fail) => fail());
  Object.assign(globalThis, {
    location: { protocol: 'http:', host: 'server' },
    WebSocket: class {
      onclose = () => {};
      close() {
        this.onclose();
      }
    },
  });
  const answer = sendOnce({ type: 'manage_arena', arena: 'kitten', place: '', change: 'end' });
  assert.equal((await answer)?.code, 'unavailable');
  assert.equal(timeout.mock.calls[0]?.arguments[1], 10_000);
});
