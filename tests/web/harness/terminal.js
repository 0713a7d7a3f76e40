/** The terminal client with pipes, one event a line. */

import { TempHome, Program, binary } from './program.js';

export class Terminal {
  #home = new TempHome();
  #program;

  /** @param {string[]} flags */
  constructor(flags) {
    this.#program = new Program(binary('TICTACTOE_CLIENT_BINARY'), ['--ui', 'plain', ...flags], this.#home);
  }

  /** Waits until the output matches, and returns the match. @param {RegExp} text */
  waitForOutput(text) {
    return this.#program.waitForOutput(text);
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
