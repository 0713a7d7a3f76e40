/** Random inputs in random order: invariants of the page. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { initialState, nextDeadline, reduce, view } from './core.js';
import {
  COMPUTER,
  SEATED,
  SEEK,
  TICKET,
  WAITING,
  OPTIONS,
  randomNumbers,
  person,
  reviewOfWon,
  savedGame,
  snapshot,
  won,
} from './fixtures.js';

/** @type {Snapshot['players']['X']['presence'][]} */
const PRESENCES = ['online', 'online', 'away', 'left'];

const RUNS = 300;
const STEPS = 250;

const CODES = [
  'bad_name bad_room bad_rules room_rules room_full already_seated not_seated not_your_turn taken no_such_cell stale',
  'ahead game_over game_on no_hints busy opponent_left left no_such_match bad_ticket rate_limited full unavailable',
  'bad_message code_of_a_newer_server',
].flatMap((line) => line.split(' '));

test('the invariants hold after any sequence of inputs', () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    try {
      run(seed);
    } catch (error) {
      throw new Error(`with seed ${seed}`, { cause: error });
    }
  }
});

/** @param {number} seed */
function run(seed) {
  const random = randomNumbers(seed);
  const connection = new Connection();
  let [state, now] = [initialState(), 0];
  for (let count = 0; count < STEPS; count += 1) {
    now = random() < 0.5 ? now + random() * 3000 : Math.max(now, nextDeadline(state) ?? now);
    const input = anyInput(random, state);
    const before = deepFreeze(state);
    const after = reduce(before, input, now);
    connection.carryOut(input, before, after.effects);
    assertInvariants(before, input, after, now);
    state = after.state;
  }
}

/** The browser's side of the connection. */
class Connection {
  /** @type {'off' | 'opening' | 'open'} */
  kind = 'off';

  /**
   * @param {Input} input
   * @param {State} before
   * @param {Effect[]} effects
   */
  carryOut(input, before, effects) {
    if (input.type === 'opened' && before.link.kind === 'opening') this.kind = 'open';
    if (input.type === 'closed' && this.kind !== 'off') this.kind = 'off';
    for (const effect of effects) {
      if (effect.type === 'connect') {
        assert.equal(this.kind, 'off', 'one connection at a time is wanted');
        this.kind = 'opening';
      }
      if (effect.type === 'send') assert.equal(this.kind, 'open', 'nothing is sent before it is open');
      if (effect.type === 'disconnect') this.kind = 'off';
    }
  }
}

/**
 * @param {State} before
 * @param {Input} input
 * @param {{ state: State, effects: Effect[] }} after
 * @param {number} now
 */
function assertInvariants(before, input, { state, effects }, now) {
  const seen = view(state, now);
  assert.ok(!JSON.stringify(seen).includes('SECRET'), 'no ticket is shown');
  const isOff = state.stop !== null || state.session.kind === 'none';
  assert.equal(state.link.kind === 'off', isOff, 'there is a connection exactly if there is a session');
  const [was, is] = [before.snapshot, state.snapshot];
  const wasConnected = before.link.kind === 'open' && !before.pending.hello;
  if (wasConnected && was && is && was.match === is.match) {
    assert.ok(is.seq >= was.seq, 'while it is connected, a snapshot is never older');
  }
  if (before.stop?.reason === 'superseded' && input.type !== 'action' && input.type !== 'loaded') {
    assert.deepEqual(effects, [], 'a superseded tab stays silent');
  }
  if (seen.board) assertBoardInvariants(state, seen.board);
  const next = nextDeadline(state);
  assert.ok(next === null || Number.isFinite(next));
  assert.equal(next === null, state.link.kind === 'off');
}

/**
 * @param {State} state
 * @param {NonNullable<ReturnType<typeof view>['board']>} board
 */
function assertBoardInvariants(state, board) {
  const playable = board.cells.filter((cell) => cell.playable);
  assert.ok(
    playable.every(({ mark }) => mark === null),
    'only a free cell can be played',
  );
  assert.ok(board.canPlay || playable.length === 0);
  assert.ok(!(board.frozen && board.canPlay));
  const isFirst =
    board.id === 'start' && 'options' in state.session && state.session.options.firstMove !== undefined;
  const pending = state.pending.move || isFirst ? 1 : 0;
  assert.equal(board.cells.filter((cell) => cell.notes.includes('pending')).length, pending);
  assert.ok(board.startCell >= 0 && board.startCell < board.cells.length);
}

/**
 * @param {() => number} random
 * @param {State} state
 * @returns {Input}
 */
function anyInput(random, state) {
  const kind = random();
  if (kind < 0.35) return { type: 'message', message: anyFrame(random, state) };
  if (kind < 0.55) return { type: 'action', action: anyAction(random) };
  if (kind < 0.7) return { type: 'opened' };
  if (kind < 0.8) return { type: 'time', chance: random() };
  if (kind < 0.88) return { type: 'woken' };
  if (kind < 0.98)
    return {
      type: 'closed',
      code: oneOf(random, [1000, 1001, 1006, 1008, 4001, 4002, 4003]),
      chance: random(),
    };
  return { type: 'loaded', session: anySession(random) };
}

/**
 * @param {() => number} random
 * @returns {Action}
 */
