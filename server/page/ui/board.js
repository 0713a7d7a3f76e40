/**
 * The board: a grid of buttons, built once for each size and then updated in place.
 *
 * One cell is in the tab order (roving tabindex); arrows, Home and End move from there, and on 3x3 digits play.
 * If cells are too small for a finger, a tap selects a cell and the button "Place" confirms.
 */

import { columnLetter, describe, hasPlaces } from '../core/boards.js';
import { announce, button, byId, create, createPath, isVisible, markIcon } from './dom.js';

/** The width of the smallest cell that fits a finger, in CSS pixels. */
const FINGER_PX = 32;

const SELECT_FIRST = 'Tap a square, then tap Place.';

/** Up to this many columns the squares are tiles. */
const TILE_COLUMNS = 7;

/** The winning line goes this far beyond the middle of its last squares, in squares. */
const OVERSHOOT = 0.3;

export class Board {
  #table = byId('board', HTMLTableElement);
  #confirmation = byId('confirmation', HTMLElement);
  #place = button('place', () => this.#selected !== null && this.#playAt(this.#selected));
  /** In reading order. @type {HTMLButtonElement[]} */
  #cells = [];
  #sheet = byId('sheet', HTMLElement);
  #strike = byId('strike', SVGSVGElement);
  /** @type {BoardView | null} */
  #board = null;
  #current = 0;
  /** The cell that a tap has selected. @type {number | null} */
  #selected = null;
  #pointerType = '';
  #play;

  /** @param {(cell: number) => void} play */
  constructor(play) {
    this.#play = play;
    this.#table.addEventListener('keydown', (event) => this.#onKeyDown(event));
    document.addEventListener('keydown', (event) => this.#onDigit(event));
    this.#table.addEventListener('pointerdown', ({ pointerType }) => (this.#pointerType = pointerType));
    this.#table.addEventListener('click', (event) => this.#onClick(event));
    this.#table.addEventListener('focusin', ({ target }) => this.#setCurrent(this.#cellOf(target)));
  }

  /** @param {BoardView} board */
  draw(board) {
    const before = this.#board;
    const isNew = before?.id !== board.id;
    this.#board = board;
    if (!before || describe(before.rules) !== describe(board.rules))
      this.#cells = buildBoard(this.#table, board.rules);
    if (isNew && !this.#table.contains(document.activeElement)) this.#setCurrent(board.startCell);
    if (this.#selected !== null && !board.cells[this.#selected]?.playable) this.#selected = null;
    board.cells.forEach((view, cell) => this.#drawCell(cell, view));
    this.#table.classList.toggle('frozen', board.frozen);
    this.#sheet.dataset.outcome = board.outcome ?? '';
    this.#table.dataset.toPlay = board.toPlay ?? '';
    if (isNew || board.lines.length !== before.lines.length) this.#drawStrike(board);
    this.#drawConfirmation(board);
  }

  focus() {
    this.#cells[this.#current]?.focus({ preventScroll: true });
  }

  /**
   * @param {number} cell
   * @param {CellView} view
   */
  #drawCell(cell, { mark, label, notes, playable }) {
    const element = this.#cells[cell];
    if (!element?.parentElement) return;
    const selected = cell === this.#selected;
    const classes = [...notes, playable && 'playable', selected && 'selected'].filter(Boolean);
    element.className = classes.join(' ');
    if (mark) element.dataset.mark = mark;
    else delete element.dataset.mark;
    element.ariaLabel = label;
    const isOpen = this.#board?.cells[this.#landing(cell)]?.playable;
    element.ariaDisabled = isOpen ? null : 'true';
    element.parentElement.ariaSelected = selected ? 'true' : null;
  }

  /** @param {BoardView} board */
  #drawStrike({ lines, rules: { columns, rows }, cells }) {
    const middle = (/** @type {number} */ cell) => [(cell % columns) + 0.5, Math.floor(cell / columns) + 0.5];
    const paths = lines.map((line) => {
      const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [middle(line[0] ?? 0), middle(line.at(-1) ?? 0)];
      const [dx, dy] = [Math.sign(x2 - x1) * OVERSHOOT, Math.sign(y2 - y1) * OVERSHOOT];
      return createPath(cells[line[0] ?? 0]?.mark ?? 'X', `M${x1 - dx} ${y1 - dy}L${x2 + dx} ${y2 + dy}`);
    });
    this.#strike.setAttribute('viewBox', `0 0 ${columns} ${rows}`);
    this.#strike.replaceChildren(...paths);
  }

  /** @param {BoardView} board */
  #drawConfirmation({ canPlay, rules, outcome }) {
    const isTouched = this.#isTooSmall() && matchMedia('(any-pointer: coarse)').matches;
    const isShown = canPlay && (isTouched || this.#selected !== null);
    this.#confirmation.hidden = hasPlaces(rules) || outcome !== null || !(isShown || isTouched);
    this.#confirmation.classList.toggle('idle', !isShown);
    const text = this.#selected === null ? SELECT_FIRST : this.#cellName(this.#selected);
    byId('confirmation-cell', HTMLElement).textContent = isShown ? text : '';
    this.#place.ariaDisabled = this.#selected === null ? 'true' : null;
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
    this.#cells.forEach((element, index) => (element.tabIndex = index === cell ? 0 : -1));
  }

  /**
   * Where a mark for this cell lands: with gravity at the bottom of its column.
   * @param {number} cell
   */
  #landing(cell) {
    const { rules, cells } = this.#board ?? {};
    if (!rules?.gravity || !cells || cell < 0) return cell;
    const column = cell % rules.columns;
    const lowest = cells.findIndex(({ playable }, index) => playable && index % rules.columns === column);
    return lowest === -1 ? cell : lowest;
  }

  /** @param {number} aimed */
  #playAt(aimed) {
    const cell = this.#landing(aimed);
    this.#selected = null;
    this.#cells[cell]?.focus({ preventScroll: true });
    this.#play(cell);
  }

