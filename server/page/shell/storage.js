/**
 * What a reload restores: the tab's session from `sessionStorage`, the player's choices from `localStorage`. Either may
 * be disabled or full: then the page works without it. The keys have a number, which another format replaces.
 */

const MOST_SEATS = 5;
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

  /** @returns {any[]} */
  readList() {
    const { list } = this.read();
    return Array.isArray(list) ? list.filter(Boolean) : [];
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
const seats = new Saved(() => localStorage, 'seats');
const games = new Saved(() => localStorage, 'games');

/**
 * @param {string} match
 * @param {SavedSeat | null} seat
 */
export function saveSeat(match, seat) {
  const others = savedSeats().filter(({ session }) => session.match !== match);
  seats.write({ list: [...(seat ? [seat] : []), ...others].slice(0, MOST_SEATS) });
}

/** The newest first. @returns {SavedSeat[]} */
export function savedSeats() {
  return seats.readList();
}

/** @param {SavedGame} game kept once, however often it is reported */
export function saveGame(game) {
  const saved = savedGames();
  if (saved.some(({ match, game: number }) => match === game.match && number === game.game)) return;
  games.write({ list: [game, ...saved].slice(0, MOST_GAMES) });
}

/** The newest first. @returns {SavedGame[]} */
export function savedGames() {
  return games.readList().filter(({ match, game, rules, moves, players, result, ended_at }) => {
    const isPlayed = Array.isArray(moves) && Array.isArray(result?.lines) && rules?.columns * rules?.rows > 0;
    const isNamed = typeof players?.X?.name === 'string' && typeof players?.O?.name === 'string';
    return isPlayed && isNamed && typeof match === 'string' && game > 0 && Date.parse(ended_at) > 0;
  });
}
