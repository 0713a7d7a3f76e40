/** The server's binary as a child process. */

import { TempHome, Program, binary } from './program.js';

/** Long timeouts, so that a slow machine does not change the outcome: no computer joins, no clock runs out. */
const LONG_TIMEOUTS = ['--ai-after=1h', '--move-time=10m', '--no-mdns'];

/** @param {string | undefined} flag */
const nameOf = (flag) => flag?.split('=')[0];

export class Server {
  #home = new TempHome();
  #flags;
  /** @type {Program} */
  #program;
  #port = '0';
  /** Whether it has ever been down, so that connections were lost. */
  wasDown = false;

  /** @param {string[]} flags */
  constructor(flags) {
    this.#flags = flags;
    this.#program = this.#run();
  }

  /** Starts a server that only this machine can reach. @param {string[]} flags */
  static start(...flags) {
    return Server.on('127.0.0.1', ...flags);
  }

  /**
   * Starts a server on this address.
   *
   * @param {string} host
   * @param {string[]} flags with their values: `--ai-after=1s`
   */
  static async on(host, ...flags) {
    const defaults = LONG_TIMEOUTS.filter((flag) => !flags.some((other) => nameOf(other) === nameOf(flag)));
    const server = new Server([...defaults, `--host=${host}`, ...flags]);
    await server.#waitUntilListening();
    return server;
  }

  /** As a player types it. */
  get address() {
    return `127.0.0.1:${this.#port}`;
  }

  get port() {
    return Number(this.#port);
  }

  get origin() {
    return `http://${this.address}`;
  }

  /** Kills it, as in a crash. */
  async kill() {
    this.wasDown = true;
    await this.#program.kill();
  }

  /** Starts it again, on the same port, with the same data, and from now on with further flags. */
  async restart(/** @type {string[]} */ ...flags) {
    this.#flags = [...this.#flags, ...flags];
    this.#program = this.#run();
    await this.#waitUntilListening();
  }

  /** Kills it, and deletes its data. */
  async end() {
    await this.#program.kill();
    this.#home.remove();
  }

  #run() {
    return new Program(binary('TICTACTOE_SERVER_BINARY'), ['--port', this.#port, ...this.#flags], this.#home);
  }

  async #waitUntilListening() {
    const [, port] = await this.#program.waitForOutput(/listening on wss?:\/\/\S+:(\d+)\/ws\n/);
    this.#port = /** @type {string} */ (port);
  }
}
