/** Whatever happens, in whatever order: what must hold always. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { due, newState, step, view } from './core.js';
import { COMPUTER, SEATED, TICKET, WAITING, WISH, lots, person, snapshot, won } from './fixtures.js';

/** @import { Refused, ServerMessage, Snapshot } from '../../../server/page/protocol' */
/** @import { Act, Effect, Errand, Happening, State } from '../../../server/page/page' */

const RUNS = 300;
const STEPS = 250;

const CODES = [
  'bad_name bad_room bad_rules room_rules room_full already_seated not_seated not_your_turn taken no_such_cell stale',
  'ahead game_over game_on no_hints busy opponent_left left no_such_match bad_ticket rate_limited full unavailable',
  'bad_message news_of_tomorrow',
].flatMap((line) => line.split(' '));

test('whatever happens, in whatever order, all holds that must hold', () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    try {
      run(seed);
    } catch (error) {
      throw new Error(`with the lots of ${seed}`, { cause: error });
    }
  }
});

/** @param {number} seed */
function run(seed) {
  const lot = lots(seed);
  const connection = new Connection();
  let [state, now] = [newState(), 0];
  for (let count = 0; count < STEPS; count += 1) {
    now = lot() < 0.5 ? now + lot() * 3000 : Math.max(now, due(state) ?? now);
    const happening = anyHappening(lot, state);
    const before = frozenDeep(state);
    const after = step(before, happening, now);
    connection.carryOut(happening, before, after.effects);
    holds(before, happening, after, now);
    state = after.state;
  }
}

/** What a browser would have of connections. */
class Connection {
  /** @type {'off' | 'opening' | 'open'} */
  kind = 'off';

  /**
   * @param {Happening} happening
   * @param {State} before
   * @param {Effect[]} effects
   */
  carryOut(happening, before, effects) {
    if (happening.type === 'opened' && before.link.kind === 'opening') this.kind = 'open';
    if (happening.type === 'closed' && this.kind !== 'off') this.kind = 'off';
    for (const effect of effects) {
      if (effect.do === 'connect') {
        assert.equal(this.kind, 'off', 'one connection at a time is wanted');
        this.kind = 'opening';
      }
      if (effect.do === 'send') assert.equal(this.kind, 'open', 'nothing is sent before it is open');
      if (effect.do === 'disconnect') this.kind = 'off';
    }
  }
}

/**
 * @param {State} before
 * @param {Happening} happening
 * @param {{ state: State, effects: Effect[] }} after
 * @param {number} now
 */
function holds(before, happening, { state, effects }, now) {
  const seen = view(state, now);
  assert.ok(!JSON.stringify(seen).includes('SECRET'), 'no ticket is seen');
  for (const effect of effects.filter((effect) => effect.do === 'keep')) {
    assert.equal(effect.quiet, state.stop?.why === 'superseded');
  }
  const isOff = state.stop !== null || state.errand.kind === 'none';
  assert.equal(state.link.kind === 'off', isOff, 'a connection is wanted for an errand, and only then');
  const [was, is] = [before.seen?.snapshot, state.seen?.snapshot];
  if (was && is && was.match === is.match) assert.ok(is.seq >= was.seq, 'a snapshot is never older');
  if (before.stop?.why === 'superseded' && happening.type !== 'act' && happening.type !== 'loaded') {
    assert.deepEqual(effects, [], 'whoever is quiet stays quiet');
  }
  if (seen.game) holdsInGame(state, seen.game);
  const next = due(state);
  assert.ok(next === null || Number.isFinite(next));
  assert.equal(next === null, state.link.kind === 'off');
}

/**
 * @param {State} state
 * @param {NonNullable<ReturnType<typeof view>['game']>} game
 */
function holdsInGame(state, game) {
  const playable = game.cells.filter((cell) => cell.playable);
  assert.ok(
    playable.every(({ mark }) => mark === null),
    'only a free cell can be played',
  );
  assert.ok(game.open || playable.length === 0);
  assert.ok(!(game.frozen && game.open));
  assert.ok(game.cells.filter(({ pending }) => pending).length === (state.pending ? 1 : 0));
  assert.ok(game.first >= 0 && game.first < game.cells.length);
}

/**
 * @param {() => number} lot
 * @param {State} state
 * @returns {Happening}
 */
function anyHappening(lot, state) {
  const kind = lot();
  if (kind < 0.35) return { type: 'frame', frame: anyFrame(lot, state) };
  if (kind < 0.55) return { type: 'act', act: anyAct(lot) };
  if (kind < 0.7) return { type: 'opened' };
  if (kind < 0.8) return { type: 'time', chance: lot() };
  if (kind < 0.88) return { type: 'woken' };
  if (kind < 0.98)
    return { type: 'closed', code: oneBy(lot, [1000, 1001, 1006, 1008, 4001, 4002, 4003]), chance: lot() };
  return { type: 'loaded', errand: anyErrand(lot), quiet: lot() < 0.3 };
}

