/** Asks the server again and again who is online or in a room, while the page is visible. */

import { fetchInvitation, fetchListing } from './api.js';

const REFRESH_MS = 5000;

export class Poll {
  /** @type {string | null} */
  #path = null;
  #timer = 0;
  #dispatch;

  /** @param {(input: Input) => void} dispatch */
  constructor(dispatch) {
    this.#dispatch = dispatch;
    document.addEventListener('visibilitychange', () => this.#restart());
  }

  /** @param {View['peopleAt']} path */
  watch(path) {
    if (path === this.#path) return;
    this.#path = path;
    this.#restart();
  }

  #restart() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#path !== null && !document.hidden) void this.#refresh(this.#path);
  }

  /** @param {string} path */
  async #refresh(path) {
    const timer = (this.#timer = setTimeout(() => this.#refresh(path), REFRESH_MS));
    const input = await (path === '/' ? fetchListing() : fetchInvitation(path));
    if (input && this.#timer === timer) this.#dispatch(input);
  }
}
