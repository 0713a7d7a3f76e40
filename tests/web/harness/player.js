/** A player at the page: actions and expectations, by accessible roles and names. */

import assert from 'node:assert/strict';

import { eventually } from './wait.js';

/** @typedef {import('playwright-core').Page} Page */

/** The side of a board whose squares have names. */
const SIDE = 3;

const PLACES = [
  ['top left', 'top middle', 'top right'],
  ['middle left', 'centre', 'middle right'],
  ['bottom left', 'bottom middle', 'bottom right'],
];

/** How far the clock jumps when it is stopped: more than the time that a loaded machine takes to stop it. */
const CLOCK_JUMP_MS = 60_000;

/** A player with one tab of a browser. */
export class Player {
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
  async enterName(name) {
    await this.field('Your name').fill(name);
    await this.field('Your name').press('Enter');
  }

  /** @param {string} name */
  field(name) {
    return this.page.getByRole('textbox', { name, exact: true });
  }

  /** @param {string} name */
  choice(name) {
    return this.page.getByRole('combobox', { name, exact: true });
  }

  /** Unfolds the options of the start screen. */
  async openOptions() {
    const folded = this.page.getByRole('button', { name: 'More', expanded: false });
    if ((await folded.count()) > 0) {
      await folded.click();
    }
  }

  /** Plays a person: one who waits for the same game, or the next one who comes. */
  async playPerson() {
    await this.page.getByRole('button', { name: /^Play (?!the computer)/ }).click();
  }

  /**
   * Chooses one of the options of the start screen.
   *
   * @param {string} name
   * @param {string} option
   */
  async choose(name, option) {
    await this.openOptions();
    await this.choice(name).selectOption(option);
  }

  /**
   * Chooses a game without a name.
   *
   * @param {Record<string, string>} sides
   */
  async chooseCustom(sides) {
    await this.openOptions();
    for (const [side, length] of Object.entries(sides)) {
      await this.choice(side).selectOption(length);
    }
  }

  /** Names the room in which the next person is met. @param {string} room */
  async enterRoom(room) {
    await this.openOptions();
    await this.field('Room').fill(room);
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
    const place = PLACES[row - 1]?.[column - 1] ?? '-';
    const coordinate = `${String.fromCharCode(96 + column)}${row}`;
    return this.board.getByRole('button', { name: new RegExp(`^(?:${place}|${coordinate}),`, 'i') });
  }

  /** A square of a 3x3 board, numbered from 1 in reading order. @param {number} number */
  square(number) {
    return this.cell(Math.ceil(number / SIDE), ((number - 1) % SIDE) + 1);
  }

  /** The cells that may be played now. */
  get playable() {
    return this.board.getByRole('button', { name: /, empty/, disabled: false });
  }

  /** Clicks a square of a 3x3 board, even if it is disabled. @param {number} number */
  async forceClick(number) {
    await this.square(number).click({ force: true });
  }

  /** @param {string[]} names of buttons, clicked one after the other */
  async press(...names) {
    for (const name of names) {
      await this.button(name).click();
    }
  }

  /** Waits for the turn, and plays a square of a 3x3 board. @param {number} number */
  async play(number) {
    await this.waitForTurn();
    await this.square(number).click();
  }

  /** @param {string} name */
  dialog(name) {
    return this.page.getByRole('dialog', { name, exact: true });
  }

  /** Resigns or leaves, and confirms the question if there is one. @param {'Resign' | 'Leave'} what */
  async giveUp(what) {
    await this.press('More', what);
    await this.dialog(`${what}?`).getByRole('button', { name: what }).click();
  }

  async waitForTurn() {
    await this.expectStatus(/^Your turn/);
  }

  /** Waits until the status matches. @param {string | RegExp} text */
  async expectStatus(text) {
    await eventually(async () => {
      const texts = await this.page.getByRole('status').allInnerTexts();
      assertMatches(texts.join(' ').replaceAll(/\s+/g, ' ').trim(), text);
    });
  }

  /** Waits until the page's text matches. @param {string | RegExp} text */
  async expectText(text) {
    await eventually(async () => assertMatches(await this.text(), text));
  }

  /** Waits until the page no longer contains the text. @param {string} text */
  async expectNoText(text) {
    await eventually(async () => assert(!(await this.text()).includes(text), `${text} is still there`));
  }

  /** The link of the invitation, once the server has sent it. */
  async invitation() {
    await this.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    return this.shownLink();
  }

  /** The link that is shown, once the server has sent it. */
  shownLink() {
    return eventually(async () => {
      const shown = this.page.locator('.url:visible');
      return new URL(`http://${await shown.textContent()}`);
    });
  }

  /** A second tab, opened by the first: it has a copy of its `sessionStorage`. */
  async duplicate() {
    const opened = this.page.waitForEvent('popup');
    await this.page.evaluate(() => void window.open(location.href));
    return new Player(await opened, this.origin);
  }

  /**
   * Makes the page believe that it was asleep.
   *
   * @param {'visibilitychange' | 'pageshow' | 'online'} event that reports the wake
   */
  async wake(event) {
    await this.page.evaluate((name) => {
      const persisted = new PageTransitionEvent(name, { persisted: true });
      const target = name === 'visibilitychange' ? document : window;
      target.dispatchEvent(name === 'pageshow' ? persisted : new Event(name));
    }, event);
  }

  /** Stops the clock of a page with a `controlledClock`: no timer fires from now on. */
  async stopClock() {
    await this.page.clock.pauseAt((await this.page.evaluate(() => Date.now())) + CLOCK_JUMP_MS);
  }

  /** Counts the WebSockets that the tab opens from now on. */
  countConnections() {
    const connections = { count: 0 };
    this.page.on('websocket', () => (connections.count += 1));
    return connections;
  }

  async text() {
    return this.page.locator('body').innerText();
  }

  /** @param {string} title */
  async expectTitle(title) {
    await eventually(async () => assert.equal(await this.page.title(), title));
  }

  /** @param {RegExp} path */
  async expectPath(path) {
    await eventually(() => assert.match(new URL(this.page.url()).pathname, path));
  }

  /** Waits until the board has cells with these labels. @param {string[]} labels */
  async expectCells(...labels) {
    for (const name of labels) {
      await this.board.getByRole('button', { name, exact: true }).waitFor();
    }
  }

  /** `X_O/___/___`. */
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

  /** @param {string} board as from `marks` */
  async expectBoard(board) {
    await eventually(async () => assert.equal(await this.marks(), board));
  }
}

/**
 * @param {string} actual
 * @param {string | RegExp} text
 */
function assertMatches(actual, text) {
  const isMatch = typeof text === 'string' ? actual.includes(text) : text.test(actual);
  assert(isMatch, `${text} is not in:\n${actual}`);
}
