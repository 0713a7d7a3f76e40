/**
 * How a talk with the server begins: on every connection it is told first what this tab is about, with the ticket where
 * there is one, and until it answers nothing else is said. Whoever wants another opponent leaves first: what comes before
 * the receipt of that is of what was left, and is passed over.
 */

import { changeLink, connect, hangUp, openLink, stand, stopAt } from './connection.js';
import { BUSY, busyWords, isGone, refusalWords } from './refusals.js';
import { change, send, takeUp } from './turn.js';

/** @import { ClientFrame, Refused } from '../protocol' */
/** @import { Errand, State, Talk, Turn, Wish } from '../page' */

/** When the server cannot answer now, it is told again after so long, twice as long each time, up to the second. */
const AGAIN_MS = { first: 1000, longest: 10_000 };

/** Which field of the first screen is wrong. @type {Record<string, 'name' | 'room' | 'board'>} */
const FIELDS = { bad_name: 'name', bad_room: 'room', bad_rules: 'board', room_rules: 'board' };

/**
 * Begins what the errand is about.
 * @param {Turn} turn
 * @param {Errand} errand
 */
export function begin(turn, errand) {
  takeUp(turn, errand);
  change(turn, { stop: null });
  connect(turn, 0);
}

/**
 * Begins another errand on the same connection.
 * @param {Turn} turn
 * @param {Errand} errand
 */
export function beginAnew(turn, errand) {
  takeUp(turn, errand);
  changeLink(turn, { talk: told(turn, 'leave', 0) });
}

/**
 * The connection is there.
 * @param {Turn} turn
 */
export function meet(turn) {
  stand(turn, told(turn, 'hello', 0));
}

/**
 * Says again what the server could not answer, when that is due.
 * @param {Turn} turn
 */
export function tendTalk(turn) {
  const talk = openLink(turn)?.talk;
  if (!talk || talk.about === 'match' || talk.again === null || turn.now < talk.again) return;
  changeLink(turn, { talk: told(turn, talk.about, talk.tries + 1) });
}

/**
 * When that is due.
 * @param {State} state
 */
export function talkDue({ link }) {
  return link.kind === 'open' && link.talk.about !== 'match' ? link.talk.again : null;
}

/**
 * What was there before is left: now the server is told what comes instead.
 * @param {Turn} turn
 */
export function hasLeft(turn) {
  change(turn, { notice: null });
  changeLink(turn, { talk: told(turn, 'hello', 0) });
}

/**
 * The server has refused what it was told first.
 * @param {Turn} turn
 * @param {Exclude<Talk, { about: 'match' }>} talk
 * @param {Refused} refused
 */
export function onTalkRefused(turn, talk, refused) {
  if (BUSY.includes(refused.code)) return putOffTalk(turn, talk, refused);
  // There was nothing to leave.
  if (talk.about === 'leave') return hasLeft(turn);
  const { errand } = turn.state;
  if (errand.kind === 'join') return onJoinRefused(turn, errand, refused);
  stopAt(turn, { why: 'refused', code: refused.code, message: refusalWords(refused) });
}

/**
 * @param {Turn} turn
 * @param {Errand & { kind: 'join' }} errand
 * @param {Refused} refused
 */
function onJoinRefused(turn, errand, refused) {
  const { code, message, match } = refused;
  const field = FIELDS[code];
  // On the first screen of a room no board is wished: there it can be joined whatever is played in it.
  const { room, rules } = errand.wish;
  const place = rules === null || code === 'room_rules' ? room : null;
  if (field) return returnToField(turn, place, { field, message });
  if (errand.ticket !== null && isGone(code)) {
    // A place that the server does not know: the wish alone has to do.
    takeUp(turn, { ...errand, ticket: null });
    return changeLink(turn, { talk: told(turn, 'hello', 0) });
  }
  if (code === 'room_full') return stopAt(turn, { why: 'room_full', message, match: match ?? null });
  stopAt(turn, { why: 'refused', code: refused.code, message: refusalWords(refused) });
}

/**
 * Back to the first screen, with what is wrong there.
 * @param {Turn} turn
 * @param {string | null} room at whose first screen, if it is one
 * @param {NonNullable<State['fault']>} fault
 */
function returnToField(turn, room, fault) {
  hangUp(turn);
  takeUp(turn, room === null ? { kind: 'none' } : { kind: 'none', room });
  change(turn, { fault });
}

/**
 * @param {Turn} turn
 * @param {Exclude<Talk, { about: 'match' }>} talk
 * @param {Refused} refused
 */
function putOffTalk(turn, talk, refused) {
  const grown = Math.min(AGAIN_MS.first * 2 ** talk.tries, AGAIN_MS.longest);
  changeLink(turn, { talk: { ...talk, again: turn.now + Math.max(grown, refused.wait_ms ?? 0) } });
  change(turn, { notice: busyWords(refused) });
}

/**
 * Tells the server.
 * @param {Turn} turn
 * @param {'leave' | 'hello'} about
 * @param {number} tries
 * @returns {Talk}
 */
function told(turn, about, tries) {
  const message = about === 'leave' ? /** @type {const} */ ({ type: 'leave' }) : hello(turn.state.errand);
  return message ? { about, id: send(turn, message), tries, again: null } : { about: 'match' };
}

/**
 * What this tab is about.
 * @param {Errand} errand
 * @returns {ClientFrame | null}
 */
function hello(errand) {
  switch (errand.kind) {
    case 'join':
      return {
        type: 'join',
        ...wished(errand.wish),
        ...(errand.ticket === null ? {} : { ticket: errand.ticket }),
      };
    case 'seat':
      return { type: 'resume', ticket: errand.ticket };
    case 'watch':
      return { type: 'watch', match: errand.match };
    default:
      return null;
  }
}

/**
 * A wish as a `join` says it: what is not said is up to the server.
 * @param {Wish} wish
 */
function wished({ name, opponent, level, mark, rules, room }) {
  const named = name.trim() === '' ? {} : { name };
  return { ...named, opponent, level, mark, ...(rules && { rules }), ...(room !== null && { room }) };
}
