/** A TCP proxy between a browser and a server, which can be cut or stall. */

import { connect, createServer } from 'node:net';

/** @typedef {import('node:net').Socket} Socket */

export class CuttableProxy {
  #isCut = false;
  #isStalled = false;
  /** Each client's socket with the server's. @type {Map<Socket, Socket>} */
  #pairs = new Map();
  #server;

  /** @param {number} port of the server */
  constructor(port) {
    this.#server = createServer((client) => {
      if (this.#isCut) {
        client.destroy();
        return;
      }
      const upstream = connect(port, '127.0.0.1');
      this.#pairs.set(client, upstream);
      for (const [end, other] of /** @type {const} */ ([
        [client, upstream],
        [upstream, client],
      ])) {
        end.on('error', () => {});
        end.on('close', () => {
          other.destroy();
          this.#pairs.delete(client);
        });
      }
      if (!this.#isStalled) {
        client.pipe(upstream).pipe(client);
      }
    });
  }

  static async start(/** @type {number} */ port) {
    const proxy = new CuttableProxy(port);
    await new Promise((resolve) => proxy.#server.listen(0, '127.0.0.1', () => resolve(null)));
    return proxy;
  }

  /** Where the browser finds the server. */
  get origin() {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  }

  /** Cuts every connection, loses what is on its way, and refuses new connections. */
  cut() {
    this.#isCut = true;
    for (const [client, upstream] of this.#pairs) {
      client.destroy();
      upstream.destroy();
    }
  }

  /** Delivers nothing any more, without closing a connection. */
  stall() {
    this.#isStalled = true;
    for (const [client, upstream] of this.#pairs) {
      client.unpipe(upstream);
      upstream.unpipe(client);
    }
  }

  /** Works again, and delivers what it has stalled. */
  restore() {
    this.#isCut = false;
    if (!this.#isStalled) {
      return;
    }
    this.#isStalled = false;
    for (const [client, upstream] of this.#pairs) {
      client.pipe(upstream).pipe(client);
    }
  }

  async end() {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
