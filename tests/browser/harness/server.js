/** The server's binary. */

import { Home, Program, binary } from './program.js';

/** Nothing happens by itself while a loaded machine makes a test slow: no computer comes uncalled, no clock runs out. */
const CALM = ['--ai-after=1h', '--move-time=10m', '--no-mdns'];

/** @param {string | undefined} flag */
const nameOf = (flag) => flag?.split('=')[0];

/** A server on a port of its own, with a directory of its own. */
export class Server {
  #home = new Home();
  #flags;
  /** @type {Program} */
  #program;
  #port = '0';
  /** Whether it was down at some time, so that connections to it were lost. */
  wasDown = false;

  /** @param {string[]} flags */
  constructor(flags) {
    this.#flags = flags;
    this.#program = this.#run();
  }

  /**
   * Starts one that only this machine reaches, with further flags.
   *
   * @param {string[]} flags
   */
  static start(...flags) {
    return Server.on('127.0.0.1', ...flags);
  }

  /**
   * Starts one on an address of this machine.
   *
   * @param {string} host
   * @param {string[]} flags with their values: `--ai-after=1s`
   */
  static async on(host, ...flags) {
    const calm = CALM.filter((flag) => !flags.some((other) => nameOf(other) === nameOf(flag)));
    const server = new Server([...calm, `--host=${host}`, ...flags]);
    await server.#listens();
    return server;
  }

  /** Its address as people type it. */
  get address() {
    return `127.0.0.1:${this.#port}`;
  }

  get port() {
    return Number(this.#port);
  }

  /** The origin of its pages. */
  get origin() {
    return `http://${this.address}`;
  }

  /** Ends it without a word. */
  async kill() {
    this.wasDown = true;
    await this.#program.kill();
  }

  /** Stops it in good order, which takes a while where people are connected. */
  async stop() {
    this.wasDown = true;
    await this.#program.stop();
  }

  /** Starts it again, on the same port and with the same data; it may have other flags too from now on. */
  async restart(/** @type {string[]} */ ...flags) {
    this.#flags = [...this.#flags, ...flags];
    this.#program = this.#run();
    await this.#listens();
  }

  /** Ends it for good. */
  async end() {
    await this.#program.kill();
    this.#home.remove();
  }

  #run() {
    return new Program(binary('TICTACTOE_SERVER_BINARY'), ['--port', this.#port, ...this.#flags], this.#home);
  }

  async #listens() {
    const [, port] = await this.#program.says(/listening on ws:\/\/\S+:(\d+)\/ws\n/);
    this.#port = /** @type {string} */ (port);
  }
}