/**
 * @param {() => number} lot
 * @returns {Act}
 */
function anyAct(lot) {
  /** @type {Act['do'][]} */
  const others = [
    'resign',
    'rematch',
    'hint',
    'review',
    'computer',
    'keep-waiting',
    'new-opponent',
    'leave',
    'retry',
    'take-back',
  ];
  const which = lot();
  if (which < 0.3) return { do: 'play', cell: Math.floor(lot() * 11) - 1 };
  if (which < 0.45) return { do: 'join', wish: { ...WISH, room: oneBy(lot, [null, 'kitten']) } };
  if (which < 0.5) return { do: 'watch', match: 'm1' };
  return /** @type {Act} */ ({ do: oneBy(lot, others) });
}

/**
 * @param {() => number} lot
 * @returns {Errand}
 */
function anyErrand(lot) {
  /** @type {Errand[]} */
  const errands = [
    { kind: 'none' },
    { kind: 'join', wish: WISH, ticket: TICKET },
    { kind: 'seat', wish: WISH, match: 'm1', ticket: TICKET },
    { kind: 'watch', match: 'm1' },
  ];
  return oneBy(lot, errands);
}

/**
 * @param {() => number} lot
 * @param {State} state
 * @returns {ServerMessage}
 */
function anyFrame(lot, state) {
  // Ids that were used are likely, so that answers hit.
  const id = Math.max(1, state.nextId - 1 - Math.floor(lot() * 3));
  return lot() < 0.5 ? anyAnswer(lot, id) : anyNews(lot);
}

/**
 * @param {() => number} lot
 * @param {number} id
 * @returns {ServerMessage}
 */
function anyAnswer(lot, id) {
  const worth = oneBy(lot, [null, { value: 1, distance: 3 }, { value: -1, distance: null }]);
  const code = /** @type {Refused['code']} */ (oneBy(lot, CODES));
  const wait_ms = oneBy(lot, [null, 350]);
  /** @type {ServerMessage[]} */
  const answers = [
    { type: 'done', id },
    { type: 'refused', code, message: 'No.', id: lot() < 0.8 ? id : null, wait_ms },
    { type: 'hint', id, game: 1, ply: Math.floor(lot() * 5), cells: [1, 2], worth },
    { type: 'review', id, game: 1, moves: [] },
  ];
  return oneBy(lot, answers);
}

/**
 * @param {() => number} lot
 * @returns {ServerMessage}
 */
function anyNews(lot) {
  const reason = oneBy(lot, /** @type {const} */ (['shutdown', 'flood', 'superseded']));
  const come_back_in_ms = oneBy(lot, [null, 0, 1200]);
  const unknown = /** @type {ServerMessage} */ (/** @type {unknown} */ ({ type: 'confetti' }));
  /** @type {ServerMessage[]} */
  const news = [
    { type: 'state', ...anySnapshot(lot) },
    { type: 'state', ...anySnapshot(lot) },
    { ...SEATED, match: oneBy(lot, ['m1', 'm1', 'm2']) },
    WAITING,
    { type: 'pong' },
    { type: 'closing', reason, message: 'It closes.', come_back_in_ms },
    unknown,
  ];
  return oneBy(lot, news);
}

/**
 * @param {() => number} lot
 * @returns {Snapshot}
 */
function anySnapshot(lot) {
  const part = {
    match: oneBy(lot, ['m1', 'm1', 'm1', 'm2']),
    seq: Math.floor(lot() * 40),
    game: 1 + Math.floor(lot() * 2),
    you: oneBy(lot, /** @type {const} */ (['X', 'X', 'O', null])),
    players: {
      X: { ...person('Ann'), connected: lot() < 0.7, left: lot() < 0.1 },
      O: oneBy(lot, [person('Bob'), COMPUTER]),
    },
    ms_left: oneBy(lot, [null, 5000]),
    watchers: Math.floor(lot() * 3),
  };
  if (lot() < 0.3)
    return won({ ...part, rematch: { open: lot() < 0.7, offers: oneBy(lot, [[], ['X'], ['O']]) } });
  return snapshot([4, 0, 8, 2, 1].slice(0, Math.floor(lot() * 6)), part);
}

/**
 * @template T
 * @param {() => number} lot
 * @param {readonly T[]} choices
 * @returns {T}
 */
function oneBy(lot, choices) {
  return /** @type {T} */ (choices[Math.floor(lot() * choices.length)]);
}

/**
 * The same, but whoever changes it fails.
 * @template T
 * @param {T} value
 * @returns {T}
 */
function frozenDeep(value) {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozenDeep);
  }
  return value;
}