function anyAction(random) {
  const others =
    'resign rematch decline hint review take_back accept continue computer new-opponent leave retry'.split(
      ' ',
    );
  const which = random();
  if (which < 0.3) return { type: 'play', cell: Math.floor(random() * 11) - 1 };
  if (which < 0.45) {
    const opponent = oneOf(random, /** @type {const} */ (['human', 'any', 'ai', 'hotseat']));
    const firstMove = random() < 0.5 && { firstMove: Math.floor(random() * 9) };
    const options = { ...OPTIONS, opponent, room: oneOf(random, [null, 'kitten']), ...firstMove };
    return { type: 'join', options };
  }
  if (which < 0.47) return { type: 'react', reaction: 'hello' };
  if (which < 0.5) return { type: 'watch', match: 'm1' };
  if (which < 0.55) return { type: 'choose', choices: oneOf(random, [{ name: 'Zoe' }, { level: 'easy' }]) };
  if (which < 0.58) return { type: 'replay', game: oneOf(random, [null, savedGame(won())]) };
  if (which < 0.61) return { type: 'reviewed', review: reviewOfWon() };
  if (which < 0.65) return { type: 'step', ply: oneOf(random, [null, -1, 2, 99]) };
  return /** @type {Action} */ ({ type: oneOf(random, others) });
}

/**
 * @param {() => number} random
 * @returns {Session}
 */
function anySession(random) {
  /** @type {Session[]} */
  const sessions = [
    { kind: 'none' },
    SEEK,
    { kind: 'seat', options: OPTIONS, match: 'm1', ticket: TICKET },
    { kind: 'watch', match: 'm1' },
  ];
  return oneOf(random, sessions);
}

/**
 * @param {() => number} random
 * @param {State} state
 * @returns {ServerMessage}
 */
function anyFrame(random, state) {
  // Ids that were used are likely, so that answers hit.
  const id = Math.max(1, state.nextId - 1 - Math.floor(random() * 3));
  return random() < 0.5 ? anyAnswer(random, id) : anyMatchMessage(random);
}

/**
 * @param {() => number} random
 * @param {number} id
 * @returns {ServerMessage}
 */
function anyAnswer(random, id) {
  const worth = oneOf(random, [null, { value: 1, distance: 3 }, { value: -1, distance: null }]);
  const code = /** @type {Refused['code']} */ (oneOf(random, CODES));
  const retry_in_ms = oneOf(random, [null, 350]);
  /** @type {ServerMessage[]} */
  const answers = [
    { type: 'done', id },
    { type: 'refused', code, message: 'No.', id: random() < 0.8 ? id : null, retry_in_ms },
    { type: 'hint', id, game: 1, ply: Math.floor(random() * 5), cells: [1, 2], worth },
    { type: 'review', id, game: 1, moves: [] },
  ];
  return oneOf(random, answers);
}

/**
 * @param {() => number} random
 * @returns {ServerMessage}
 */
function anyMatchMessage(random) {
  const reason = oneOf(random, /** @type {const} */ (['shutdown', 'flood', 'superseded']));
  const retry_in_ms = oneOf(random, [null, 0, 1200]);
  const unknown = /** @type {ServerMessage} */ (/** @type {unknown} */ ({ type: 'confetti' }));
  /** @type {ServerMessage[]} */
  const messages = [
    { type: 'state', ...anySnapshot(random) },
    { type: 'state', ...anySnapshot(random) },
    { ...SEATED, match: oneOf(random, ['m1', 'm1', 'm2']) },
    WAITING,
    { type: 'pong' },
    { type: 'reaction', mark: oneOf(random, ['X', 'O']), reaction: 'thanks' },
    { type: 'closing', reason, message: 'It closes.', retry_in_ms },
    unknown,
  ];
  return oneOf(random, messages);
}

/**
 * @param {() => number} random
 * @returns {Snapshot}
 */
function anySnapshot(random) {
  const part = {
    match: oneOf(random, ['m1', 'm1', 'm1', 'm2']),
    seq: Math.floor(random() * 40),
    game: 1 + Math.floor(random() * 2),
    you: oneOf(random, /** @type {const} */ (['X', 'X', 'O', 'both', null])),
    players: {
      X: { ...person('Ann'), presence: oneOf(random, PRESENCES) },
      O: { ...oneOf(random, [person('Bob'), COMPUTER]), presence: oneOf(random, PRESENCES) },
    },
    ms_left: oneOf(random, [null, 5000]),
    takebacks: Math.floor(random() * 2),
    takeback: oneOf(
      random,
      /** @type {const} */ ([null, { asked_by: 'X' }, { asked_by: 'O' }, { declined_by: 'O' }]),
    ),
    continuable: random() < 0.1,
    spectators: Math.floor(random() * 3),
  };
  if (random() < 0.3)
    return won({ ...part, rematch: { open: random() < 0.7, offers: oneOf(random, [[], ['X'], ['O']]) } });
  if (random() < 0.05)
    return snapshot([4], { ...part, result: { winner: null, reason: 'cancelled', lines: [] } });
  return snapshot([4, 0, 8, 2, 1].slice(0, Math.floor(random() * 6)), part);
}

/**
 * @template T
 * @param {() => number} random
 * @param {readonly T[]} choices
 * @returns {T}
 */
function oneOf(random, choices) {
  return /** @type {T} */ (choices[Math.floor(random() * choices.length)]);
}

/**
 * Freezes it, so that a modification throws.
 * @template T
 * @param {T} value
 * @returns {T}
 */
function deepFreeze(value) {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
