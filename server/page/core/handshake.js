/**
 * The handshake: the first message on every connection says what this tab does: `resume` with a ticket, else `join` or
 * `watch`. Nothing else is sent before it is answered.
 */

import { joinedArena, onArenaRefused } from './arena.js';
import { connect, disconnect, openLink, stopWith } from './connection.js';
import { ask, resendMove } from './requests.js';
import { change, send, setSession } from './step.js';

/** The match or the seat no longer exists. */
export const GONE = ['bad_ticket', 'left', 'no_such_match'];

/** The player can choose otherwise on the screen before. */
const MISCHOSEN = ['bad_name', 'bad_room', 'room_rules'];

/** @type {Transition<[session: Session]>} */
export const startSession = (step, session) => {
  setSession(step, session);
  change(step, { stop: null });
  connect(step, 0);
};

/**
 * Leaves the queue or the match, and looks for an opponent on a new connection.
 * @type {Transition<[options: JoinOptions]>}
 */
export const seekAgain = (step, options) => {
  if (openLink(step)) send(step, { type: 'leave' });
  const { name } = step.state.choices;
  startSession(step, { kind: 'seek', options: { ...options, name }, ticket: null });
};

/** @param {Step} step */
export function startHandshake(step) {
  const { link } = step.state;
  if (link.kind !== 'opening') return;
  const { tries, isShown } = link;
  change(step, { link: { kind: 'open', tries, isShown, since: step.now, pongDue: null } });
  sayHello(step);
}

/** @type {Transition<[refused: Refused]>} */
export const onHelloRefused = (step, refused) => {
  const { session } = step.state;
  if (session.kind === 'seek') return onSeekRefused(step, session, refused);
  // The game is no longer stored, but the place in the arena is.
  if (session.kind === 'seat' && joinedArena(session) && GONE.includes(refused.code)) {
    setSession(step, { kind: 'seek', options: session.options, ticket: null });
    return sayHello(step);
  }
  stopWith(step, { reason: 'refused', refused });
};

/** @type {Transition<[seek: Seek, refused: Refused]>} */
const onSeekRefused = (step, seek, refused) => {
  const { code } = refused;
  const { opponent, room, arena } = seek.options;
  if (arena && seek.ticket === null) return onArenaRefused(step, arena, refused);
  if (MISCHOSEN.includes(code)) return returnToStart(step, seek.options, refused);
  const isBusy = code === 'room_full' && opponent === 'any' && room !== null;
  // The place in the queue is gone, for example because the server was restarted.
  if (isBusy || (seek.ticket !== null && GONE.includes(code))) {
    setSession(step, { ...seek, options: publicOptions(seek.options), ticket: null });
    if (isBusy) change(step, { cancellation: { host: seek.options.host } });
    return sayHello(step);
  }
  stopWith(step, { reason: 'refused', refused });
};

/**
 * The player of the list does not play: anyone else who wants the same board.
 * @param {JoinOptions} options
 */
export function publicOptions(options) {
  return options.opponent === 'any' ? { ...options, room: null, host: undefined } : options;
}

/**
 * Back to the start screen, or to the room's invitation screen if the board can be left out there.
 * @type {Transition<[options: JoinOptions, refused: Refused]>}
 */
const returnToStart = (step, { room, rules }, refused) => {
  const isAboutRules = refused.code === 'room_rules';
  const isRoomScreen = room !== null && (rules === null || isAboutRules);
  disconnect(step);
  setSession(step, isRoomScreen ? { kind: 'none', room } : { kind: 'none' });
  change(step, { notice: isAboutRules ? 'other_rules' : refused });
};

/** @type {Transition<[tries?: number]>} */
const sayHello = (step, tries = 0) => {
  const message = hello(step.state);
  if (message) ask(step, 'hello', message, tries);
};

/** Sends again what the server was too busy for. @param {Step} step */
export function onRetryTimer(step) {
  const { hello, move } = step.state.pending;
  if (hello) sayHello(step, hello.tries);
  else if (move) resendMove(step, move);
}

/** @type {(state: State) => ClientFrame | null} */
const hello = ({ choices, session, ownWord, places }) => {
  if (session.kind === 'none') return null;
  if (session.kind === 'watch') return { type: 'watch', match: session.match };
  const { ticket, options } = session;
  if (ticket !== null) return { type: 'resume', ticket };
  const { arena, name, rules } = options;
  if (!arena) return joinMessage(options, choices, ownWord);
  const known = places[arena];
  const place = known?.place ?? options.place;
  // If the server has lost the row, it makes a new one of the same name. The first player opens the arena, with these rules.
  return {
    type: 'join',
    arena,
    ...named(known?.name ?? name),
    ...(rules && { rules }),
    ...(place && { place }),
  };
};

/** @param {string} name */
const named = (name) => (name.trim() === '' ? {} : { name });

/**
 * @param {JoinOptions} options
 * @param {Choices} choices
 * @param {string | null} ownWord
 * @returns {ClientFrame}
 */
function joinMessage(options, { level, secondName }, ownWord) {
  const { name, opponent, mark, rules, bestOf, room, firstMove, from } = options;
  const isShared = opponent === 'hotseat' && secondName.trim() !== '';
  return {
    type: 'join',
    ...named(name),
    ...(isShared && { second_name: secondName }),
    opponent,
    level,
    mark: firstMove !== undefined && mark === 'any' ? 'X' : mark,
    ...(rules && { rules }),
    ...(bestOf && { best_of: bestOf }),
    ...(from && { from }),
    ...(room !== null ? { room } : ownWord !== null && { word: ownWord }),
  };
}
