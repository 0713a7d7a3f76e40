/** Players that send arbitrary messages, on WebSockets of an empty page. */

import assert from 'node:assert/strict';

import { eventually } from './wait.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ type: string, match?: string }} Message */
/** @typedef {typeof globalThis & { connections: { socket: WebSocket, received: Message[] }[] }} Global */

export class RawPlayer {
  #page;
  #index;

  /**
   * @param {Page} page
   * @param {number} index of the connection in the page
   */
  constructor(page, index) {
    this.#page = page;
    this.#index = index;
  }

  /** Connects from a page of the server. @param {Page} page */
  static async connect(page) {
    const index = await page.evaluate(async () => {
      const global = /** @type {Global} */ (globalThis);
      const socket = new WebSocket(`ws://${location.host}/ws`);
      const received = /** @type {Message[]} */ ([]);
      socket.onmessage = ({ data }) => received.push(JSON.parse(data));
      await new Promise((resolve) => (socket.onopen = resolve));
      global.connections ??= [];
      return global.connections.push({ socket, received }) - 1;
    });
    return new RawPlayer(page, index);
  }

  /** @param {object} message */
  async send(message) {
    await this.#page.evaluate(
      ({ index, text }) => /** @type {Global} */ (globalThis).connections[index]?.socket.send(text),
      { index: this.#index, text: JSON.stringify(message) },
    );
  }

  /** Waits for a message of this type, and returns it. @param {string} type */
  async waitFor(type) {
    return eventually(async () => {
      const received = await this.#page.evaluate(
        (index) => /** @type {Global} */ (globalThis).connections[index]?.received ?? [],
        this.#index,
      );
      const message = received.find((message) => message.type === type);
      assert(message, `there is no ${type} in ${JSON.stringify(received)}`);
      return message;
    });
  }
}
