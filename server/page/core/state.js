/**
 * What the page knows, and what becomes of it: `step` takes in what happens and says what is to be done. It is pure: the
 * same happenings at the same times always come to the same, and nothing that is handed in is changed.
 */

import { onAct } from './acts.js';
import { connect, hangUp, linkDue, lose, stopAt, tendLink, wake } from './connection.js';
import { onFrame } from './frames.js';
import { moveDue, tendMove } from './moves.js';
import { meet, talkDue, tendTalk } from './talk.js';
import { change, takeUp } from './turn.js';

/** @import { Effect, Errand, Happening, State, Turn } from '../page' */

/** A newer connection took the seat. */
const SUPERSEDED_CODE = 4001;

/** After these codes nobody comes back by themselves. */
const FINAL_CODES = [1002, 1003, 1007, 1008, 1009, 4003];

/**
 * Takes in what happens.
 * @param {State} state
 * @param {Happening} happening
 * @param {number} now
 * @returns {{ state: State, effects: Effect[] }}
 */
export function step(state, happening, now) {
  /** @type {Turn} */
  const turn = { state, effects: [], now };
  const before = happening.type === 'loaded' ? happening : kept(state);
  takeIn(turn, happening);
  const after = kept(turn.state);
  if (!isKeptTheSame(before, after)) turn.effects.push({ do: 'keep', ...after });
  return { state: turn.state, effects: turn.effects };
}

/**
 * When the next `time` is wanted; `null`: never.
 * @param {State} state
 */
export function due(state) {
  const times = [linkDue(state.link), talkDue(state), moveDue(state)].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/**
 * @param {Turn} turn
 * @param {Happening} happening
 */
function takeIn(turn, happening) {
  switch (happening.type) {
    case 'act':
      return onAct(turn, happening.act);
    case 'loaded':
      return onLoaded(turn, happening.errand, happening.quiet);
    case 'opened':
      return turn.state.link.kind === 'opening' ? meet(turn) : undefined;
    case 'frame':
      return onFrame(turn, happening.frame);
    case 'closed':
      return onClosed(turn, happening.code, happening.chance);
    case 'time':
      tendLink(turn, happening.chance);
      tendTalk(turn);
      return tendMove(turn);
    case 'woken':
      return wake(turn);
  }
}

/**
 * @param {Turn} turn
 * @param {Errand} errand
 * @param {boolean} quiet
 */
function onLoaded(turn, errand, quiet) {
  hangUp(turn);
  takeUp(turn, errand);
  change(turn, { stop: null });
  if (errand.kind === 'none') return;
  if (quiet) return stopAt(turn, { why: 'superseded' });
  connect(turn, 0);
}

/**
 * @param {Turn} turn
 * @param {number} code
 * @param {number} chance
 */
function onClosed(turn, code, chance) {
  const { kind } = turn.state.link;
  if (kind === 'off' || kind === 'lost') return;
  if (code === SUPERSEDED_CODE) return stopAt(turn, { why: 'superseded' });
  if (FINAL_CODES.includes(code)) {
    return stopAt(turn, { why: 'closed', message: 'The server closed the connection.' });
  }
  lose(turn, chance);
}

/**
 * What is kept for a reload: of what has come to its end at most the room, where it can be asked again.
 * @param {State} state
 * @returns {{ errand: Errand, quiet: boolean }}
 */
function kept({ errand, stop }) {
  const isOver = stop?.why === 'refused' || stop?.why === 'room_full';
  return { errand: isOver ? withoutErrand(errand) : errand, quiet: stop?.why === 'superseded' };
}

/**
 * @param {Errand} errand
 * @returns {Errand}
 */
function withoutErrand(errand) {
  const room = errand.kind === 'join' ? errand.wish.room : null;
  return room === null ? { kind: 'none' } : { kind: 'none', room };
}

/**
 * @param {{ errand: Errand, quiet: boolean }} before
 * @param {{ errand: Errand, quiet: boolean }} after
 */
function isKeptTheSame(before, after) {
  return (
    before.quiet === after.quiet &&
    (before.errand === after.errand || JSON.stringify(before.errand) === JSON.stringify(after.errand))
  );
}
