/** Shared by the tests of the page's core: snapshots, a page without a browser, and seeded random numbers. */

import { initialState, nextDeadline, noticeText, reduce, view } from './core.js';

/** @type {Rules} */
export const CLASSIC = { columns: 3, rows: 3, run: 3 };

/** @type {JoinOptions} */
export const OPTIONS = {
  name: 'Ann',
  opponent: 'human',
  mark: 'any',
  rules: CLASSIC,
  bestOf: null,
  room: null,
};

/** A secret that the page must never show. */
export const TICKET = 'm1.SECRET';

/** A seek that has its ticket. */
export const SEEK = /** @type {const} */ ({ kind: 'seek', options: OPTIONS, ticket: TICKET });

/** @param {string} name */
export function person(name) {
  return /** @type {const} */ ({ name, kind: 'person', level: null, presence: 'online' });
}

export const WAITING = /** @type {const} */ ({
  type: 'waiting',
  word: 'otter-maple-407',
  rules: CLASSIC,
  room: null,
  computer_in_ms: null,
  ticket: TICKET,
});

/** A seat in m1. */
export const SEATED = /** @type {const} */ ({ type: 'seated', match: 'm1', mark: 'X', ticket: TICKET });

/**
 * @param {Refused['code']} code
 * @param {Partial<Refused>} part
 * @returns {ServerMessage}
 */
export function refused(code, part = {}) {
  return { type: 'refused', code, message: `No: ${code}.`, ...part };
}

export const COMPUTER = /** @type {const} */ ({
  name: 'Computer',
  kind: 'computer',
  level: 'perfect',
  presence: 'online',
});

/**
 * The match m1 after these moves as X sees it: Ann is X, Bob is O.
 * @param {number[]} moves
 * @param {Partial<Snapshot>} part what differs
 * @returns {Snapshot}
 */
export function snapshot(moves, part = {}) {
  const rules = part.rules ?? CLASSIC;
  const squares = Array.from({ length: rules.columns * rules.rows }, () => '_');
  moves.forEach((cell, index) => (squares[cell] = markOf(index)));
  return {
    match: 'm1',
    seq: moves.length,
    game: 1,
    rules,
    board: rowsOf(squares, rules),
    moves,
    legal: part.result ? [] : squares.flatMap((square, cell) => (square === '_' ? [cell] : [])),
    turn: part.result ? null : markOf(moves.length),
    ply: moves.length,
    takebacks: 0,
    you: 'X',
    players: { X: person('Ann'), O: person('Bob') },
    score: { X: 0, O: 0, draws: 0 },
    ms_left: null,
    result: null,
    rematch: { open: Boolean(part.result), offers: [] },
    spectators: 0,
    room: null,
    ...part,
  };
}

/**
 * @param {string[]} squares
 * @param {Rules} rules
 */
function rowsOf(squares, { columns, rows }) {
  const row = (/** @type {number} */ index) => squares.slice(index * columns, (index + 1) * columns).join('');
  return Array.from({ length: rows }, (_, index) => row(index));
}

/**
 * The mark of a move, counted from 0.
 * @param {number} index
 * @returns {Mark}
 */
export function markOf(index) {
  return index % 2 === 0 ? 'X' : 'O';
}

/** Ann has won m1 with the first row. @param {Partial<Snapshot>} part */
export function won(part = {}) {
  const result = /** @type {const} */ ({ winner: 'X', reason: 'line', lines: [[0, 1, 2]] });
  return snapshot([0, 3, 1, 4, 2], {
    score: { X: 1, O: 0, draws: 0 },
    ...part,
    result: { ...result, lines: [[0, 1, 2]] },
  });
}

/** The review of `won()`: move 2 was a mistake, and so was move 3. */
export function reviewOfWon() {
  const [draw, win, loss] = [0, 1, -1].map((value) => ({ value, distance: 3 }));
  const move = (/** @type {number} */ ply, before = draw, after = draw) => ({
    mark: markOf(ply),
    cell: won().moves[ply] ?? 0,
    before: before ?? null,
    after: after ?? null,
    best: [8],
    mistake: before !== after,
  });
  return { game: 1, moves: [move(0), move(1, draw, loss), move(2, win, draw), move(3), move(4)] };
}

/**
 * As this device keeps it.
 * @param {Snapshot} snapshot
 * @returns {SavedGame}
 */
export function savedGame({ match, game, rules, players, moves, result, you }) {
  if (!result) throw new Error('the game is not over');
  return { match, game, rules, players, moves, result, you, ended_at: '2026-11-20T15:45:47Z' };
}

