/**
 * The handshake: the first messages on every connection. `hello` says what this tab does: `resume` with a
 * ticket, else `join` or `watch`. Nothing else is sent before it is answered.
 *
 * A player who wants another opponent sends `leave` first, and then `hello`. Messages before the receipt of `leave` are
 * about what was left, and ignored. If the connection breaks in between, the page cannot know whether the server has
 * read the `leave`: on the next connection it reclaims the old place with its ticket, and leaves it again. Otherwise the
 * player might be paired with the place that was left.
 */

import { goOn, joinedArena, onArenaRefused } from './arena.js';
import { changeLink, connect, disconnect, openLink, stopWith } from './connection.js';
import { BUSY, GONE, busyNotice, retryTime } from './refusals.js';
import { change, send, setSession } from './step.js';

/** The field that is wrong. @type {Record<string, NonNullable<State['fieldError']>['field']>} */
const FIELDS = { bad_name: 'name', bad_room: 'room' };

/** @type {Transition<[session: Session]>} */
export const startSession = (step, session) => {
  setSession(step, session);
  change(step, { stop: null });
  connect(step, 0);
};

/**
 * Leaves the queue or the match, and looks for an opponent on the same connection.
 * @type {Transition<[options: JoinOptions]>}
 */
export const seekAgain = (step, options) => {
  const { session, choices } = step.state;
  if (session.kind !== 'seek' && session.kind !== 'seat') return;
  const renamed = { ...options, name: choices.name };
  setSession(step, { kind: 'seek', options: renamed, ticket: null, leaving: session.ticket });
  changeLink(step, { tries: 0, isShown: false });
  startPhase(step, 'leave');
};

/** @param {Step} step */
export function startHandshake(step) {
  const { session, link } = step.state;
  if (link.kind !== 'opening') return;
  const isLeaving = session.kind === 'seek' && session.leaving !== null;
  const { tries, isShown } = link;
  change(step, { link: { kind: 'open', tries, isShown, since: step.now, pongDue: null, handshake: null } });
  startPhase(step, isLeaving ? 'reclaim' : 'hello');
}

/** @param {Step} step */
export function onHandshakeTimer(step) {
  const handshake = openLink(step)?.handshake;
  if (handshake) startPhase(step, handshake.phase, handshake.tries + 1);
}

/** @param {State} state */
export function handshakeDeadline({ link }) {
  return (link.kind === 'open' && link.handshake?.retryAt) || Infinity;
}

/**
 * The server has carried out `reclaim` or `leave`, or has refused it for good: there was nothing to leave.
 * @type {Transition<[phase: Handshake['phase']]>}
 */
export const continueHandshake = (step, phase) => {
  if (phase === 'reclaim') return startPhase(step, 'leave');
  const { session } = step.state;
  if (session.kind === 'seek') change(step, { session: { ...session, leaving: null } });
  change(step, { notice: null });
  startPhase(step, 'hello');
};

/** @type {Transition<[handshake: Handshake, refused: Refused]>} */
export const onHandshakeRefused = (step, handshake, refused) => {
  const { session } = step.state;
  const arena = joinedArena(session);
  if (BUSY.includes(refused.code) || (arena && refused.code === 'game_on')) {
    changeLink(step, { handshake: { ...handshake, retryAt: retryTime(step, handshake.tries, refused) } });
    return change(step, { notice: busyNotice(refused) });
  }
  if (handshake.phase !== 'hello') return continueHandshake(step, handshake.phase);
  if (session.kind === 'seek') return onSeekRefused(step, session, refused);
  // The game is no longer stored, but the place in the arena is.
  if (session.kind === 'seat' && arena && GONE.includes(refused.code)) {
    goOn(step, { kind: 'seek', options: session.options, ticket: null, leaving: null });
    return startPhase(step, 'hello');
  }
  stopWith(step, { reason: 'refused', refused });
};

/** @type {Transition<[seek: Seek, refused: Refused]>} */
const onSeekRefused = (step, seek, refused) => {
  const { code } = refused;
  const field = FIELDS[code];
  const { opponent, room, arena } = seek.options;
  if (arena && seek.ticket === null) return onArenaRefused(step, arena, refused);
  if (field || code === 'room_rules') return returnToStart(step, seek.options, refused, field);
  const isBusy = code === 'room_full' && opponent === 'any' && room !== null;
  // The place in the queue is gone, for example because the server was restarted.
  if (isBusy || (seek.ticket !== null && GONE.includes(code))) {
    setSession(step, { ...seek, options: publicOptions(seek.options), ticket: null });
    if (isBusy) change(step, { cancellation: { host: seek.options.host } });
    return startPhase(step, 'hello');
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
 * @type {Transition<[options: JoinOptions, refused: Refused, field: NonNullable<State['fieldError']>['field'] | undefined]>}
 */
const returnToStart = (step, options, { code, message }, field) => {
  const { room, rules, opponent, name } = options;
  const isRoomScreen = room !== null && (rules === null || code === 'room_rules');
  const isSecond = code === 'bad_name' && opponent === 'hotseat' && /[^\s\p{C}]/u.test(name);
  disconnect(step);
  setSession(step, isRoomScreen ? { kind: 'none', room } : { kind: 'none' });
  if (!field) return change(step, { notice: 'other_rules' });
  change(step, { fieldError: { field: isSecond ? 'second-name' : field, message } });
};

/** @type {Transition<[phase: Handshake['phase'], tries?: number]>} */
const startPhase = (step, phase, tries = 0) => {
  const message = handshakeMessage(step.state, phase);
  if (message) changeLink(step, { handshake: { phase, id: send(step, message), tries, retryAt: null } });
};

/**
 * @param {State} state
 * @param {Handshake['phase']} phase
 * @returns {ClientFrame | null}
 */
function handshakeMessage({ session, ownWord, places }, phase) {
  if (phase === 'leave') return { type: 'leave' };
  switch (session.kind) {
    case 'seek': {
      const ticket = phase === 'reclaim' ? session.leaving : session.ticket;
      if (ticket !== null) return { type: 'resume', ticket };
      const { arena } = session.options;
      return arena
        ? arenaMessage(arena, session.options, places[arena])
        : joinMessage(session.options, ownWord);
    }
    case 'seat':
      return { type: 'resume', ticket: session.ticket };
    case 'watch':
      return { type: 'watch', match: session.match };
    default:
      return null;
  }
}

/**
 * @param {JoinOptions} options
 * @param {string | null} ownWord
 * @returns {ClientFrame}
 */
function joinMessage(options, ownWord) {
  const { name, secondName, opponent, level, mark, rules, bestOf, room, firstMove, from } = options;
  const named = name.trim() === '' ? {} : { name };
  const isShared = opponent === 'hotseat' && secondName.trim() !== '';
  return {
    type: 'join',
    ...named,
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

/**
 * The first player opens the arena, with these rules.
 * @param {string} arena
 * @param {JoinOptions} options
 * @param {ArenaPlace | undefined} place
 * @returns {ClientFrame}
 */
function arenaMessage(arena, { name, rules }, place) {
  const named = name.trim() === '' ? {} : { name };
  const entry = place?.place ? { place: place.place } : { ...named, ...(rules && { rules }) };
  return { type: 'join', arena, ...entry };
}
