/** The reducer. It is pure: the same inputs at the same times always give the same states and effects. */

import { onAction } from './actions.js';
import { onManaged, onTable, showArena } from './arena.js';
import {
  connect,
  disconnect,
  linkDeadline,
  onLinkTimer,
  onWoken,
  reconnect,
  stopWith,
} from './connection.js';
import { onRetryTimer, startHandshake } from './handshake.js';
import { onInvitation, onListing } from './people.js';
import { retryDeadline } from './requests.js';
import { onServerMessage } from './server-messages.js';
import { change, setSession } from './step.js';

const SUPERSEDED_CODE = 4001;

/** After these close codes the page does not reconnect by itself. */
const FINAL_CODES = [1003, 1007, 1008, 1009, 4003];

/** The deadlines, and what is due at each. @type {[(state: State) => number, (step: Step, chance: number) => void][]} */
const TIMERS = [
  [linkDeadline, onLinkTimer],
  [retryDeadline, onRetryTimer],
];

/**
 * @param {State} state
 * @param {Input} input
 * @param {number} now
 * @returns {{ state: State, effects: Effect[] }}
 */
export function reduce(state, input, now) {
  /** @type {Step} */
  const step = { state, effects: [], now };
  onInput(step, input);
  const before = input.type === 'loaded' ? input.session : saved(state);
  const session = saved(step.state);
  if (JSON.stringify(before) !== JSON.stringify(session)) step.effects.push({ type: 'save', session });
  return { state: step.state, effects: step.effects };
}

/**
 * When the next `time` input is due; `null`: never.
 * @param {State} state
 */
export function nextDeadline(state) {
  const next = Math.min(...TIMERS.map(([deadline]) => deadline(state)));
  return next === Infinity ? null : next;
}

/**
 * @param {Step} step
 * @param {Input} input
 */
function onInput(step, input) {
  switch (input.type) {
    case 'action':
      return onAction(step, input.action);
    case 'loaded':
      return onLoaded(step, input.session);
    case 'opened':
      change(step, { obstacle: null });
      return startHandshake(step);
    case 'listing':
      return onListing(step, input.listing);
    case 'table':
      return onTable(step, input.path, input.table, input.boards);
    case 'managed':
      return onManaged(step, input.arena, input.refused);
    case 'invitation':
      return onInvitation(step, input.path, input.invitation);
    case 'message':
      return onServerMessage(step, input.message);
    case 'closed':
      return onClosed(step, input.code, input.chance);
    case 'obstructed':
      return change(step, { obstacle: input.obstacle });
    case 'time':
      for (const [deadline, act] of TIMERS) if (step.now >= deadline(step.state)) act(step, input.chance);
      return;
    case 'woken':
      return onWoken(step);
  }
}

/** @type {Transition<[session: Session]>} */
const onLoaded = (step, session) => {
  disconnect(step);
  setSession(step, session);
  // Without `localStorage` the name would be another one after each reload.
  const { choices } = step.state;
  const name = choices.name || ('options' in session ? session.options.name : '');
  change(step, { stop: null, choices: { ...choices, name } });
  if (session.kind === 'none') {
    if (session.arena) showArena(step, session.arena, session.isWall);
    return;
  }
  connect(step, 0);
};

/** @type {Transition<[code: number, chance: number]>} */
const onClosed = (step, code, chance) => {
  const { kind } = step.state.link;
  if (kind === 'off' || kind === 'lost') return;
  if (code === SUPERSEDED_CODE) return stopWith(step, { reason: 'superseded' });
  if (FINAL_CODES.includes(code)) return stopWith(step, { reason: 'closed', message: null });
  reconnect(step, chance);
};

/**
 * The session that a reload continues. After a refusal only its room or arena is left, and the player can join it again.
 * @param {State} state
 * @returns {Session}
 */
function saved({ session, stop }) {
  if (stop?.reason !== 'refused') return session;
  const { room, arena } = session.kind === 'seek' ? session.options : {};
  return { kind: 'none', ...(arena ? { arena } : room && { room }) };
}
