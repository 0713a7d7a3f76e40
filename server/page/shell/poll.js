/** Asks the server the same again and again, while the page is visible. */

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
  #question;

  /**
   * @param {(input: Input) => void} dispatch
   * @param {(path: string, matches: string[]) => Promise<Input | null>} question
   */
  constructor(dispatch, question) {
    this.#dispatch = dispatch;
    this.#question = question;
    document.addEventListener('visibilitychange', () => this.ask());
  }

  /**
   * @param {View['peopleAt']} path
   * @param {View['matchesAt']} matches
   */
  watch(path, matches) {
    this.#matches = matches;
    if (path === this.#path) return;
    this.#path = path;
    void this.ask();
  }

  async ask() {
    const path = this.#path;
    const round = ++this.#round;
    while (path !== null && !document.hidden) {
      const input = await this.#question(path, this.#matches ?? []).catch(() => null);
      if (round !== this.#round) return;
      if (input) this.#dispatch(input);
      const kind = this.#matches ? 'wall' : path.startsWith('/arena/') ? 'arena' : 'people';
      await new Promise((resolve) => setTimeout(resolve, REFRESH_MS[kind]));
      if (round !== this.#round) return;
    }
  }
}
