/**
 * The memory of the browser: the tab's session in `sessionStorage`, the rest in `localStorage`. Either may be disabled or
 * full: then the page works without it. The keys have a number, which another format replaces.
 */

const MOST_GAMES = 50;

class Saved {
  #storage;
  #key;

  /**
   * @param {() => Storage} storage
   * @param {string} key
   */
  constructor(storage, key) {
    this.#storage = storage;
    this.#key = `tictactoe.2.${key}`;
  }

  /** @returns {Record<string, any>} */
  read() {
    try {
      return { ...JSON.parse(this.#storage().getItem(this.#key) ?? '{}') };
    } catch {
      return {};
    }
  }

  /** @param {object} value */
  write(value) {
    try {
      this.#storage().setItem(this.#key, JSON.stringify(value));
    } catch {
      // A reload starts without it.
    }
  }
}

export const savedTab = new Saved(() => sessionStorage, 'tab');
export const savedChoices = new Saved(() => localStorage, 'choices');
export const savedPlaces = new Saved(() => localStorage, 'arenas');

/** The seat of this device in the game that was played last, unless it is over. */
export const savedSeat = new Saved(() => localStorage, 'seat');
const games = new Saved(() => localStorage, 'games');

/** @param {string} match */
export function forgetSeat(match) {
  if (savedSeat.read().match === match) savedSeat.write({});
}

/** @param {SavedGame} game kept once, however often it is reported */
export function saveGame(game) {
  const saved = savedGames();
  if (saved.some(({ match, game: number }) => match === game.match && number === game.game)) return;
  games.write({ list: [game, ...saved].slice(0, MOST_GAMES) });
}

/** The newest first. @returns {SavedGame[]} */
export function savedGames() {
  const { list } = games.read();
  return Array.isArray(list) ? list : [];
}
