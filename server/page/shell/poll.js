/** Asks the server again and again who is online, in a room or in an arena, while the page is visible. */

import { fetchInvitation, fetchListing, fetchTable } from './api.js';

/** How long after an answer. The wall shows games as they are played. */
const REFRESH_MS = { people: 5000, arena: 2000, wall: 1000 };

export class Poll {
  /** @type {string | null} */
  #path = null;
  /** @type {string[] | null} */
  #matches = null;
  #timer = 0;
  /** An answer to an earlier one is late. */
  #round = 0;
  #dispatch;

  /** @param {(input: Input) => void} dispatch */
  constructor(dispatch) {
    this.#dispatch = dispatch;
    document.addEventListener('visibilitychange', () => this.#restart());
  }

  /**
   * @param {View['peopleAt']} path
   * @param {View['matchesAt']} matches
   */
  watch(path, matches) {
    this.#matches = matches;
    if (path === this.#path) return;
    this.#path = path;
    this.#restart();
  }

  #restart() {
    clearTimeout(this.#timer);
    this.#round += 1;
    if (this.#path !== null && !document.hidden) void this.#refresh(this.#path, this.#round);
  }

  /**
   * @param {string} path
   * @param {number} round
   */
  async #refresh(path, round) {
    const isArena = path.startsWith('/arena/');
    const input = await (isArena
      ? fetchTable(path, this.#matches ?? [])
      : path === '/'
        ? fetchListing()
        : fetchInvitation(path));
    if (round !== this.#round) return;
    if (input) this.#dispatch(input);
    if (round !== this.#round) return;
    const wait = this.#matches ? REFRESH_MS.wall : isArena ? REFRESH_MS.arena : REFRESH_MS.people;
    this.#timer = setTimeout(() => this.#refresh(path, round), wait);
  }
}
