/** A player at the page in any engine. */

import assert from 'node:assert/strict';

import { eventually } from '../wait.js';
import { misplacedMarks, overflows } from './measure.js';
import { PAGE, look } from './page.js';

/** @import { CuttableProxy } from '../cuttable-proxy.js' */
/** @import { Size, Tab } from './engine.js' */
/** @import { View } from './page.js' */

export class EnginePlayer {
  #tab;
  connection;

  /**
   * @param {Tab} tab
   * @param {CuttableProxy} connection
   */
  constructor(tab, connection) {
    this.#tab = tab;
    this.connection = connection;
  }

  async reload() {
    await this.#tab.reload();
  }

  /** Waits until a control is there, and clicks it. @param {string} selector */
  async press(selector) {
    await this.#click(selector, 0);
  }

  /** Fills in a field, even if it is folded away. @param {string} selector @param {string} value */
  async fill(selector, value) {
    await this.#tab.evaluate(
      (selector, value) => {
        const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (document.querySelector(selector));
        field.value = value;
        for (const event of ['input', 'change']) {
          field.dispatchEvent(new Event(event, { bubbles: true }));
        }
      },
      selector,
      value,
    );
  }

  /** Clicks a square at once. Returns the board when the opponent has answered. @param {number} square counted from 1 */
  async tap(square) {
    await this.#click(PAGE.squares, square - 1);
    const { board } = await this.#until(({ isYourTurn }) => isYourTurn, 'the answer');
    return board;
  }

  /** Waits for the turn, and plays. @param {number} square counted from 1 */
  async play(square) {
    await this.expect({ isYourTurn: true, isConnected: true });
    await this.#click(PAGE.squares, square - 1);
  }

  /** Plays the first free square, to the end of the game. */
  async playAnything() {
    for (;;) {
      const { isOver, board, playable } = await this.#until(
        ({ isOver, isYourTurn }) => isOver || isYourTurn,
        'the game to be over or the turn',
      );
      if (isOver) {
        return;
      }
      assert(playable[0], `there is a square to play in ${board}`);
      await this.play(playable[0]);
      await this.#until((view) => view.board !== board, 'the move');
    }
  }

  async hasTurn() {
    return (await this.#look()).isYourTurn;
  }

  /** Waits until the page shows this. @param {Partial<View>} expected */
  async expect(expected) {
    await eventually(async () => {
      const view = await this.#look();
      assert.deepEqual({ ...view, ...expected }, view);
    });
  }

  /** Fails unless everything is in its place on a screen of this size. @param {Size} size */
  async assertLaidOut(size) {
    await this.#tab.resize(size);
    await eventually(async () => {
      const [width, height] = await this.#tab.evaluate(() => [window.innerWidth, window.innerHeight]);
      assert.deepEqual({ width, height }, size);
      assert.deepEqual(await this.#tab.evaluate(misplacedMarks, PAGE), []);
      assert.deepEqual(await this.#tab.evaluate(overflows), []);
    });
  }

  /** Whether the page is not longer than this screen. @param {Size} screen */
  async assertFitsWithoutScrolling(screen) {
    await this.#tab.resize(screen);
    await eventually(async () => {
      const hidden = () => document.documentElement.scrollHeight - window.innerHeight;
      assert.equal(await this.#tab.evaluate(hidden), 0, 'pixels that do not fit');
    });
  }

  /**
   * @param {(view: View) => boolean} condition
   * @param {string} name
   */
  async #until(condition, name) {
    return eventually(async () => {
      const view = await this.#look();
      assert(condition(view), `waiting for ${name}: ${JSON.stringify(view)}`);
      return view;
    });
  }

  #look() {
    return this.#tab.evaluate(look, PAGE);
  }

  /**
   * Clicks, and again if the page has moved meanwhile, so that the click has missed.
   *
   * @param {string} selector
   * @param {number} index among the elements that are shown
   */
  async #click(selector, index) {
    await eventually(async () => {
      await this.#tab.click(aim, selector, index);
      assert(await this.#tab.evaluate(hasHit), `${selector} ${index} was missed`);
    });
  }
}

/** @typedef {typeof globalThis & { hasHit: boolean }} Global */

/**
 * Runs in the page: finds the element to click, and notes whether a click reaches it.
 *
 * @param {string} selector
 * @param {number} index
 */
function aim(selector, index) {
  const elements = Array.from(document.querySelectorAll(selector));
  const element = elements.filter((element) => element.checkVisibility())[index];
  if (element === undefined) {
    throw new Error(`there is no ${selector} ${index}`);
  }
  const global = /** @type {Global} */ (globalThis);
  global.hasHit = false;
  element.addEventListener('click', () => (global.hasHit = true), { capture: true, once: true });
  return element;
}

/** Runs in the page. */
function hasHit() {
  return /** @type {Global} */ (globalThis).hasHit;
}
