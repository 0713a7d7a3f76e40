/** What a person does. */

import { connect, hangUp, openLink } from './connection.js';
import { ask, isInTouch, play } from './moves.js';
import { begin, beginAnew } from './talk.js';
import { change, send, takeUp } from './turn.js';
import { DECLINED } from './words.js';

/** @import { Act, Turn, Wish } from '../page' */

/**
 * @param {Turn} turn
 * @param {Act} act
 */
export function onAct(turn, act) {
  switch (act.do) {
    case 'join':
      return begin(turn, { kind: 'join', wish: act.wish, ticket: null });
    case 'watch':
      return begin(turn, { kind: 'watch', match: act.match });
    case 'play':
      return play(turn, act.cell);
    case 'computer':
      return wishInstead(turn, 'ai');
    case 'keep-waiting':
      return wishInstead(turn, 'human');
    case 'new-opponent':
      return meetAnother(turn);
    case 'leave':
      return leave(turn);
    case 'retry':
    case 'take-back':
      return comeBack(turn, act.do);
    default:
      return ask(turn, act.do);
  }
}

/**
 * Waits for another opponent than before. Whoever plays the computer now is no longer in the room.
 * @param {Turn} turn
 * @param {'ai' | 'human'} opponent
 */
function wishInstead(turn, opponent) {
  const { state } = turn;
  const { errand, waiting } = state;
  if (errand.kind !== 'join' || !waiting) return;
  if (!isInTouch(state)) return change(turn, { notice: DECLINED.lost });
  const rules = errand.wish.rules ?? waiting.told.rules;
  if (opponent === 'ai') {
    const wish = { ...errand.wish, room: null, rules, opponent };
    return beginAnew(turn, { kind: 'join', wish, ticket: null });
  }
  // With the ticket: should it not be heard that the place is left, nobody meets themselves there.
  beginAnew(turn, { ...errand, wish: { ...errand.wish, opponent } });
}

/**
 * Leaves the match and wishes the same again. Whoever was in a room has met who was to be met there: then it is any
 * person, on the same board.
 * @param {Turn} turn
 */
function meetAnother(turn) {
  const { state } = turn;
  const { errand, seen } = state;
  if (errand.kind !== 'seat') return;
  if (!isInTouch(state)) return change(turn, { notice: DECLINED.lost });
  beginAnew(turn, { kind: 'join', wish: wishAgain(errand.wish, seen?.snapshot.rules ?? null), ticket: null });
}

/**
 * @param {Wish} wish
 * @param {Wish['rules']} played
 * @returns {Wish}
 */
function wishAgain(wish, played) {
  if (wish.room === null) return wish;
  return { ...wish, room: null, opponent: 'human', rules: wish.rules ?? played };
}

/**
 * Gives up what this tab is about. Without a connection nobody can be told: the seat stays until its time is up.
 * @param {Turn} turn
 */
function leave(turn) {
  if (openLink(turn)) send(turn, { type: 'leave' });
  hangUp(turn);
  takeUp(turn, { kind: 'none' });
  change(turn, { stop: null });
}

/**
 * Tries to connect now.
 * @param {Turn} turn
 * @param {'retry' | 'take-back'} how
 */
function comeBack(turn, how) {
  const { errand, link, stop } = turn.state;
  if (errand.kind === 'none') return;
  const isMeant = stop ? stop.why === (how === 'retry' ? 'closed' : 'superseded') : link.kind === 'lost';
  if (!isMeant) return;
  change(turn, { stop: null });
  connect(turn, link.kind === 'lost' ? link.tries : 0);
}
