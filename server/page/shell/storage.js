/**
 * What a reload restores: the tab's session from `sessionStorage`, the player's choices from `localStorage`. Either may
 * be disabled, full, or hold anything: then the page works without it.
 */

import { parseBoard } from '../core/boards.js';

/** @import { Choices, JoinOptions, Session } from '../page' */

const TAB_KEY = 'tictactoe.tab';
const CHOICES_KEY = 'tictactoe.choices';

/**
 * @typedef {object} SavedTab
 * @property {Session} session
 * @property {boolean} superseded Another tab had the seat.
 * @property {Session | null} suspended A game that the player has interrupted for another page.
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

/** @returns {Partial<Choices>} */
export function savedChoices() {
  const { name, secondName, level, mark, rules } = read(() => localStorage, CHOICES_KEY);
  return {
    ...(isName(name) && { name }),
    ...(isName(secondName) && { secondName }),
    ...(isLevel(level) && { level }),
    ...(isMark(mark) && { mark }),
    ...(isRules(rules) && { rules }),
  };
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
  const { name, secondName, opponent, level, mark, rules, room } = value;
  return (
    isName(name) &&
    isName(secondName) &&
    ['human', 'ai', 'hotseat'].some((known) => known === opponent) &&
    isLevel(level) &&
    isMark(mark) &&
    (rules === null || isRules(rules)) &&
    isTextOrNull(room)
  );
}

/**
 * @param {unknown} value
 * @returns {value is string}
 */
function isName(value) {
  return typeof value === 'string' && value.length <= 100;
}

/**
 * @param {unknown} value
 * @returns {value is Choices['level']}
 */
function isLevel(value) {
  return ['easy', 'casual', 'perfect'].some((known) => known === value);
}

/**
 * @param {unknown} value
 * @returns {value is Choices['mark']}
 */
function isMark(value) {
  return ['X', 'O', 'any'].some((known) => known === value);
}

/**
 * @param {unknown} value
 * @returns {value is Choices['rules']}
 */
function isRules(value) {
  if (!isRecord(value)) return false;
  const parsed = parseBoard(String(value.columns), String(value.rows), String(value.run));
  return 'rules' in parsed;
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
