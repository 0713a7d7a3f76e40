/**
 * What a reload restores: the tab's session from `sessionStorage`, the player's choices from `localStorage`. Either may
 * be disabled, full, or hold anything: then the page works without it.
 */

/** @import { JoinOptions, Session } from '../page' */

const TAB_KEY = 'tictactoe.tab';
const CHOICES_KEY = 'tictactoe.choices';

/**
 * @typedef {object} SavedTab
 * @property {Session} session
 * @property {boolean} superseded Another tab had the seat.
 * @property {Session | null} suspended A game that the player has interrupted for another page.
 */

/**
 * The player's last choices on the start screen, each as the value of its field.
 * @typedef {{ name: string, board: string, level: string }} Choices
 */

/** @param {SavedTab} tab */
export function saveTab(tab) {
  write(() => sessionStorage, TAB_KEY, tab);
}

/** @returns {SavedTab} */
export function savedTab() {
  const { session, superseded, suspended } = read(() => sessionStorage, TAB_KEY);
  return {
    session: isSession(session) ? session : { kind: 'none' },
    superseded: superseded === true,
    suspended: isSession(suspended) ? suspended : null,
  };
}

/** @param {Choices} choices */
export function saveChoices(choices) {
  write(() => localStorage, CHOICES_KEY, choices);
}

/** @returns {Choices} */
export function savedChoices() {
  const { name, board, level } = read(() => localStorage, CHOICES_KEY);
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
    // A reload starts without it.
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
 * @returns {value is Session}
 */
function isSession(value) {
  if (!isRecord(value)) return false;
  const { kind, options, match, ticket, leaving } = value;
  switch (kind) {
    case 'none':
      return value.room === undefined || typeof value.room === 'string';
    case 'seek':
      return isJoinOptions(options) && isTextOrNull(ticket) && isTextOrNull(leaving);
    case 'seat':
      return isJoinOptions(options) && typeof match === 'string' && typeof ticket === 'string';
    case 'watch':
      return typeof match === 'string';
    default:
      return false;
  }
}

/**
 * @param {unknown} value
 * @returns {value is JoinOptions}
 */
function isJoinOptions(value) {
  if (!isRecord(value)) return false;
  const { name, opponent, level, mark, rules, room } = value;
  return (
    typeof name === 'string' &&
    ['any', 'human', 'ai'].some((known) => known === opponent) &&
    ['easy', 'casual', 'perfect'].some((known) => known === level) &&
    ['X', 'O', 'any'].some((known) => known === mark) &&
    (rules === null || isRules(rules)) &&
    isTextOrNull(room)
  );
}

/** @param {unknown} value */
function isRules(value) {
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
