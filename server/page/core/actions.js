/** What the player does. */

import { connect, disconnect, openLink } from './connection.js';
import { isReady, play, request } from './moves.js';
import { seekAgain, startSession } from './handshake.js';
import { firstPly, replay, showPly } from './replay.js';
import { change, send, setSession } from './step.js';
import { DECLINED } from './text.js';

/** @import { Action, JoinOptions, Step } from '../page' */

/**
 * @param {Step} step
 * @param {Action} action
 */
export function onAction(step, action) {
  switch (action.type) {
    case 'join':
      return startSession(step, { kind: 'seek', options: action.options, ticket: null, leaving: null });
    case 'watch':
      return startSession(step, { kind: 'watch', match: action.match });
    case 'play':
      return play(step, action.cell);
    case 'computer':
    case 'keep-waiting':
    case 'new-opponent':
      return changeOpponent(step, action.type);
    case 'leave':
      return leave(step);
    case 'review':
      return review(step);
    case 'replay':
      return replay(step, action.link, action.you);
    case 'step':
      return showPly(step, action.ply);
    case 'retry':
    case 'take-back':
      return retry(step, action.type);
    default:
      return request(step, action.type);
  }
}

/**
 * @param {Step} step
 * @param {'computer' | 'keep-waiting' | 'new-opponent'} how
 */
function changeOpponent(step, how) {
  const { state } = step;
  const { session, seen, waiting } = state;
  if (session.kind !== 'seek' && session.kind !== 'seat') return;
  if (session.kind !== (how === 'new-opponent' ? 'seat' : 'seek')) return;
  if (!isReady(state)) return change(step, { notice: DECLINED.lost });
  const rules = session.options.rules ?? waiting?.message.rules ?? seen?.snapshot.rules ?? null;
  seekAgain(step, nextOptions(session.options, rules, how));
}

/**
 * Only who keeps waiting stays in the room: the computer is not there, and the guest has been met.
 * @param {JoinOptions} options
 * @param {JoinOptions['rules']} rules
 * @param {'computer' | 'keep-waiting' | 'new-opponent'} how
 * @returns {JoinOptions}
 */
function nextOptions(options, rules, how) {
  if (how === 'computer') return { ...options, room: null, rules, opponent: 'ai' };
  if (how === 'keep-waiting') return { ...options, opponent: 'human' };
  return options.room === null ? options : { ...options, room: null, rules, opponent: 'human' };
}

/**
 * Steps through the game at once, and asks what its moves were worth unless that is known.
 * @param {Step} step
 */
function review(step) {
  const { seen, review } = step.state;
  if (seen && review) return showPly(step, firstPly(seen.snapshot, review));
  request(step, 'review');
  showPly(step, Infinity);
}

/**
 * Ends the session. Without a connection the server does not learn of it: the seat stays until its time is up.
 * @param {Step} step
 */
function leave(step) {
  if (openLink(step)) send(step, { type: 'leave' });
  disconnect(step);
  setSession(step, { kind: 'none' });
  change(step, { stop: null });
}

/**
 * Connects now.
 * @param {Step} step
 * @param {'retry' | 'take-back'} how
 */
function retry(step, how) {
  const { session, link, stop } = step.state;
  if (session.kind === 'none') return;
  const isOffered = stop ? stop.reason === (how === 'retry' ? 'closed' : 'superseded') : link.kind === 'lost';
  if (!isOffered) return;
  change(step, { stop: null });
  connect(step, link.kind === 'lost' ? link.tries : 0);
}
