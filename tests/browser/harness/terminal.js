/** The terminal client in pipes, one event a line. */

import { Home, Program, binary } from './program.js';

/** A client that reads lines and writes lines. */
export class Terminal {
  #home = new Home();
  #program;

  /** @param {string[]} flags */
  constructor(flags) {
    this.#program = new Program(binary('TICTACTOE_CLIENT_BINARY'), ['--ui', 'plain', ...flags], this.#home);
  }

  /**
   * Waits until it has said this, and gives the match.
   *
   * @param {RegExp} text
   */
  says(text) {
    return this.#program.says(text);
  }

  /** @param {string} line */
  type(line) {
    this.#program.type(line);
  }

  async end() {
    await this.#program.kill();
    this.#home.remove();
  }
}
