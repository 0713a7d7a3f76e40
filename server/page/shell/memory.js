/**
 * What a reload finds again: in `sessionStorage` what this tab is about, in `localStorage` what was chosen last. Either
 * may be closed to the page, full, or hold anything: then the page goes on without.
 */

/** @import { Errand, Wish } from '../page' */

/** What a tab is about, and the game that its player has put aside for something else. */
const TAB = 'tictactoe.tab';

/** What was chosen on the first screen. */
const CHOICES = 'tictactoe.choices';

/**
 * @typedef {object} Kept
 * @property {Errand} errand
 * @property {boolean} quiet Another tab had its seat.
 * @property {Errand | null} aside
 */

/**
 * What was chosen last, each as the value of its field.
 * @typedef {{ name: string, board: string, level: string }} Choices
 */

/** @param {Kept} kept */
export function keepTab(kept) {
  write(() => sessionStorage, TAB, kept);
}

/** @returns {Kept} */
export function keptTab() {
  const { errand, quiet, aside } = read(() => sessionStorage, TAB);
  return {
    errand: isErrand(errand) ? errand : { kind: 'none' },
    quiet: quiet === true,
    aside: isErrand(aside) ? aside : null,
  };
}

/** @param {Choices} choices */
export function keepChoices(choices) {
  write(() => localStorage, CHOICES, choices);
}

/** @returns {Choices} */
export function keptChoices() {
  const { name, board, level } = read(() => localStorage, CHOICES);
  const text = (/** @type {unknown} */ value) => (typeof value === 'string' ? value.slice(0, 100) : '');
  return { name: text(name), board: text(board), level: text(level) };
}

/**
 * @param {() => Storage} storage
 * @param {string} key
 * @param {object} value
 */
function write(storage, key, value) {
  try {
    storage().setItem(key, JSON.stringify(value));
  } catch {
    // A reload forgets it, which is all that can be done.
  }
}

/**
 * @param {() => Storage} storage
 * @param {string} key
 * @returns {Record<string, unknown>}
 */
function read(storage, key) {
  try {
    const value = JSON.parse(storage().getItem(key) ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/**
 * @param {unknown} value
 * @returns {value is Errand}
 */
function isErrand(value) {
  if (!isRecord(value)) return false;
  const { kind, wish, match, ticket } = value;
  switch (kind) {
    case 'none':
      return value.room === undefined || typeof value.room === 'string';
    case 'join':
      return isWish(wish) && isTextOrNull(ticket);
    case 'seat':
      return isWish(wish) && typeof match === 'string' && typeof ticket === 'string';
    case 'watch':
      return typeof match === 'string';
    default:
      return false;
  }
}

/**
 * @param {unknown} value
 * @returns {value is Wish}
 */
function isWish(value) {
  if (!isRecord(value)) return false;
  const { name, opponent, level, mark, rules, room } = value;
  return (
    typeof name === 'string' &&
    ['any', 'human', 'ai'].some((known) => known === opponent) &&
    ['easy', 'casual', 'perfect'].some((known) => known === level) &&
    ['X', 'O', 'any'].some((known) => known === mark) &&
    (rules === null || isBoard(rules)) &&
    isTextOrNull(room)
  );
}

/** @param {unknown} value */
function isBoard(value) {
  return (
    isRecord(value) && [value.columns, value.rows, value.run].every((number) => Number.isInteger(number))
  );
}

/** @param {unknown} value */
function isTextOrNull(value) {
  return value === null || typeof value === 'string';
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === 'object' && value !== null;
}
