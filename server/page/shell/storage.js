/**
 * What a reload restores: the tab's session from `sessionStorage`, the player's choices from `localStorage`. Either may
 * be disabled, full, or hold anything: then the page works without it.
 */

import { DEFAULT_BOARD, parseBoard } from '../core/boards.js';

/** @import { Choices, JoinOptions, SavedGame, SavedSeat, SavedTab, Session } from '../page' */

const TAB_KEY = 'tictactoe.tab';
const CHOICES_KEY = 'tictactoe.choices';
const SOUNDS_KEY = 'tictactoe.sounds';
const SEATS_KEY = 'tictactoe.seats';
const GAMES_KEY = 'tictactoe.games';

const MOST_SEATS = 5;
const MOST_GAMES = 50;

/** @type {Record<keyof Choices, (value: unknown) => boolean>} */
const CHECKS = {
  name: (name) => typeof name === 'string' && name !== '' && [...name].length <= 24,
  secondName: (name) => typeof name === 'string',
  level: (level) => ['easy', 'casual', 'perfect'].some((known) => known === level),
  mark: (mark) => ['X', 'O', 'any'].some((known) => known === mark),
  rules: (rules) =>
    isRecord(rules) && 'rules' in parseBoard(String(rules.columns), String(rules.rows), String(rules.run)),
};

/** @param {SavedTab} tab */
export function saveTab(tab) {
  write(() => sessionStorage, TAB_KEY, tab);
}

/** @returns {SavedTab} */
export function savedTab() {
  const { session, superseded } = read(() => sessionStorage, TAB_KEY);
  return {
    session: isSession(session) ? session : { kind: 'none' },
    superseded: superseded === true,
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

/** @param {boolean} on */
export function saveSoundsOn(on) {
  write(() => localStorage, SOUNDS_KEY, { on });
}

export function savedSoundsOn() {
  return read(() => localStorage, SOUNDS_KEY).on === true;
}

/**
 * @param {string} match
 * @param {SavedSeat | null} seat
 */
export function saveSeat(match, seat) {
  const others = savedSeats().filter(({ session }) => session.match !== match);
  const list = [...(seat ? [seat] : []), ...others].slice(0, MOST_SEATS);
  write(() => localStorage, SEATS_KEY, { list });
}

/** The newest first. @returns {SavedSeat[]} */
export function savedSeats() {
  return readList(SEATS_KEY).flatMap(({ session, opponent }) => {
    const isSeat = isSession(session) && session.kind === 'seat';
    return isSeat ? [{ session, opponent: typeof opponent === 'string' ? opponent : null }] : [];
  });
}

/** @param {SavedGame} game kept once, however often it is reported */
export function saveGame(game) {
  const games = savedGames();
  if (games.some((saved) => saved.match === game.match && saved.game === game.game)) return;
  write(() => localStorage, GAMES_KEY, { list: [game, ...games].slice(0, MOST_GAMES) });
}

/** The newest first. @returns {SavedGame[]} */
export function savedGames() {
  return /** @type {any[]} */ (readList(GAMES_KEY)).filter(isSavedGame);
}

/**
 * @param {any} value
 * @returns {value is SavedGame}
 */
function isSavedGame(value) {
  const { match, game, rules, moves, players, result, ended_at } = value;
  const isPlayed = Array.isArray(moves) && Array.isArray(result?.lines) && CHECKS.rules(rules);
  const isNamed = typeof players?.X?.name === 'string' && typeof players?.O?.name === 'string';
  return isPlayed && isNamed && typeof match === 'string' && game > 0 && Date.parse(ended_at) > 0;
}

/** @param {string} key */
function readList(key) {
  const { list } = read(() => localStorage, key);
  return Array.isArray(list) ? list.filter(isRecord) : [];
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
  const { opponent, rules, room, word, firstMove } = value;
  const checked = { ...value, rules: rules ?? DEFAULT_BOARD };
  return (
    Object.entries(CHECKS).every(([key, isValid]) => isValid(Reflect.get(checked, key))) &&
    ['human', 'any', 'ai', 'hotseat'].some((known) => known === opponent) &&
    isTextOrNull(room) &&
    isTextOrNull(word ?? null) &&
    typeof (firstMove ?? 0) === 'number'
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
