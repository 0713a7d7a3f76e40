/** Programs that run beside the browser: started in a home of their own, killed when the test is over. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from './wait.js';

/** The programs that run, and where. Neither outlives this process, however it ends. */
const running = /** @type {Set<Program>} */ (new Set());
const homes = /** @type {Set<Home>} */ (new Set());
process.on('exit', () => {
  running.forEach((program) => program.signal('SIGKILL'));
  homes.forEach((home) => home.remove());
});

/**
 * The path of one of our binaries, as tests/browser.rs names it.
 *
 * @param {'TICTACTOE_SERVER_BINARY' | 'TICTACTOE_CLIENT_BINARY'} variable
 */
export function binary(variable) {
  const path = process.env[variable];
  assert(path, `${variable} is not set: run the tests by tests/run, or set it to the path of the program`);
  return path;
}

/** A directory of a test's own: nobody else finds what programs keep there. */
export class Home {
  path = mkdtempSync(join(tmpdir(), 'tictactoe-'));

  constructor() {
    homes.add(this);
  }

  /** The environment of programs at home here, without the variables that change how ours behave. */
  get environment() {
    const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('TICTACTOE_'));
    const { path } = this;
    return { ...Object.fromEntries(ours), HOME: path, XDG_DATA_HOME: path, XDG_STATE_HOME: path };
  }

  remove() {
    homes.delete(this);
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** A program, and what it has said so far. */
export class Program {
  output = '';
  ended = false;
  #child;
  #end;

  /**
   * @param {string} path
   * @param {string[]} flags
   * @param {Home} home
   */
  constructor(path, flags, home) {
    this.#child = spawn(path, flags, { env: home.environment, stdio: 'pipe' });
    running.add(this);
    this.#end = new Promise((resolve) => this.#child.once('close', resolve));
    this.#end.then(() => {
      this.ended = true;
      running.delete(this);
    });
    // It may end before it has read everything.
    this.#child.stdin.on('error', () => {});
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (this.output += text));
    }
  }

  /**
   * Waits until it has said this, and gives the match.
   *
   * @param {RegExp} text
   */
  says(text) {
    return eventually(() => {
      const found = text.exec(this.output);
      assert(found, `the program never said ${text}:\n${this.output}`);
      return found;
    });
  }

  /** @param {string} line */
  type(line) {
    this.#child.stdin.write(`${line}\n`);
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    this.#child.kill(signal);
  }

  /** Asks it to end, and waits until it has. */
  async stop() {
    this.signal('SIGTERM');
    await this.#end;
  }

  /** Kills it, and waits until it has ended. */
  async kill() {
    this.signal('SIGKILL');
    await this.#end;
  }
}
