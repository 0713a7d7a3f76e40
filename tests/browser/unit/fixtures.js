/** What the tests of the page's core have in common: snapshots, a page that is driven by hand, and lots that repeat. */

import { due, newState, step, view } from './core.js';

/** @import { Mark, Refused, Rules, ServerMessage, Snapshot } from '../../../server/page/protocol' */
/** @import { Act, Effect, Happening, State, Wish } from '../../../server/page/page' */

/** @type {Rules} */
export const CLASSIC = { columns: 3, rows: 3, run: 3 };

/** @type {Wish} */
export const WISH = {
  name: 'Ann',
  opponent: 'any',
  level: 'perfect',
  mark: 'any',
  rules: CLASSIC,
  room: null,
};

/** A secret that must be seen nowhere. */
export const TICKET = 'm1.SECRET';

/** @param {string} name */
export function person(name) {
  return /** @type {const} */ ({ name, kind: 'person', level: null, connected: true, left: false });
}

/** The ticket of a place in the queue. */
export const PLACE_TICKET = 'q1.SECRET';

/** There is no opponent yet. */
export const WAITING = /** @type {const} */ ({
  type: 'waiting',
  rules: CLASSIC,
  room: null,
  computer_in_ms: 10_000,
  ticket: PLACE_TICKET,
});

/** There is a seat in m1. */
export const SEATED = /** @type {const} */ ({ type: 'seated', match: 'm1', mark: 'X', ticket: TICKET });

/**
 * A refusal with this code.
 * @param {Refused['code']} code
 * @param {Partial<Refused>} part
 * @returns {ServerMessage}
 */
export function refused(code, part = {}) {
  return { type: 'refused', code, message: `No: ${code}.`, ...part };
}

/** The computer as a player. */
export const COMPUTER = /** @type {const} */ ({
  name: 'Computer',
  kind: 'computer',
  level: 'perfect',
  connected: true,
  left: false,
});

/**
 * The match m1 after these moves as X sees it: Ann is X, Bob is O.
 * @param {number[]} moves
 * @param {Partial<Snapshot>} part what is otherwise
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
    you: 'X',
    players: { X: person('Ann'), O: person('Bob') },
    score: { X: 0, O: 0, draws: 0 },
    ms_left: null,
    result: null,
    rematch: { open: Boolean(part.result), offers: [] },
    watchers: 0,
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
 * Who plays a move, the first being 0.
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

/**
 * Takes in a snapshot, as the frame that it comes in.
 * @param {Snapshot} told
 * @returns {ServerMessage}
 */
export function stateFrame(told) {
  return { type: 'state', ...told };
}

/** A page that a test drives, without a browser and without a clock. */
export class Page {
  /** @type {State} */
  state = newState();
  now = 1000;
  /** Every effect so far. @type {Effect[]} */
  effects = [];

  /**
   * @param {Happening} happening
   * @returns {Effect[]} what is to be done
   */
  happen(happening) {
    const { state, effects } = step(this.state, happening, this.now);
    this.state = state;
    this.effects.push(...effects);
    return effects;
  }

  /** @param {Act} act */
  act(act) {
    return this.happen({ type: 'act', act });
  }

  /** @param {ServerMessage[]} frames */
  hear(...frames) {
    return frames.flatMap((frame) => this.happen({ type: 'frame', frame }));
  }

  open() {
    return this.happen({ type: 'opened' });
  }

  /** @param {number} code */
  close(code = 1006) {
    return this.happen({ type: 'closed', code, chance: 1 });
  }

  /** Lets time go by, with all that is due meanwhile. @param {number} ms */
  wait(ms) {
    const until = this.now + ms;
    const effects = [];
    for (let next = due(this.state); next !== null && next <= until; next = due(this.state)) {
      this.now = Math.max(next, this.now);
      effects.push(...this.happen({ type: 'time', chance: 1 }));
    }
    this.now = until;
    return effects;
  }

  get seen() {
    return view(this.state, this.now);
  }

  /** The match as it is seen. */
  get game() {
    const { game } = this.seen;
    if (!game) throw new Error('no game is seen');
    return game;
  }

  /** What is said of a lost connection. */
  trouble() {
    return this.seen.trouble?.text;
  }

  /** The id of the last message that was sent. */
  get lastId() {
    const last = sent(this.effects).at(-1)?.id;
    if (typeof last !== 'number') throw new Error('nothing was sent');
    return last;
  }

  /** A page that has just asked for an opponent. @param {Partial<Wish>} wish */
  static joining(wish = {}) {
    const page = new Page();
    page.act({ do: 'join', wish: { ...WISH, ...wish } });
    page.open();
    return page;
  }

  /** A page with a seat in m1. @param {Snapshot} told */
  static playing(told = snapshot([])) {
    const page = Page.joining();
    page.hear({ ...SEATED, mark: told.you ?? 'X' }, stateFrame(told));
    return page;
  }

  /** A page whose move is on its way. @param {number} cell */
  static moving(cell) {
    const page = Page.playing();
    page.act({ do: 'play', cell });
    return page;
  }

  /** A page that has lost its connection. */
  static lost() {
    const page = Page.playing();
    page.close();
    return page;
  }

  /** A page that watches m1. @param {Snapshot} told */
  static watching(told = snapshot([], { you: null })) {
    const page = new Page();
    page.act({ do: 'watch', match: 'm1' });
    page.open();
    page.hear(stateFrame(told));
    return page;
  }
}

/**
 * The messages among effects.
 * @param {Effect[]} effects
 */
export function sent(effects) {
  return effects.flatMap((effect) => (effect.do === 'send' ? [effect.frame] : []));
}

/**
 * What is done, in a word each; a message by its type.
 * @param {Effect[]} effects
 */
export function done(effects) {
  return effects.map((effect) => (effect.do === 'send' ? effect.frame.type : effect.do));
}

/**
 * Numbers from 0 to 1 that repeat with the seed (mulberry32).
 * @param {number} seed
 */
export function lots(seed) {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
