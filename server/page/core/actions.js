/** What the player does. */

import { connect, disconnect, openLink } from './connection.js';
import { isReady, play, request } from './moves.js';
import { seekAgain, startSession } from './handshake.js';
import { react } from './reactions.js';
import { rename } from './rename.js';
import { firstPly, replay, showPly, showReview } from './replay.js';
import { change, send, setChoices, setSession } from './step.js';
import { DECLINED } from './text.js';

/** @import { Action, Choices, JoinOptions, Step } from '../page' */

/**
 * @param {Step} step
 * @param {Action} action
 */
export function onAction(step, action) {
  switch (action.type) {
    case 'join':
      return join(step, action.options);
    case 'choose':
      return choose(step, action.choices);
    case 'host':
      return change(step, { host: action.host });
    case 'watch':
      return startSession(step, { kind: 'watch', match: action.match });
    case 'play':
      return play(step, action.cell);
    case 'react':
      return react(step, action.reaction);
    case 'streak':
      return change(step, { streak: action.streak });
    case 'computer':
    case 'new-opponent':
      return changeOpponent(step, action.type);
    case 'leave':
      return leave(step);
    case 'review':
      return review(step);
    case 'replay':
      return replay(step, action.game);
    case 'reviewed':
      return showReview(step, action.review);
    case 'step':
      return showPly(step, action.ply);
    case 'retry':
    case 'take-seat':
      return retry(step, action.type);
    default:
      return request(step, action.type);
  }
}

/**
 * @param {Step} step
 * @param {JoinOptions} options
 */
function join(step, options) {
  const { session, seen, stop } = step.state;
  const isJoining = 'options' in session && seen === null && stop === null;
  // The second click of a double click.
  if (isJoining && JSON.stringify(session.options) === JSON.stringify(options)) return;
  leave(step);
  startSession(step, { kind: 'seek', options, ticket: null, leaving: null });
  change(step, { joinedAt: step.now });
}

/**
 * Also tells the server a new name.
 * @param {Step} step
 * @param {Partial<Choices>} part
 */
function choose(step, part) {
  setChoices(step, part);
  change(step, { fieldError: null });
  rename(step);
}

/**
 * @param {Step} step
 * @param {'computer' | 'new-opponent'} how
 */
function changeOpponent(step, how) {
  const { state } = step;
  const { session, seen, waiting } = state;
  if (session.kind !== 'seek' && session.kind !== 'seat') return;
  if (session.kind !== (how === 'new-opponent' ? 'seat' : 'seek')) return;
  if (!isReady(state)) return change(step, { notice: DECLINED.lost });
  const { firstMove: _, ...options } = session.options;
  const rules = options.rules ?? waiting?.rules ?? seen?.snapshot.rules ?? null;
  const opponent = how === 'computer' ? 'ai' : 'human';
  seekAgain(step, { ...options, room: null, host: undefined, rules, opponent });
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
 * @param {Step} step
 * @param {'retry' | 'take-seat'} how
 */
function retry(step, how) {
  const { session, link, stop } = step.state;
  if (session.kind === 'none') return;
  const isOffered = stop ? stop.reason === (how === 'retry' ? 'closed' : 'superseded') : link.kind === 'lost';
  if (!isOffered) return;
  change(step, { stop: null });
  connect(step, link.kind === 'lost' ? link.tries : 0);
}