/**
 * @param {Snapshot} snapshot
 * @returns {ServerMessage}
 */
export function stateFrame(snapshot) {
  return { type: 'state', ...snapshot };
}

/** A page that a test drives, without a browser and with a clock of its own. */
export class TestPage {
  /** @type {State} */
  state = initialState({ name: OPTIONS.name });
  now = 1000;
  /** Every effect so far. @type {Effect[]} */
  effects = [];

  /**
   * @param {Input} input
   * @returns {Effect[]}
   */
  dispatch(input) {
    const { state, effects } = reduce(this.state, input, this.now);
    this.state = state;
    this.effects.push(...effects);
    return effects;
  }

  /** @param {Action} action */
  act(action) {
    return this.dispatch({ type: 'action', action });
  }

  /** @param {ServerMessage[]} messages */
  receive(...messages) {
    return messages.flatMap((message) => this.dispatch({ type: 'message', message }));
  }

  open() {
    return this.dispatch({ type: 'opened' });
  }

  /** @param {number} code */
  close(code = 1006) {
    return this.dispatch({ type: 'closed', code, chance: 1 });
  }

  /** Loses the connection, waits for the next attempt, and opens a new one. */
  reconnect() {
    this.close();
    if (this.state.link.kind === 'lost') this.wait(this.state.link.retryAt - this.now);
    return this.open();
  }

  /** Lets time pass on a line on which pings are answered; they are not returned. @param {number} ms */
  waitAlive(ms) {
    const effects = [];
    for (const until = this.now + ms; this.now < until;) {
      const passed = this.wait(Math.min(until - this.now, 1000));
      if (sent(passed).some(({ type }) => type === 'ping')) this.receive({ type: 'pong' });
      effects.push(...passed);
    }
    return effects.filter((effect) => effect.type !== 'send' || effect.frame.type !== 'ping');
  }

  /** Lets time pass, with all that is due meanwhile. @param {number} ms */
  wait(ms) {
    const until = this.now + ms;
    const effects = [];
    for (
      let next = nextDeadline(this.state);
      next !== null && next <= until;
      next = nextDeadline(this.state)
    ) {
      this.now = Math.max(next, this.now);
      effects.push(...this.dispatch({ type: 'time', chance: 1 }));
    }
    this.now = until;
    return effects;
  }

  get view() {
    return view(this.state, this.now);
  }

  /** The headline, and the line under it. */
  get lines() {
    return `${this.view.headline} | ${this.view.detail}`;
  }

  /** What has happened to a player, or to what was asked for. */
  get notice() {
    return noticeText(this.state);
  }

  get game() {
    const { game } = this.view;
    if (!game) throw new Error('the page shows no game');
    return game;
  }

  /** What is said of the move that is shown. */
  get sentence() {
    return this.game.replay?.sentence.map(({ text }) => text).join('');
  }

  /** The id of the last message that was sent. */
  get lastId() {
    const last = sent(this.effects).at(-1)?.id;
    if (typeof last !== 'number') throw new Error('nothing was sent');
    return last;
  }

  /** A page that has just sent its `join`. @param {Partial<JoinOptions>} options */
  static joining(options = {}) {
    const page = new TestPage();
    page.act({ type: 'join', options: { ...OPTIONS, ...options } });
    page.open();
    return page;
  }

  /** A page with a seat in m1. @param {Snapshot} state */
  static playing(state = snapshot([])) {
    const page = TestPage.joining();
    page.receive({ ...SEATED, mark: state.you === 'O' ? 'O' : 'X' }, stateFrame(state));
    return page;
  }

  /** A page with an unconfirmed move. @param {number} cell */
  static moving(cell) {
    const page = TestPage.playing();
    page.act({ type: 'play', cell });
    return page;
  }

  /** A page that has lost its connection. */
  static lost() {
    const page = TestPage.playing();
    page.close();
    return page;
  }

  /** A page that watches m1. @param {Snapshot} state */
  static watching(state = snapshot([], { you: null })) {
    const page = new TestPage();
    page.act({ type: 'watch', match: 'm1' });
    page.open();
    page.receive(stateFrame(state));
    return page;
  }
}

/** The messages among effects. @param {Effect[]} effects */
export function sent(effects) {
  return effects.flatMap((effect) => (effect.type === 'send' ? [effect.frame] : []));
}

/** The types of effects; for a message, its own type. @param {Effect[]} effects */
export function effectTypes(effects) {
  return effects.map((effect) => (effect.type === 'send' ? effect.frame.type : effect.type));
}

/** Random numbers from 0 to 1 that repeat with the seed (mulberry32). @param {number} seed */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
