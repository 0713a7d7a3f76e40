/**
 * The board: a grid of real buttons. It is built once for each size; what is on it changes in place.
 *
 * One cell at a time can be reached by Tab; arrows, Home and End go from there, and on small boards the digits play. On
 * a board whose cells are too small for a finger, a tap selects and a second button confirms.
 */

import { columnLetter, isNumbered } from '../core/boards.js';
import { button, drawing, make, part, say, setOrDrop, show, speak } from './elements.js';

/** @import { Rules } from '../protocol' */
/** @import { CellView, GameView } from '../page' */

/** Cells that are smaller, in CSS pixels, are too small for a finger. */
const FINGER = 32;

const SELECT_FIRST = 'Tap a cell, then place.';

/** Takes care of the board. */
export class Board {
  #table = part('board', HTMLTableElement);
  #placing = part('placing', HTMLElement);
  #place = button('place', () => this.#chosen !== null && this.#playAt(this.#chosen));
  /** In reading order. @type {HTMLButtonElement[]} */
  #cells = [];
  /** What is drawn. @type {GameView | null} */
  #game = null;
  /** Where the keyboard is. */
  #here = 0;
  /** What a finger has selected. @type {number | null} */
  #chosen = null;
  /** What the last press began with: a finger, a mouse. */
  #pointer = '';
  #play;

  /** @param {(cell: number) => void} play */
  constructor(play) {
    this.#play = play;
    this.#table.addEventListener('keydown', (event) => this.#type(event));
    this.#table.addEventListener('pointerdown', ({ pointerType }) => (this.#pointer = pointerType));
    this.#table.addEventListener('click', (event) => this.#press(event));
    this.#table.addEventListener('focusin', ({ target }) => this.#goTo(this.#cellOf(target)));
  }

  /** @param {GameView} game */
  draw(game) {
    const before = this.#game;
    this.#game = game;
    if (!before || sizeOf(before.rules) !== sizeOf(game.rules))
      this.#cells = layBoard(this.#table, game.rules);
    const isNew = before?.match !== game.match || before.heading !== game.heading;
    if (isNew && !this.#table.contains(document.activeElement)) this.#goTo(game.first);
    if (this.#chosen !== null && !(game.open && game.cells[this.#chosen]?.playable)) this.#chosen = null;
    for (const cell of game.cells) this.#drawCell(cell);
    this.#table.classList.toggle('frozen', game.frozen);
    this.#table.classList.toggle('open', game.open);
    this.#table.dataset.you = game.players[0].you ? game.players[0].mark : '';
    this.#drawPlacing(game);
  }

  /** Moves the focus to where the keyboard is on the board. */
  focus() {
    this.#cells[this.#here]?.focus({ preventScroll: true });
  }

  /** @param {CellView} cell */
  #drawCell({ cell, mark, label, last, won, hinted, pending, playable }) {
    const element = this.#cells[cell];
    if (!element?.parentElement) return;
    const chosen = cell === this.#chosen;
    const states = { last, won, hinted, pending, playable, chosen };
    for (const [name, on] of Object.entries(states)) element.classList.toggle(name, on);
    setOrDrop(element, 'data-mark', mark);
    setOrDrop(element, 'aria-label', label);
    setOrDrop(element, 'aria-disabled', playable ? null : 'true');
    setOrDrop(element.parentElement, 'aria-selected', chosen ? 'true' : null);
  }

  /** @param {GameView} game */
  #drawPlacing({ result, players, rules }) {
    const needed = this.#chosen !== null || (this.#areSmall() && matchMedia('(any-pointer: coarse)').matches);
    show(this.#placing, needed && result === null && players[0].you && !isNumbered(rules));
    const text = this.#chosen === null ? SELECT_FIRST : this.#nameOf(this.#chosen);
    say(part('placing-cell', HTMLElement), text);
    setOrDrop(this.#place, 'aria-disabled', this.#chosen === null ? 'true' : null);
  }

  /** @param {number} cell */
  #nameOf(cell) {
    return this.#cells[cell]?.ariaLabel?.split(',', 1)[0] ?? '';
  }

  #areSmall() {
    const [first] = this.#cells;
    return first !== undefined && first.offsetWidth < FINGER;
  }

