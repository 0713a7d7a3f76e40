/** Child processes: started in a home directory of their own, killed at the end of the test. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from './wait.js';

/** Running programs and their directories are cleaned up when this process ends, however it ends. */
const running = /** @type {Set<Program>} */ (new Set());
const tempHomes = /** @type {Set<TempHome>} */ (new Set());
process.on('exit', () => {
  running.forEach((program) => program.signal('SIGKILL'));
  tempHomes.forEach((home) => home.remove());
});

/**
 * The path of one of our binaries, as tests/web/main.rs names it.
 *
 * @param {'TICTACTOE_SERVER_BINARY' | 'TICTACTOE_CLIENT_BINARY'} variable
 */
export function binary(variable) {
  const path = process.env[variable];
  assert(path, `${variable} is not set: run the tests by tests/run, or set it to the path of the program`);
  return path;
}

/** A temporary home directory. */
export class TempHome {
  path = mkdtempSync(join(tmpdir(), 'tictactoe-'));

  constructor() {
    tempHomes.add(this);
  }

  /** The environment of a program, without the variables that configure ours. */
  get environment() {
    const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('TICTACTOE_'));
    const { path } = this;
    return { ...Object.fromEntries(ours), HOME: path, XDG_DATA_HOME: path, XDG_STATE_HOME: path };
  }

  remove() {
    tempHomes.delete(this);
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** A running program, and its output so far. */
export class Program {
  output = '';
  ended = false;
  #child;
  #end;

  /**
   * @param {string} path
   * @param {string[]} flags
   * @param {TempHome} home
   * @param {Record<string, string>} variables of its environment
   */
  constructor(path, flags, home, variables = {}) {
    this.#child = spawn(path, flags, { env: { ...home.environment, ...variables }, stdio: 'pipe' });
    running.add(this);
    this.#end = new Promise((resolve) => this.#child.once('close', resolve));
    this.#end.then(() => {
      this.ended = true;
      running.delete(this);
    });
    // The program may end before it has read its input.
    this.#child.stdin.on('error', () => {});
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (this.output += text));
    }
  }

  /** Waits until the output matches, and returns the match. @param {RegExp} text */
  waitForOutput(text) {
    return eventually(() => {
      const found = text.exec(this.output);
      assert(found, `the program never wrote ${text}:\n${this.output}`);
      return found;
    });
  }

  get pid() {
    assert(this.#child.pid, `${this.#child.spawnfile} did not start`);
    return this.#child.pid;
  }

  /** @param {string} line */
  type(line) {
    this.#child.stdin.write(`${line}\n`);
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    this.#child.kill(signal);
  }

  /** Kills it, and waits until it has ended. */
  async kill() {
    this.signal('SIGKILL');
    await this.#end;
  }
}
