/** The terminal client's full screen in a real terminal. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { Home, binary } from './program.js';
import { eventually } from './wait.js';

/** What would change how it looks. */
const LOOKS = { NO_COLOR: undefined, LC_ALL: undefined, LC_CTYPE: undefined, TMUX: undefined };

/** A terminal of 80x24 in which the client runs. */
export class Tmux {
  #home = new Home();

  /** @param {string[]} flags */
  constructor(flags) {
    process.once('exit', this.end);
    const client = [binary('TICTACTOE_CLIENT_BINARY'), ...flags];
    this.#tell('new-session', '-d', '-x', '80', '-y', '24', ...client);
  }

  /**
   * Waits until the screen shows this.
   *
   * @param {RegExp} text
   */
  async shows(text) {
    await eventually(() => {
      const screen = this.#tell('capture-pane', '-p');
      assert.match(screen, text);
    });
  }

  /** Waits for the turn, and presses a key. */
  async plays(/** @type {number} */ square) {
    await this.shows(/YOUR TURN/);
    this.press(String(square));
  }

  /** @param {string[]} keys by the names that tmux has for them */
  press(...keys) {
    this.#tell('send-keys', ...keys);
  }

  /** Ends the terminal and what runs in it. */
  end = () => {
    process.removeListener('exit', this.end);
    try {
      this.#tell('kill-server');
    } catch {
      // Its client has ended, and the terminal with it.
    }
    this.#home.remove();
  };

  /** @param {string[]} words */
  #tell(...words) {
    const socket = ['-S', join(this.#home.path, 'tmux'), '-f', '/dev/null'];
    const env = { ...this.#home.environment, ...LOOKS, LANG: 'C.UTF-8' };
    return execFileSync('tmux', [...socket, ...words], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
