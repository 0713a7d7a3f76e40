/**
 * Games and cells: the games that have a name, and the names of cells.
 *
 * On 3x3 a cell is named by its place, on other boards by the letter of its column and the number of its row, which are
 * drawn at the board.
 */

export const LONGEST_SIDE = 15;

/** @type {Rules} */
export const DEFAULT_BOARD = { columns: 3, rows: 3, run: 3 };

/** The games that have a name. @type {Map<string, Rules>} */
export const GAMES = new Map([
  ['Classic', DEFAULT_BOARD],
  ['Misere', { ...DEFAULT_BOARD, misere: true }],
  ['Four in a row', { columns: 7, rows: 6, run: 4, gravity: true }],
  ['Five in a row', { columns: 15, rows: 15, run: 5 }],
]);

const PLACES = [
  ...['top left', 'top middle', 'top right'],
  ...['middle left', 'centre', 'middle right'],
  ...['bottom left', 'bottom middle', 'bottom right'],
];

/** `Classic`, else `5×4, 4 in a row`. @param {Rules} rules */
export function gameName(rules) {
  const described = describe(rules);
  const known = [...GAMES].find(([, named]) => describe(named) === described);
  return known ? known[0] : described;
}

/** `Four in a row`, `Misere: three in a row loses`. @param {Rules} rules */
export function rulesName(rules) {
  const name = gameName(rules);
  return rules.misere && GAMES.has(name) ? `${name}: three in a row loses` : name;
}

/** `5×4, 4 in a row loses, marks fall` @param {Rules} rules */
export function describe({ columns, rows, run, misere, gravity }) {
  return `${columns}×${rows}, ${run} in a row${misere ? ' loses' : ''}${gravity ? ', marks fall' : ''}`;
}

/** The computer at its best proves nearly every position of boards up to this size. */
const PROVEN_CELLS = 36;

/**
 * `easy`; the highest is `perfect` only where it is.
 * @param {Level | null} level
 * @param {Rules} rules
 */
export function levelName(level, { columns, rows }) {
  return level === 'perfect' && columns * rows > PROVEN_CELLS ? 'best' : level;
}

/** @param {Rules} rules */
export function hasPlaces({ columns, rows }) {
  return columns === 3 && rows === 3;
}

/** Column 1 is `a`. @param {number} column */
export function columnLetter(column) {
  return String.fromCharCode(96 + column);
}

/** `top right`, or `c1`. @param {Rules} rules @param {number} cell */
export function cellName(rules, cell) {
  const place = hasPlaces(rules) ? PLACES[cell] : undefined;
  if (place !== undefined) return place;
  const columns = Math.max(rules.columns, 1);
  return columnLetter((cell % columns) + 1) + (Math.floor(cell / columns) + 1);
}

/** `two`, up to nine; then `10`. @param {number} number */
export function numberWord(number) {
  return ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][number - 2] ?? String(number);
}

/**
 * `the middle row`, `the diagonal`, or on other boards `four in a row, a1 to d4`.
 * @param {Rules} rules
 * @param {number[]} line
 */
export function lineName(rules, line) {
  const [first = 0, second = 0] = line;
  if (!hasPlaces(rules) || line.length !== 3)
    return `${numberWord(line.length)} in a row, ${cellName(rules, first)} to ${cellName(rules, line.at(-1) ?? first)}`;
  if (second - first === 1) return `the ${['top', 'middle', 'bottom'][first / 3]} row`;
  return second - first === 3 ? `the ${['left', 'middle', 'right'][first]} column` : 'the diagonal';
}
