/** Proxies that keep the page from its WebSocket: the page says what is wrong, and whom to tell. */

import http from 'node:http';

import { test } from '../harness/test.js';

/** @typedef {import('../harness/server.js').Server} Server */

/**
 * A proxy without WebSockets, like one that was not told of them. Returns its origin.
 *
 * @param {Server} server
 * @param {(headers: http.IncomingHttpHeaders) => http.OutgoingHttpHeaders} change what it passes on
 * @param {import('node:test').TestContext} t
 */
async function proxy(server, change, t) {
  const listener = http.createServer((request, response) => {
    const { method, url: path, headers } = request;
    const { upgrade: _upgrade, connection: _connection, ...rest } = headers;
    const passed = http.request(
      { host: '127.0.0.1', port: server.port, method, path, headers: change(rest) },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', () => resolve(null)));
  t.after(() => {
    listener.closeAllConnections();
    listener.close();
  });
  const address = /** @type {import('node:net').AddressInfo} */ (listener.address());
  return `http://127.0.0.1:${address.port}`;
}

test('behind a proxy that changes Host the page names the address that is not accepted', async (env, t) => {
  const server = await env.server();
  const origin = await proxy(server, (headers) => ({ ...headers, host: server.address }), t);
  const ann = await env.player(server, { origin });
  await ann.press('Play a person');
  await ann.expectText(`To allow those of ${origin}, start it with --allow-origin ${origin}.`);
  env.forgive(/WebSocket connection|status of 403/);
});

test('behind a proxy without WebSockets the page says so', async (env, t) => {
  const server = await env.server();
  const origin = await proxy(server, (headers) => headers, t);
  const ann = await env.player(server, { origin });
  await ann.press('Play a person');
  await ann.expectText('Something between you and the server blocks WebSockets.');
  env.forgive(/WebSocket connection|status of 405/);
});
