/** A player who says whatever a test wants, in frames of the protocol. */

import { eventually } from './wait.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ heard: { type: string }[], socket: WebSocket }} Line what the page keeps of the connection */

/** A connection of its own, made by a page of the server. */
export class RawPlayer {
  #page;

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
  }

  /** @param {object} frame */
  async send(frame) {
    await this.#page.evaluate((text) => {
      const { line } = /** @type {typeof globalThis & { line: Line }} */ (globalThis);
      line.socket.send(text);
    }, JSON.stringify(frame));
  }

  /** Connects anew, with nothing said and nothing heard. */
  async connect() {
    await this.#page.evaluate(async () => {
      const socket = new WebSocket(`ws://${location.host}/ws`);
      const line = /** @type {Line} */ ({ socket, heard: [] });
      Object.assign(globalThis, { line });
      socket.onmessage = ({ data }) => line.heard.push(JSON.parse(data));
      await new Promise((resolve) => (socket.onopen = resolve));
    });
  }

  /**
   * Waits until a frame of this type has come.
   *
   * @param {string} type
   */
  async hears(type) {
    await eventually(async () => {
      const heard = await this.#page.evaluate(() => {
        const { line } = /** @type {typeof globalThis & { line: Line }} */ (globalThis);
        return line.heard;
      });
      if (!heard.some((frame) => frame.type === type)) {
        throw new Error(`there was no ${type} in ${JSON.stringify(heard)}`);
      }
    });
  }
}
