/**
 * What a reload restores: the tab's session from `sessionStorage`, the player's choices from `localStorage`. Either may
 * be disabled, full, or hold anything: then the page works without it.
 */

import { DEFAULT_BOARD, parseBoard } from '../core/boards.js';

/** @import { Choices, JoinOptions, Session } from '../page' */

const TAB_KEY = 'tictactoe.tab';
const CHOICES_KEY = 'tictactoe.choices';

/** @type {Record<keyof Choices, (value: unknown) => boolean>} */
const CHECKS = {
  name: (name) => typeof name === 'string',
  secondName: (name) => typeof name === 'string',
  level: (level) => ['easy', 'casual', 'perfect'].some((known) => known === level),
  mark: (mark) => ['X', 'O', 'any'].some((known) => known === mark),
  rules: (rules) =>
    isRecord(rules) && 'rules' in parseBoard(String(rules.columns), String(rules.rows), String(rules.run)),
};

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

/** What is missing or wrong is left out. @returns {Partial<Choices>} */
export function savedChoices() {
  const saved = read(() => localStorage, CHOICES_KEY);
  return Object.fromEntries(
    Object.entries(CHECKS).flatMap(([key, isValid]) => (isValid(saved[key]) ? [[key, saved[key]]] : [])),
  );
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
  const { opponent, rules, room } = value;
  const checked = { ...value, rules: rules ?? DEFAULT_BOARD };
  return (
    Object.entries(CHECKS).every(([key, isValid]) => isValid(Reflect.get(checked, key))) &&
    ['human', 'ai', 'hotseat'].some((known) => known === opponent) &&
    isTextOrNull(room)
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
