/** The terminal client's full screen in a real terminal. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { TempHome, binary } from './program.js';
import { eventually } from './wait.js';

/** Variables that would change the screen. */
const CLEARED = { NO_COLOR: undefined, LC_ALL: undefined, LC_CTYPE: undefined, TMUX: undefined };

/** A terminal of 80x24 in which the client runs. */
export class Tmux {
  #home = new TempHome();

  /** @param {string[]} flags */
  constructor(flags) {
    process.once('exit', this.end);
    const client = [binary('TICTACTOE_CLIENT_BINARY'), ...flags];
    this.#run('new-session', '-d', '-x', '80', '-y', '24', ...client);
  }

  /** @param {RegExp} text */
  async waitForScreen(text) {
    await eventually(() => {
      const screen = this.#run('capture-pane', '-p');
      assert.match(screen, text);
    });
  }

  /** Waits for the turn, and presses a key. */
  async play(/** @type {number} */ square) {
    await this.waitForScreen(/Your turn/);
    this.press(String(square));
  }

  /** @param {string[]} keys by the names that tmux has for them */
  press(...keys) {
    this.#run('send-keys', ...keys);
  }

  /** Ends the terminal and its program. */
  end = () => {
    process.removeListener('exit', this.end);
    try {
      this.#run('kill-server');
    } catch {
      // The program has ended already, and the terminal with it.
    }
    this.#home.remove();
  };

  /** @param {string[]} command */
  #run(...command) {
    const socket = ['-S', join(this.#home.path, 'tmux'), '-f', '/dev/null'];
    const env = { ...this.#home.environment, ...CLEARED, LANG: 'C.UTF-8' };
    return execFileSync('tmux', [...socket, ...command], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
