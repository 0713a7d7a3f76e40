/**
 * The board: a grid of buttons, built once for each size and then updated in place.
 *
 * One cell is in the tab order (roving tabindex); arrows, Home and End move from there, and on small boards digits play.
 * If cells are too small for a finger, a tap selects a cell and the button "Place" confirms.
 */

import { boardValue, columnLetter, isNumbered } from '../core/boards.js';
import { announce, button, byId, create, markIcon, setAttribute, setText, setVisible } from './dom.js';

/** @import { Rules } from '../protocol' */
/** @import { CellView, GameView } from '../page' */

/** The width of the smallest cell that fits a finger, in CSS pixels. */
const FINGER_PX = 32;

const SELECT_FIRST = 'Tap a cell, then place.';

export class Board {
  #table = byId('board', HTMLTableElement);
  #confirmation = byId('confirmation', HTMLElement);
  #place = button('place', () => this.#selected !== null && this.#playAt(this.#selected));
  /** In reading order. @type {HTMLButtonElement[]} */
  #cells = [];
  /** @type {GameView | null} */
  #game = null;
  /** The cell in the tab order. */
  #current = 0;
  /** The cell that a tap has selected. @type {number | null} */
  #selected = null;
  #pointerType = '';
  #play;

  /** @param {(cell: number) => void} play */
  constructor(play) {
    this.#play = play;
    this.#table.addEventListener('keydown', (event) => this.#onKeyDown(event));
    this.#table.addEventListener('pointerdown', ({ pointerType }) => (this.#pointerType = pointerType));
    this.#table.addEventListener('click', (event) => this.#onClick(event));
    this.#table.addEventListener('focusin', ({ target }) => this.#setCurrent(this.#cellOf(target)));
  }

  /** @param {GameView} game */
  draw(game) {
    const before = this.#game;
    this.#game = game;
    if (!before || boardValue(before.rules) !== boardValue(game.rules))
      this.#cells = buildBoard(this.#table, game.rules);
    const isNew = before?.match !== game.match || before.heading !== game.heading;
    if (isNew && !this.#table.contains(document.activeElement)) this.#setCurrent(game.startCell);
    if (this.#selected !== null && !(game.canPlay && game.cells[this.#selected]?.playable))
      this.#selected = null;
    for (const cell of game.cells) this.#drawCell(cell);
    this.#table.classList.toggle('frozen', game.frozen);
    this.#table.classList.toggle('can-play', game.canPlay);
    this.#table.dataset.you = game.players[0].you ? game.players[0].mark : '';
    this.#drawConfirmation(game);
  }

  focus() {
    this.#cells[this.#current]?.focus({ preventScroll: true });
  }

  /** @param {CellView} cell */
  #drawCell({ cell, mark, label, last, won, hinted, mistake, better, pending, playable }) {
    const element = this.#cells[cell];
    if (!element?.parentElement) return;
    const selected = cell === this.#selected;
    const states = { last, won, hinted, mistake, better, pending, playable, selected };
    for (const [name, on] of Object.entries(states)) element.classList.toggle(name, on);
    setAttribute(element, 'data-mark', mark);
    setAttribute(element, 'aria-label', label);
    setAttribute(element, 'aria-disabled', playable ? null : 'true');
    setAttribute(element.parentElement, 'aria-selected', selected ? 'true' : null);
  }

  /** @param {GameView} game */
  #drawConfirmation({ result, players, rules }) {
    const needed =
      this.#selected !== null || (this.#isTooSmall() && matchMedia('(any-pointer: coarse)').matches);
    setVisible(this.#confirmation, needed && result === null && players[0].you && !isNumbered(rules));
    const text = this.#selected === null ? SELECT_FIRST : this.#cellName(this.#selected);
    setText(byId('confirmation-cell', HTMLElement), text);
    setAttribute(this.#place, 'aria-disabled', this.#selected === null ? 'true' : null);
  }

  /** @param {number} cell */
  #cellName(cell) {
    return this.#cells[cell]?.ariaLabel?.split(',', 1)[0] ?? '';
  }

  #isTooSmall() {
    const [first] = this.#cells;
    return first !== undefined && first.offsetWidth < FINGER_PX;
  }

