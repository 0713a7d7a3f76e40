/**
 * Boards: those on offer, another size as it is typed, and what people call cells.
 *
 * On boards of up to nine cells a cell goes by its number in reading order, on bigger ones by the letter of its column
 * and the number of its row. Only the server knows the rules of the game; what is checked here is checked there again.
 */

/** @import { Rules } from '../protocol' */

/** The longest side of a board. */
const LONGEST_SIDE = 15;

/** Up to so many cells go by numbers. */
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
 * Whether a board is the one that is played on when nobody says which.
 * @param {Rules} rules
 */
export function isUsual({ columns, rows, run }) {
  return columns === 3 && rows === 3 && run === 3;
}

/**
 * A board in words: `3x3, 3 in a row`.
 * @param {Rules} rules
 */
export function boardWords(rules) {
  return `${rules.columns}x${rules.rows}, ${rules.run} in a row`;
}

/**
 * A board as the value of an option: `3x3-3`.
 * @param {Rules} rules
 */
export function boardValue(rules) {
  return `${rules.columns}x${rules.rows}-${rules.run}`;
}

/**
 * The board of an option's value; `null` when it is none.
 * @param {string} value
 * @returns {Rules | null}
 */
export function boardOfValue(value) {
  const [, columns, rows, run] = /^(\d+)x(\d+)-(\d+)$/.exec(value) ?? [];
  const read = readBoard(columns ?? '', rows ?? '', run ?? '');
  return 'rules' in read ? read.rules : null;
}

/**
 * Reads a size as it is typed, or says what is wrong with it.
 * @param {string} columns
 * @param {string} rows
 * @param {string} run
 * @returns {{ rules: Rules } | { field: 'columns' | 'rows' | 'run', message: string }}
 */
export function readBoard(columns, rows, run) {
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

/**
 * Whether the cells of a board go by numbers.
 * @param {Rules} rules
 */
export function isNumbered(rules) {
  return rules.columns * rules.rows <= NUMBERED_CELLS;
}

/**
 * The row and the column of a cell, from 1.
 * @param {Rules} rules
 * @param {number} cell
 */
export function rowAndColumn(rules, cell) {
  const columns = Math.max(rules.columns, 1);
  return { row: Math.floor(cell / columns) + 1, column: (cell % columns) + 1 };
}

/**
 * The letter of a column: `a` is 1.
 * @param {number} column
 */
export function columnLetter(column) {
  return String.fromCharCode(96 + column);
}

/**
 * What people call a cell: `5`, or `c1` on a board that is too large for numbers.
 * @param {Rules} rules
 * @param {number} cell
 */
export function cellName(rules, cell) {
  if (isNumbered(rules)) return String(cell + 1);
  const { row, column } = rowAndColumn(rules, cell);
  return columnLetter(column) + row;
}

/**
 * Where a cell is: `row 1, column 3`.
 * @param {Rules} rules
 * @param {number} cell
 */
export function rowColumnWords(rules, cell) {
  const { row, column } = rowAndColumn(rules, cell);
  return `row ${row}, column ${column}`;
}

/**
 * The name of a cell, and where that is: `5 (row 2, column 2)`.
 * @param {Rules} rules
 * @param {number} cell
 */
export function cellNameAndPlace(rules, cell) {
  return `${cellName(rules, cell)} (${rowColumnWords(rules, cell)})`;
}

/**
 * A number that was typed in digits; not a number otherwise.
 * @param {string} typed
 */
function wholeNumber(typed) {
  return /^\s*\d{1,3}\s*$/.test(typed) ? Number(typed) : Number.NaN;
}
