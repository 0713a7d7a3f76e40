/**
 * Boards and cells: the boards on offer, custom sizes, and the names of cells.
 *
 * On 3x3 a cell is named by its place, on other boards by the letter of its column and the number of its row, which are
 * drawn at the board. The server checks again what is checked here.
 */

/** @import { Rules } from '../protocol' */

const LONGEST_SIDE = 15;

/** The boards on offer. @type {Rules[]} */
export const BOARDS = [
  { columns: 3, rows: 3, run: 3 },
  { columns: 4, rows: 4, run: 4 },
  { columns: 5, rows: 4, run: 4 },
  { columns: 7, rows: 6, run: 4 },
  { columns: 10, rows: 10, run: 5 },
  { columns: 15, rows: 15, run: 5 },
];

const PLACES = [
  ...['top left', 'top middle', 'top right'],
  ...['middle left', 'centre', 'middle right'],
  ...['bottom left', 'bottom middle', 'bottom right'],
];

/** @type {Rules} */
export const DEFAULT_BOARD = { columns: 3, rows: 3, run: 3 };

/** @param {Rules} rules */
export function sizeText({ columns, rows }) {
  return `${columns}×${rows}`;
}

/** @param {Rules} rules */
export function boardText(rules) {
  return `${sizeText(rules)}, ${rules.run} in a row`;
}

/** @param {Rules} rules */
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
    return { field: 'run', message: `In a row: ${fitting} on a board of ${c}×${r}.` };
  }
  return { rules: { columns: c, rows: r, run: n } };
}

/** @param {Rules} rules */
export function hasPlaces({ columns, rows }) {
  return columns === 3 && rows === 3;
}

/**
 * Column 1 is `a`.
 * @param {number} column
 */
export function columnLetter(column) {
  return String.fromCharCode(96 + column);
}

/**
 * `top right`, or `c1`.
 * @param {Rules} rules
 * @param {number} cell
 */
export function cellName(rules, cell) {
  const place = hasPlaces(rules) ? PLACES[cell] : undefined;
  if (place !== undefined) return place;
  const columns = Math.max(rules.columns, 1);
  return columnLetter((cell % columns) + 1) + (Math.floor(cell / columns) + 1);
}

/**
 * `the middle row`, `the diagonal`, or on other boards `4 in a row, a1 to d4`.
 * @param {Rules} rules
 * @param {number[]} line
 */
export function lineName(rules, line) {
  const [first = 0, second = 0] = line;
  if (!hasPlaces(rules) || line.length !== 3) {
    return `${line.length} in a row, ${cellName(rules, first)} to ${cellName(rules, line.at(-1) ?? first)}`;
  }
  if (second - first === 1) return `the ${['top', 'middle', 'bottom'][first / 3]} row`;
  return second - first === 3 ? `the ${['left', 'middle', 'right'][first]} column` : 'the diagonal';
}

/** @param {string} text */
export function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * `NaN` if anything but a number was typed.
 * @param {string} typed
 */
function wholeNumber(typed) {
  return /^\s*\d{1,3}\s*$/.test(typed) ? Number(typed) : Number.NaN;
}
