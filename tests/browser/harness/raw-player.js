/** Players who say whatever a test wants, in frames of the protocol. */

import assert from 'node:assert/strict';

import { eventually } from './wait.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ type: string, match?: string }} Frame as far as tests look into it */
/** @typedef {typeof globalThis & { lines: { socket: WebSocket, heard: Frame[] }[] }} World of the page that connects */

/** A player with a connection of its own. */
export class RawPlayer {
  #page;
  #line;

  /**
   * @param {Page} page
   * @param {number} line
   */
  constructor(page, line) {
    this.#page = page;
    this.#line = line;
  }

  /**
   * Connects from a page of the server. Any number can do so.
   *
   * @param {Page} page
   */
  static async from(page) {
    const line = await page.evaluate(async () => {
      const world = /** @type {World} */ (globalThis);
      const socket = new WebSocket(`ws://${location.host}/ws`);
      const heard = /** @type {Frame[]} */ ([]);
      socket.onmessage = ({ data }) => heard.push(JSON.parse(data));
      await new Promise((resolve) => (socket.onopen = resolve));
      world.lines ??= [];
      return world.lines.push({ socket, heard }) - 1;
    });
    return new RawPlayer(page, line);
  }

  /** @param {object} frame */
  async send(frame) {
    const said = { line: this.#line, text: JSON.stringify(frame) };
    await this.#page.evaluate(({ line, text }) => {
      const world = /** @type {World} */ (globalThis);
      world.lines[line]?.socket.send(text);
    }, said);
  }

  /**
   * Waits until a frame of this type has come, and gives it.
   *
   * @param {string} type
   */
  async hears(type) {
    return eventually(async () => {
      const heard = await this.#page.evaluate((line) => {
        const world = /** @type {World} */ (globalThis);
        return world.lines[line]?.heard ?? [];
      }, this.#line);
      const frame = heard.find((frame) => frame.type === type);
      assert(frame, `there was no ${type} in ${JSON.stringify(heard)}`);
      return frame;
    });
  }
}
