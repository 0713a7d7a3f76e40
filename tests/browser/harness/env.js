/** What a test has at hand: servers, people, terminals. All of it ends with the test, however that ends. */

import { Cable } from './cable.js';
import { Person } from './person.js';
import { Server } from './server.js';
import { Terminal } from './terminal.js';
import { Tmux } from './tmux.js';
import { DEADLINE } from './wait.js';
import { Witness } from './witness.js';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').BrowserContextOptions} Options */

/** The servers, people and terminals of one test. */
export class Scene {
  #browser;
  /** @type {(() => unknown)[]} */
  #ends = [];
  /** @type {Server[]} */
  #servers = [];
  /** @type {Witness[]} */
  #witnesses = [];
  /** Whether somebody was cut off from a server that runs. */
  #wasCutOff = false;

  /** @param {Browser} browser */
  constructor(browser) {
    this.#browser = browser;
  }

  /** A server with these flags. */
  async server(/** @type {string[]} */ ...flags) {
    return this.#keep(await Server.start(...flags));
  }

  /** A server that is reached from the network. */
  async publicServer() {
    return this.#keep(await Server.on('0.0.0.0'));
  }

  /**
   * Somebody with a browser of their own, at an address of the server; with none, nowhere yet.
   *
   * @param {Server} server
   * @param {{ path?: string | null, origin?: string, name?: string, timed?: boolean } & Options} [options]
   */
  async person(server, { path = '/', origin = server.origin, name, timed = false, ...options } = {}) {
    const context = await this.#browser.newContext({ reducedMotion: 'reduce', ...options });
    this.#ends.push(() => context.close());
    context.setDefaultTimeout(DEADLINE);
    const witness = new Witness([server.origin, origin]);
    witness.mayBeLost = () => this.#wasCutOff || this.#servers.some((server) => server.wasDown);
    this.#witnesses.push(witness);
    await witness.watch(context);
    if (timed) {
      await context.clock.install();
    }
    const person = new Person(await context.newPage(), origin);
    if (path !== null) {
      await person.open(path);
    }
    if (name !== undefined) {
      await person.call(name);
    }
    return person;
  }

  /**
   * Ann and Bob, who have met on a board of 3x3: Ann plays X.
   *
   * @param {Server} server
   * @param {Options & { origin?: string }} [options]
   */
  async pair(server, options = {}) {
    const ann = await this.person(server, { name: 'Ann', ...options });
    await ann.choice('You play').selectOption('X, and begin');
    await ann.press('Play');
    await ann.heading('Waiting for an opponent').waitFor();
    const bob = await this.person(server, { name: 'Bob', ...options });
    await bob.press('Play');
    await ann.hasTurn();
    await bob.status(/Ann's turn\.$/);
    return /** @type {const} */ ([ann, bob]);
  }

  /**
   * A page of the server on which nothing stands, from which players of the protocol connect. Nobody looks on.
   *
   * @param {Server} server
   */
  async emptyPage(server) {
    const context = await this.#browser.newContext();
    this.#ends.push(() => context.close());
    const page = await context.newPage();
    await page.goto(`${server.origin}/healthz`);
    return page;
  }

  /**
   * The terminal client, which reads from a pipe and writes into one.
   *
   * @param {Server} server
   * @param {string[]} flags
   */
  terminal(server, ...flags) {
    const terminal = new Terminal([...flags, server.address]);
    this.#ends.push(() => terminal.end());
    return terminal;
  }

  /**
   * The terminal client's full screen, in a real terminal.
   *
   * @param {Server} server
   * @param {string[]} flags
   */
  fullScreen(server, ...flags) {
    const tmux = new Tmux([...flags, server.address]);
    this.#ends.push(() => tmux.end());
    return tmux;
  }

  /**
   * A cable to the server, which is going to be cut.
   *
   * @param {Server} server
   */
  async cable(server) {
    this.#wasCutOff = true;
    const cable = await Cable.to(server.port);
    this.#ends.push(() => cable.end());
    return cable;
  }

  /**
   * Cuts a person off from the network, or lets them back.
   *
   * @param {Person} person
   * @param {boolean} isOffline
   */
  async offline(person, isOffline) {
    this.#wasCutOff = true;
    await person.page.context().setOffline(isOffline);
  }

  /** Ends everything, the latest first. */
  async end() {
    for (const end of this.#ends.reverse()) {
      await end();
    }
  }

  /**
   * Passes over complaints of this kind, which a test has brought about.
   *
   * @param {RegExp} kind
   */
  forgive(kind) {
    this.#witnesses.forEach((witness) => witness.forgive(kind));
  }

  /** Fails if anything was wrong on a page. */
  assertNothingWrong() {
    this.#witnesses.forEach((witness) => witness.assertNothingWrong());
  }

  /** @param {Server} server */
  #keep(server) {
    this.#servers.push(server);
    this.#ends.push(() => server.end());
    return server;
  }
}