  /** @param {MouseEvent} event */
  #onClick({ target, detail }) {
    const cell = this.#landing(this.#cellOf(target));
    const isTouch = detail > 0 && (this.#pointerType === 'touch' || this.#pointerType === 'pen');
    if (cell < 0 || !this.#board) return;
    if (isTouch && this.#isTooSmall() && this.#board.cells[cell]?.playable) this.#select(cell, this.#board);
    else this.#playAt(cell);
  }

  /**
   * @param {number} cell
   * @param {BoardView} board
   */
  #select(cell, board) {
    this.#selected = cell;
    this.#cells[cell]?.focus({ preventScroll: true });
    this.draw(board);
    announce(`${this.#cellName(cell)} is selected. Press Place to play it.`);
  }

  /** @param {KeyboardEvent} event */
  #onKeyDown(event) {
    if (!this.#board || event.altKey || event.metaKey) return;
    const to = cellFor(event, this.#current, this.#board.rules);
    if (to === undefined) return;
    event.preventDefault();
    this.#cells[/Left|Right/.test(event.key) ? this.#landing(to) : to]?.focus();
  }

  /**
   * Also without the focus. A French keyboard types digits only with Shift: without it, the key counts.
   * @param {KeyboardEvent} event
   */
  #onDigit({ key, code, target, altKey, ctrlKey, metaKey, shiftKey }) {
    const isElsewhere = target instanceof Element && target.closest('input, select, dialog');
    if (!this.#board || !hasPlaces(this.#board.rules) || isElsewhere || altKey || ctrlKey || metaKey) return;
    const digit = /^[1-9]$/.exec(key) ?? (shiftKey ? null : /(?<=^Digit)[1-9]$/.exec(code));
    if (digit && isVisible(this.#table)) this.#playAt(Number(digit[0]) - 1);
  }

  /** @param {EventTarget | null} target */
  #cellOf(target) {
    const element = target instanceof Element ? target.closest('button') : null;
    return element ? this.#cells.indexOf(element) : -1;
  }
}

/**
 * @param {HTMLTableElement} table
 * @param {Rules} rules
 */
function buildBoard(table, rules) {
  const headed = !hasPlaces(rules);
  const buttons = Array.from({ length: rules.columns * rules.rows }, () =>
    create('button', { type: 'button', tabindex: '-1' }, markIcon('X', 'O')),
  );
  const rows = Array.from({ length: rules.rows }, (_, row) => {
    const cells = buttons.slice(row * rules.columns, (row + 1) * rules.columns);
    const header = headed ? [create('th', { scope: 'row' }, String(row + 1))] : [];
    return create('tr', {}, ...header, ...cells.map((cell) => create('td', {}, cell)));
  });
  table.replaceChildren(...(headed ? [columnHeaders(rules.columns)] : []), create('tbody', {}, ...rows));
  setVariables(rules, headed);
  return buttons;
}

/**
 * The style sheet computes the size of a square from these.
 * @param {Rules} rules
 * @param {boolean} headed
 */
function setVariables({ columns, rows }, headed) {
  const main = byId('main', HTMLElement);
  const isSheet = columns > TILE_COLUMNS;
  const gap = isSheet ? 0 : columns > 3 ? 5 : 8;
  main.classList.toggle('sheet', isSheet);
  main.classList.toggle('headed', headed);
  main.style.setProperty('--columns', String(columns));
  main.style.setProperty('--rows', String(rows));
  main.style.setProperty('--gap', `${gap}px`);
  main.style.setProperty('--head', headed ? `${18 + gap}px` : '0px');
}

/** @param {number} columns */
function columnHeaders(columns) {
  const letters = Array.from({ length: columns }, (_, index) => columnLetter(index + 1));
  const headers = letters.map((letter) => create('th', { scope: 'col' }, letter));
  return create('thead', {}, create('tr', {}, create('td', {}), ...headers));
}

/**
 * The cell to which a key moves the focus, without wrapping around.
 * @param {KeyboardEvent} event
 * @param {number} cell
 * @param {Rules} rules
 */
function cellFor({ key, ctrlKey }, cell, { columns, rows }) {
  const column = cell % columns;
  /** @type {Record<string, number>} */
  const targets = {
    ArrowLeft: column > 0 ? cell - 1 : cell,
    ArrowRight: column < columns - 1 ? cell + 1 : cell,
    ArrowUp: cell >= columns ? cell - columns : cell,
    ArrowDown: cell < columns * (rows - 1) ? cell + columns : cell,
    Home: ctrlKey ? 0 : cell - column,
    End: ctrlKey ? columns * rows - 1 : cell - column + columns - 1,
  };
  return targets[key];
}