  /** @param {number} cell */
  #goTo(cell) {
    if (cell < 0) return;
    this.#here = cell;
    this.#cells.forEach((element, index) => setOrDrop(element, 'tabindex', index === cell ? '0' : '-1'));
  }

  /** @param {number} cell */
  #playAt(cell) {
    this.#chosen = null;
    this.#cells[cell]?.focus({ preventScroll: true });
    this.#play(cell);
  }

  /** @param {MouseEvent} event */
  #press({ target, detail }) {
    const cell = this.#cellOf(target);
    const byFinger = detail > 0 && (this.#pointer === 'touch' || this.#pointer === 'pen');
    if (cell < 0 || !this.#game) return;
    if (byFinger && this.#areSmall() && this.#game.cells[cell]?.playable) this.#choose(cell, this.#game);
    else this.#playAt(cell);
  }

  /**
   * @param {number} cell
   * @param {GameView} game
   */
  #choose(cell, game) {
    this.#chosen = cell;
    this.#cells[cell]?.focus({ preventScroll: true });
    this.draw(game);
    speak(`${this.#nameOf(cell)} is selected: Place plays it.`);
  }

  /** @param {KeyboardEvent} event */
  #type(event) {
    if (!this.#game || event.altKey || event.metaKey) return;
    const { rules } = this.#game;
    const number =
      isNumbered(rules) && !event.ctrlKey && /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
    const to = event.ctrlKey ? cornerFor(event.key, rules) : cellFor(event.key, this.#here, rules);
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
 * Builds the board, and gives its buttons in reading order.
 * @param {HTMLTableElement} table
 * @param {Rules} rules
 */
function layBoard(table, rules) {
  const numbered = isNumbered(rules);
  const places = Array.from({ length: rules.columns * rules.rows }, (_, cell) => makeCell(cell, numbered));
  const rows = Array.from({ length: rules.rows }, (_, row) => {
    const cells = places.slice(row * rules.columns, (row + 1) * rules.columns);
    const header = numbered ? [] : [make('th', { scope: 'row' }, String(row + 1))];
    return make('tr', {}, ...header, ...cells.map((cell) => make('td', {}, cell)));
  });
  table.replaceChildren(...(numbered ? [] : [columnHeaders(rules.columns)]), make('tbody', {}, ...rows));
  table.classList.toggle('headed', !numbered);
  measure(rules, numbered);
  return places;
}

/**
 * Tells the style how large the board is, and so how large a cell can be.
 * @param {Rules} rules
 * @param {boolean} numbered
 */
function measure({ columns, rows }, numbered) {
  const { style } = part('main', HTMLElement);
  style.setProperty('--columns', String(columns));
  style.setProperty('--rows', String(rows));
  style.setProperty('--head', numbered ? '0px' : '1.1rem');
}

/** @param {number} columns */
function columnHeaders(columns) {
  const letters = Array.from({ length: columns }, (_, index) => columnLetter(index + 1));
  const headers = letters.map((letter) => make('th', { scope: 'col' }, letter));
  return make('thead', {}, make('tr', {}, make('td', {}), ...headers));
}

/**
 * @param {number} cell
 * @param {boolean} numbered
 */
function makeCell(cell, numbered) {
  const digit = numbered ? { 'data-digit': String(cell + 1) } : {};
  return make('button', { type: 'button', tabindex: '-1', ...digit }, drawing('X', 'O'));
}

/**
 * The cell to which a key leads; `null` for another key. There is no way around the edges.
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
 * The corner to which a key leads together with Ctrl.
 * @param {string} key
 * @param {Rules} rules
 */
function cornerFor(key, { columns, rows }) {
  if (key === 'Home') return 0;
  return key === 'End' ? columns * rows - 1 : null;
}

/** @param {Rules} rules */
function sizeOf({ columns, rows }) {
  return `${columns}x${rows}`;
}
