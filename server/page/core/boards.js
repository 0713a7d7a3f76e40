/**
 * Boards and cells: the boards on offer, custom sizes, and the names of cells.
 *
 * On boards of up to nine cells a cell is named by its number in reading order, on bigger ones by the letter of its
 * column and the number of its row. The server checks again what is checked here.
 */

/** @import { Rules } from '../protocol' */

const LONGEST_SIDE = 15;

/** On boards of at most this many cells, cells are numbered. */
const NUMBERED_CELLS = 9;

/** The boards on offer. @type {Rules[]} */
export const BOARDS = [
  { columns: 3, rows: 3, run: 3 },
  { columns: 4, rows: 4, run: 4 },
  { columns: 5, rows: 4, run: 4 },
  { columns: 7, rows: 6, run: 4 },
  { columns: 10, rows: 10, run: 5 },
  { columns: 15, rows: 15, run: 5 },
];

/**
 * Whether it is the board of a player who names none.
 * @param {Rules} rules
 */
export function isDefaultBoard({ columns, rows, run }) {
  return columns === 3 && rows === 3 && run === 3;
}

/**
 * `3x3, 3 in a row`.
 * @param {Rules} rules
 */
export function boardText(rules) {
  return `${rules.columns}x${rules.rows}, ${rules.run} in a row`;
}

/**
 * The value of a board's option: `3x3-3`.
 * @param {Rules} rules
 */
export function boardValue(rules) {
  return `${rules.columns}x${rules.rows}-${rules.run}`;
}

/**
 * @param {string} value
 * @returns {Rules | null}
 */
export function parseBoardValue(value) {
  const [, columns, rows, run] = /^(\d+)x(\d+)-(\d+)$/.exec(value) ?? [];
  const read = parseBoard(columns ?? '', rows ?? '', run ?? '');
  return 'rules' in read ? read.rules : null;
}

/**
 * Parses a size as it was typed, or says what is wrong with it.
 * @param {string} columns
 * @param {string} rows
 * @param {string} run
 * @returns {{ rules: Rules } | { field: 'columns' | 'rows' | 'run', message: string }}
 */
export function parseBoard(columns, rows, run) {
  const [c, r, n] = [wholeNumber(columns), wholeNumber(rows), wholeNumber(run)];
  if (!(c >= 1 && c <= LONGEST_SIDE)) {
    return { field: 'columns', message: `Columns: type a number from 1 to ${LONGEST_SIDE}.` };
  }
  if (!(r >= 1 && r <= LONGEST_SIDE)) {
    return { field: 'rows', message: `Rows: type a number from 1 to ${LONGEST_SIDE}.` };
  }
  const longest = Math.max(c, r);
  if (!(n >= 1 && n <= longest)) {
    const fitting = longest === 1 ? 'only 1 fits' : `type a number from 1 to ${longest}`;
    return { field: 'run', message: `In a row: ${fitting} on a board of ${c}x${r}.` };
  }
  return { rules: { columns: c, rows: r, run: n } };
}

/** @param {Rules} rules */
export function isNumbered(rules) {
  return rules.columns * rules.rows <= NUMBERED_CELLS;
}

/**
 * Counted from 1.
 * @param {Rules} rules
 * @param {number} cell
 */
export function rowAndColumn(rules, cell) {
  const columns = Math.max(rules.columns, 1);
  return { row: Math.floor(cell / columns) + 1, column: (cell % columns) + 1 };
}

/**
 * Column 1 is `a`.
 * @param {number} column
 */
export function columnLetter(column) {
  return String.fromCharCode(96 + column);
}

/**
 * `5`, or `c1` on a big board.
 * @param {Rules} rules
 * @param {number} cell
 */
export function cellName(rules, cell) {
  if (isNumbered(rules)) return String(cell + 1);
  const { row, column } = rowAndColumn(rules, cell);
  return columnLetter(column) + row;
}

/**
 * `top left`, `centre`; on other boards than 3x3 the cell's name.
 * @param {Rules} rules
 * @param {number} cell
 */
export function squareName(rules, cell) {
  if (rules.columns !== 3 || rules.rows !== 3) return cellName(rules, cell);
  const { row, column } = rowAndColumn(rules, cell);
  if (row === 2 && column === 2) return 'centre';
  return `${['top', 'middle', 'bottom'][row - 1]} ${['left', 'middle', 'right'][column - 1]}`;
}

/**
 * `row 1, column 3`.
 * @param {Rules} rules
 * @param {number} cell
 */
export function rowColumnText(rules, cell) {
  const { row, column } = rowAndColumn(rules, cell);
  return `row ${row}, column ${column}`;
}

/**
 * `5 (row 2, column 2)`.
 * @param {Rules} rules
 * @param {number} cell
 */
export function cellNameAndPlace(rules, cell) {
  return `${cellName(rules, cell)} (${rowColumnText(rules, cell)})`;
}

/**
 * `NaN` if anything but a number was typed.
 * @param {string} typed
 */
function wholeNumber(typed) {
  return /^\s*\d{1,3}\s*$/.test(typed) ? Number(typed) : Number.NaN;
}
