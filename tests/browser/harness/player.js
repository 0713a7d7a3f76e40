/** Somebody at the page: what people do there, and what they see, by the roles and names of what stands on it. */

import assert from 'node:assert/strict';

import { eventually } from './wait.js';

/** @typedef {import('playwright-core').Page} Page */

/** The squares of a board of 3x3 that people count from 1 in reading order. */
const SIDE = 3;

/** As long as a clock still goes that is to be stopped, in milliseconds. */
const MOMENT = 1000;

/** A person with one tab of a browser. */
export class Person {
  page;
  origin;

  /**
   * @param {Page} page
   * @param {string} origin
   */
  constructor(page, origin) {
    this.page = page;
    this.origin = origin;
  }

  /** Opens an address of the server. */
  async open(path = '/') {
    await this.page.goto(this.origin + path);
  }

  /** @param {string} name */
  async call(name) {
    await this.field('Your name').fill(name);
  }

  /** @param {string} name */
  field(name) {
    return this.page.getByRole('textbox', { name, exact: true });
  }

  /** @param {string} name */
  choice(name) {
    return this.page.getByRole('combobox', { name, exact: true });
  }

  /** @param {string} name */
  button(name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** @param {string | RegExp} name */
  heading(name) {
    return this.page.getByRole('heading', { name, exact: true });
  }

  /** @param {string | RegExp} name */
  link(name) {
    return this.page.getByRole('link', { name });
  }

  get board() {
    return this.page.getByRole('grid', { name: 'Board' });
  }

  /**
   * A cell of the board, counted from 1.
   *
   * @param {number} row
   * @param {number} column
   */
  cell(row, column) {
    return this.board.getByRole('button', { name: new RegExp(`\\brow ${row}, column ${column},`, 'i') });
  }

  /**
   * A square of a board of 3x3, counted from 1 in reading order.
   *
   * @param {number} number
   */
  square(number) {
    return this.cell(Math.ceil(number / SIDE), ((number - 1) % SIDE) + 1);
  }

  /** The cells that may be played now. */
  get playable() {
    return this.board.getByRole('button', { name: /, empty/, disabled: false });
  }

  /**
   * Presses a square of a board of 3x3, whether it may be played or not.
   *
   * @param {number} number
   */
  async tries(number) {
    await this.square(number).click({ force: true });
  }

  /** @param {string[]} names of buttons, pressed one after the other */
  async press(...names) {
    for (const name of names) {
      await this.button(name).click();
    }
  }

  /**
   * Plays a square of a board of 3x3 when it is this person's turn.
   *
   * @param {number} number
   */
  async plays(number) {
    await this.hasTurn();
    await this.square(number).click();
  }

  /** Leaves a game that is on, and confirms it. */
  async leavesAndLoses() {
    await this.press('Leave');
    const question = this.page.getByRole('dialog', { name: 'Leave and lose this game?' });
    await question.getByRole('button', { name: 'Leave' }).click();
  }

  /** Waits until it is this person's turn. */
  async hasTurn() {
    await this.status(/Your turn\.$/);
  }

  /**
   * Waits until the status says this.
   *
   * @param {string | RegExp} text
   */
  async status(text) {
    await eventually(async () => {
      const said = await this.page.getByRole('status').allTextContents();
      matches(said.join('\n').trim(), text);
    });
  }

  /**
   * Waits until this is to be read somewhere on the page.
   *
   * @param {string | RegExp} text
   */
  async reads(text) {
    await eventually(async () => matches(await this.text(), text));
  }

  /**
   * Waits until this is no longer to be read on the page.
   *
   * @param {string} text
   */
  async readsNoLonger(text) {
    await eventually(async () => assert(!(await this.text()).includes(text), `${text} is still there`));
  }

  /** The link that this person may hand on, when the server has told it. */
  async invitation() {
    await this.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    return new URL(await this.field('Link').inputValue());
  }

  /** The same person's second tab, opened by the first: it has a copy of what that one keeps. */
  async duplicate() {
    const opened = this.page.waitForEvent('popup');
    await this.page.evaluate(() => void window.open(location.href));
    return new Person(await opened, this.origin);
  }

  /**
   * Has the tab believe that it was asleep.
   *
   * @param {'visibilitychange' | 'pageshow' | 'online'} event what tells it that it is awake
   */
  async wake(event) {
    await this.page.evaluate((name) => {
      const persisted = new PageTransitionEvent(name, { persisted: true });
      const target = name === 'visibilitychange' ? document : window;
      target.dispatchEvent(name === 'pageshow' ? persisted : new Event(name));
    }, event);
  }

  /** Stops the clock of a page that is `timed`: nothing comes by itself from now on. */
  async stopTime() {
    await this.page.clock.pauseAt((await this.page.evaluate(() => Date.now())) + MOMENT);
  }

  /** Counts the connections that the tab makes from now on. */
  countConnections() {
    const connections = { count: 0 };
    this.page.on('websocket', () => (connections.count += 1));
    return connections;
  }

  /** Everything that can be read. */
  async text() {
    return this.page.locator('body').innerText();
  }

  /**
   * Waits until the tab has this title.
   *
   * @param {string} title
   */
  async title(title) {
    await eventually(async () => assert.equal(await this.page.title(), title));
  }

  /** The path at which the tab is. */
  get path() {
    return new URL(this.page.url()).pathname;
  }

  /**
   * Waits until cells of these labels are all on the board.
   *
   * @param {string[]} labels
   */
  async sees(...labels) {
    for (const name of labels) {
      await this.board.getByRole('button', { name, exact: true }).waitFor();
    }
  }

  /** The board in a word: `X_O/___/___`. */
  async marks() {
    const rows = await this.board.getByRole('row').all();
    const marks = rows.map(async (row) => {
      const labels = await row
        .getByRole('button')
        .evaluateAll((cells) => cells.map((cell) => cell.ariaLabel ?? ''));
      return labels.map((label) => /, (X|O)\b/.exec(label)?.[1] ?? '_').join('');
    });
    return (await Promise.all(marks)).filter(Boolean).join('/');
  }

  /** @param {string} board as `marks` gives it */
  async seesBoard(board) {
    await eventually(async () => assert.equal(await this.marks(), board));
  }

  /** The name of what has the keyboard. */
  focused() {
    return this.page.evaluate(
      () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '',
    );
  }
}

/**
 * @param {string} said
 * @param {string | RegExp} text
 */
function matches(said, text) {
  const isSaid = typeof text === 'string' ? said.includes(text) : text.test(said);
  assert(isSaid, `${text} is not to be read in:\n${said}`);
}
