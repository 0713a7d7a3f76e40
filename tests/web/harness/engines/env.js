/** The environment of a test in any engine: servers, proxies and players, all of which end with the test. */

import assert from 'node:assert/strict';

import { CuttableProxy } from '../cuttable-proxy.js';
import { Server } from '../server.js';
import { eventually } from '../wait.js';
import { PAGE } from './page.js';
import { EnginePlayer } from './player.js';

/** @import { Engine, Size } from './engine.js' */

/** @type {Size} */
const DESKTOP = { width: 1024, height: 768 };

export class EngineEnv {
  #engine;
  /** @type {(() => Promise<void>)[]} */
  #ends = [];

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  async server() {
    const server = await Server.start();
    this.#ends.push(() => server.end());
    return server;
  }

  /**
   * A player on the first screen, with a connection of their own.
   *
   * @param {Server} server
   * @param {string} name
   */
  async player(server, name) {
    const connection = await CuttableProxy.start(server.port);
    this.#ends.push(() => connection.end());
    const tab = await this.#engine.newTab();
    this.#ends.push(() => tab.close());
    await tab.resize(DESKTOP);
    await tab.open(connection.origin);
    const player = new EnginePlayer(tab, connection);
    await player.fill(PAGE.name, name);
    return player;
  }

  /** Two players in a game, as `inTurn`. @param {Server} server */
  async pair(server) {
    const [ann, bob] = await Promise.all([this.player(server, 'Ann'), this.player(server, 'Bob')]);
    await ann.press(PAGE.playPerson);
    await bob.press(PAGE.playPerson);
    return this.inTurn(ann, bob);
  }

  /**
   * The player to move, and the other.
   *
   * @param {EnginePlayer} ann
   * @param {EnginePlayer} bob
   * @returns {Promise<[EnginePlayer, EnginePlayer]>}
   */
  async inTurn(ann, bob) {
    return eventually(async () => {
      const [isAnns, isBobs] = await Promise.all([ann.hasTurn(), bob.hasTurn()]);
      assert.notEqual(isAnns, isBobs, 'one of the two has the turn');
      return isAnns ? [ann, bob] : [bob, ann];
    });
  }

  /** Ends everything, the latest first. */
  async end() {
    for (const end of this.#ends.reverse()) {
      await end();
    }
  }
}
