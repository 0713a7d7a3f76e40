/** A cable between a browser and a server, which can be cut. */

import { connect, createServer } from 'node:net';

/** @typedef {import('node:net').Socket} Socket */

/** What leads to a server as long as it is whole. */
export class Cable {
  #whole = true;
  /** @type {Set<Socket>} */
  #ends = new Set();
  #server;

  /** @param {number} port of the server */
  constructor(port) {
    this.#server = createServer((near) => {
      if (!this.#whole) {
        near.destroy();
        return;
      }
      const far = connect(port, '127.0.0.1');
      near.pipe(far).pipe(near);
      [near, far].forEach((end) => this.#keep(end));
    });
  }

  /** Lays a cable to the server at that port. */
  static async to(/** @type {number} */ port) {
    const cable = new Cable(port);
    await new Promise((resolve) => cable.#server.listen(0, '127.0.0.1', () => resolve(null)));
    return cable;
  }

  /** Where the browser finds the server. */
  get origin() {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  }

  /** Cuts it: what goes through it is lost, and nobody gets through. */
  cut() {
    this.#whole = false;
    this.#ends.forEach((end) => end.destroy());
  }

  mend() {
    this.#whole = true;
  }

  async end() {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** @param {Socket} end */
  #keep(end) {
    this.#ends.add(end);
    end.on('error', () => {});
    end.on('close', () => this.#ends.delete(end));
  }
}
