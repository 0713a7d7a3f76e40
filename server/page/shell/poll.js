/** Asks the server again and again who is online, in a room or in an arena, while the page is visible. */

import { fetchInvitation, fetchListing, fetchTable } from './api.js';

/** The pause after an answer. The wall shows games as they are played. */
const REFRESH_MS = { people: 5000, arena: 2000, wall: 1000 };

export class Poll {
  /** @type {string | null} */
  #path = null;
  /** @type {string[] | null} */
  #matches = null;
  /** An answer to an earlier one is late. */
  #round = 0;
  #dispatch;

  /** @param {(input: Input) => void} dispatch */
  constructor(dispatch) {
    this.#dispatch = dispatch;
    document.addEventListener('visibilitychange', () => this.#ask());
  }

  /**
   * @param {View['peopleAt']} path
   * @param {View['matchesAt']} matches
   */
  watch(path, matches) {
    this.#matches = matches;
    if (path === this.#path) return;
    this.#path = path;
    void this.#ask();
  }

  async #ask() {
    const path = this.#path;
    const round = ++this.#round;
    while (path !== null && !document.hidden) {
      const input = await answer(path, this.#matches ?? []).catch(() => null);
      if (round !== this.#round) return;
      if (input) this.#dispatch(input);
      const kind = this.#matches ? 'wall' : path.startsWith('/arena/') ? 'arena' : 'people';
      await new Promise((resolve) => setTimeout(resolve, REFRESH_MS[kind]));
      if (round !== this.#round) return;
    }
  }
}

/** @type {(path: string, matches: string[]) => Promise<Input | null>} */
const answer = (path, matches) => {
  if (path.startsWith('/arena/')) return fetchTable(path, matches);
  return path === '/' ? fetchListing() : fetchInvitation(path);
};
