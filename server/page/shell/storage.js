/**
 * What a reload restores: the tab's session from `sessionStorage`, the player's choices from `localStorage`. Either may
 * be disabled or full: then the page works without it. The keys have a number, which another format replaces.
 */

/** @import { Choices, SavedGame, SavedSeat, SavedTab } from '../page' */

const TAB_KEY = 'tictactoe.2.tab';
const CHOICES_KEY = 'tictactoe.2.choices';
const SEATS_KEY = 'tictactoe.2.seats';
const GAMES_KEY = 'tictactoe.2.games';

const MOST_SEATS = 5;
const MOST_GAMES = 50;

/** @param {SavedTab} tab */
export function saveTab(tab) {
  write(() => sessionStorage, TAB_KEY, tab);
}

/** @returns {SavedTab} */
export function savedTab() {
  return { session: { kind: 'none' }, superseded: false, ...read(() => sessionStorage, TAB_KEY) };
}

/** @param {Choices} choices */
export function saveChoices(choices) {
  write(() => localStorage, CHOICES_KEY, choices);
}

/** @returns {Partial<Choices>} */
export function savedChoices() {
  return read(() => localStorage, CHOICES_KEY);
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
  return readList(SEATS_KEY);
}

/** @param {SavedGame} game kept once, however often it is reported */
export function saveGame(game) {
  const games = savedGames();
  if (games.some((saved) => saved.match === game.match && saved.game === game.game)) return;
  write(() => localStorage, GAMES_KEY, { list: [game, ...games].slice(0, MOST_GAMES) });
}

/** The newest first. @returns {SavedGame[]} */
export function savedGames() {
  return readList(GAMES_KEY).filter(isSavedGame);
}

/**
 * @param {any} value
 * @returns {value is SavedGame}
 */
function isSavedGame(value) {
  const { match, game, rules, moves, players, result, ended_at } = value;
  const isPlayed = Array.isArray(moves) && Array.isArray(result?.lines) && rules?.columns * rules?.rows > 0;
  const isNamed = typeof players?.X?.name === 'string' && typeof players?.O?.name === 'string';
  return isPlayed && isNamed && typeof match === 'string' && game > 0 && Date.parse(ended_at) > 0;
}

/**
 * @param {string} key
 * @returns {any[]}
 */
function readList(key) {
  const { list } = read(() => localStorage, key);
  return Array.isArray(list) ? list.filter(Boolean) : [];
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
 * @returns {Record<string, any>}
 */
function read(storage, key) {
  try {
    return { ...JSON.parse(storage().getItem(key) ?? '{}') };
  } catch {
    return {};
  }
}
