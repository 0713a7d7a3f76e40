/** The environment of a test: servers, players and terminals, all of which end with the test. */

import { CuttableProxy } from './cuttable-proxy.js';
import { Player } from './player.js';
import { Program, TempHome, binary } from './program.js';
import { Server } from './server.js';
import { DEADLINE_MS } from './wait.js';
import { PageMonitor } from './page-monitor.js';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').BrowserContextOptions} Options */

export class TestEnv {
  #browser;
  /** @type {(() => unknown)[]} */
  #ends = [];
  /** @type {Server[]} */
  #servers = [];
  /** @type {PageMonitor[]} */
  #monitors = [];
  /** Whether the test interrupts the network. */
  #isNetworkUnreliable = false;

  /** @param {Browser} browser */
  constructor(browser) {
    this.#browser = browser;
  }

  async server(/** @type {string[]} */ ...flags) {
    return this.#keep(await Server.start(...flags));
  }

  /** A server that other machines can reach. */
  async publicServer() {
    return this.#keep(await Server.on('0.0.0.0'));
  }

  /**
   * A player in a browser context of their own. `controlledClock` allows `stopClock`.
   *
   * @param {Server} server
   * @param {{ path?: string | null, origin?: string, name?: string, controlledClock?: boolean } & Options} [options]
   */
  async player(
    server,
    { path = '/', origin = server.origin, name, controlledClock = false, ...options } = {},
  ) {
    const context = await this.#browser.newContext({ reducedMotion: 'reduce', ...options });
    this.#ends.push(() => context.close());
    context.setDefaultTimeout(DEADLINE_MS);
    const monitor = new PageMonitor([server.origin, origin]);
    monitor.mayLoseConnection = () =>
      this.#isNetworkUnreliable || this.#servers.some((server) => server.wasDown);
    this.#monitors.push(monitor);
    await monitor.watch(context);
    if (controlledClock) {
      await context.clock.install();
    }
    const player = new Player(await context.newPage(), origin);
    if (path !== null) {
      await player.open(path);
    }
    if (name !== undefined) {
      await player.enterName(name);
    }
    return player;
  }

  /**
   * Ann and Bob in a match on 3x3: Ann plays X. Bob may have other options.
   *
   * @param {Server} server
   * @param {Options & { origin?: string, controlledClock?: boolean }} [options]
   */
  async pair(server, options = {}, bobsOptions = options) {
    const ann = await this.player(server, { name: 'Ann', ...options });
    await ann.choose('You play', 'X (goes first)');
    await ann.playPerson();
    await ann.heading('Waiting for an opponent').waitFor();
    const bob = await this.player(server, { name: 'Bob', ...bobsOptions });
    await bob.playPerson();
    await ann.waitForTurn();
    await bob.expectStatus(/^Ann is thinking/);
    return /** @type {const} */ ([ann, bob]);
  }

  /** An empty page of the server, for `RawPlayer`. It is not monitored. @param {Server} server */
  async emptyPage(server) {
    const context = await this.#browser.newContext();
    this.#ends.push(() => context.close());
    const page = await context.newPage();
    await page.goto(`${server.origin}/healthz`);
    return page;
  }

  /** The terminal client, with the lines it reads. @param {Server} server @param {string[]} lines */
  terminal(server, lines) {
    const client = new Program(
      binary('TICTACTOE_CLIENT_BINARY'),
      [server.address, '--name=Bob'],
      new TempHome(),
    );
    lines.forEach((line) => client.type(line));
    this.#ends.push(() => client.kill());
    return client;
  }

  /** A proxy to the server, for interruptions of the network. @param {Server} server */
  async proxy(server) {
    this.#isNetworkUnreliable = true;
    const proxy = await CuttableProxy.start(server.port);
    this.#ends.push(() => proxy.end());
    return proxy;
  }

  /**
   * Takes the browser offline or online.
   *
   * @param {Player} player
   * @param {boolean} isOffline
   */
  async offline(player, isOffline) {
    this.#isNetworkUnreliable = true;
    await player.page.context().setOffline(isOffline);
  }

  /** Ends everything, the latest first. */
  async end() {
    for (const end of this.#ends.reverse()) {
      await end();
    }
  }

  /** Ignores complaints that the test has caused. @param {RegExp} kind */
  forgive(kind) {
    this.#monitors.forEach((monitor) => monitor.forgive(kind));
  }

  assertNothingWrong() {
    this.#monitors.forEach((monitor) => monitor.assertNothingWrong());
  }

  /** @param {Server} server */
  #keep(server) {
    this.#servers.push(server);
    this.#ends.push(() => server.end());
    return server;
  }
}