  /** @param {number} cell */
  #setCurrent(cell) {
    if (cell < 0) return;
    this.#current = cell;
    this.#cells.forEach((element, index) => setAttribute(element, 'tabindex', index === cell ? '0' : '-1'));
  }

  /** @param {number} cell */
  #playAt(cell) {
    this.#selected = null;
    this.#cells[cell]?.focus({ preventScroll: true });
    this.#play(cell);
  }

  /** @param {MouseEvent} event */
  #onClick({ target, detail }) {
    const cell = this.#cellOf(target);
    const isTouch = detail > 0 && (this.#pointerType === 'touch' || this.#pointerType === 'pen');
    if (cell < 0 || !this.#game) return;
    if (isTouch && this.#isTooSmall() && this.#game.cells[cell]?.playable) this.#select(cell, this.#game);
    else this.#playAt(cell);
  }

  /**
   * @param {number} cell
   * @param {GameView} game
   */
  #select(cell, game) {
    this.#selected = cell;
    this.#cells[cell]?.focus({ preventScroll: true });
    this.draw(game);
    announce(`${this.#cellName(cell)} is selected: Place plays it.`);
  }

  /** @param {KeyboardEvent} event */
  #onKeyDown(event) {
    if (!this.#game || event.altKey || event.metaKey) return;
    const { rules } = this.#game;
    const number =
      isNumbered(rules) && !event.ctrlKey && /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
    const to = event.ctrlKey ? cornerFor(event.key, rules) : cellFor(event.key, this.#current, rules);
    if (to === null && !this.#cells[number]) return;
    event.preventDefault();
    if (to === null) this.#playAt(number);
    else this.#cells[to]?.focus();
  }

  /** @param {EventTarget | null} target */
  #cellOf(target) {
    const element = target instanceof Element ? target.closest('button') : null;
    return element ? this.#cells.indexOf(element) : -1;
  }
}

/**
 * Returns the buttons in reading order.
 * @param {HTMLTableElement} table
 * @param {Rules} rules
 */
function buildBoard(table, rules) {
  const numbered = isNumbered(rules);
  const buttons = Array.from({ length: rules.columns * rules.rows }, (_, cell) => createCell(cell, numbered));
  const rows = Array.from({ length: rules.rows }, (_, row) => {
    const cells = buttons.slice(row * rules.columns, (row + 1) * rules.columns);
    const header = numbered ? [] : [create('th', { scope: 'row' }, String(row + 1))];
    return create('tr', {}, ...header, ...cells.map((cell) => create('td', {}, cell)));
  });
  table.replaceChildren(...(numbered ? [] : [columnHeaders(rules.columns)]), create('tbody', {}, ...rows));
  table.classList.toggle('headed', !numbered);
  setSizeVariables(rules, numbered);
  return buttons;
}

/**
 * The style sheet computes the size of a cell from these.
 * @param {Rules} rules
 * @param {boolean} numbered
 */
function setSizeVariables({ columns, rows }, numbered) {
  const { style } = byId('main', HTMLElement);
  style.setProperty('--columns', String(columns));
  style.setProperty('--rows', String(rows));
  style.setProperty('--head', numbered ? '0px' : '1.1rem');
}

/** @param {number} columns */
function columnHeaders(columns) {
  const letters = Array.from({ length: columns }, (_, index) => columnLetter(index + 1));
  const headers = letters.map((letter) => create('th', { scope: 'col' }, letter));
  return create('thead', {}, create('tr', {}, create('td', {}), ...headers));
}

/**
 * @param {number} cell
 * @param {boolean} numbered
 */
function createCell(cell, numbered) {
  const digit = numbered ? { 'data-digit': String(cell + 1) } : {};
  return create('button', { type: 'button', tabindex: '-1', ...digit }, markIcon('X', 'O'));
}

/**
 * The cell to which a key moves the focus, without wrapping around; `null` for any other key.
 * @param {string} key
 * @param {number} cell
 * @param {Rules} rules
 */
function cellFor(key, cell, { columns, rows }) {
  const column = cell % columns;
  switch (key) {
    case 'ArrowLeft':
      return column > 0 ? cell - 1 : cell;
    case 'ArrowRight':
      return column < columns - 1 ? cell + 1 : cell;
    case 'ArrowUp':
      return cell >= columns ? cell - columns : cell;
    case 'ArrowDown':
      return cell < columns * (rows - 1) ? cell + columns : cell;
    case 'Home':
      return cell - column;
    case 'End':
      return cell - column + columns - 1;
    default:
      return null;
  }
}

/**
 * With Ctrl.
 * @param {string} key
 * @param {Rules} rules
 */
function cornerFor(key, { columns, rows }) {
  if (key === 'Home') return 0;
  return key === 'End' ? columns * rows - 1 : null;
}
