/** A new name: sent at once, after each handshake and when the server was too busy, until the server has answered. */

import { openLink } from './connection.js';
import { isReady } from './moves.js';
import { BUSY } from './refusals.js';
import { change, send } from './step.js';

/** @import { Refused } from '../protocol' */
/** @import { Choices, PendingName, State, Step } from '../page' */

const LEAST_WAIT_MS = 500;

/**
 * Remembers what the player chose, also for the next join of this session.
 * @param {Step} step
 * @param {Partial<Choices>} part
 */
export function setChoices(step, part) {
  const { session } = step.state;
  const choices = { ...step.state.choices, ...part };
  change(step, { choices });
  step.effects.push({ type: 'remember', choices });
  if (session.kind !== 'seek' && session.kind !== 'seat') return;
  const { name, level } = choices;
  change(step, { session: { ...session, options: { ...session.options, name, level } } });
}

/**
 * Tells the server the chosen name.
 * @param {Step} step
 * @param {string} before
 */
export function rename(step, before) {
  const { pendingName } = step.state;
  change(step, { pendingName: { before, ...pendingName, id: null, retryAt: pendingName?.retryAt ?? null } });
  if (pendingName?.retryAt == null) sendName(step);
}

/** @param {Step} step */
export function sendName(step) {
  const { pendingName, choices } = step.state;
  if (!pendingName || !isReady(step.state)) return;
  const id = send(step, { type: 'rename', name: choices.name });
  change(step, { pendingName: { ...pendingName, id, retryAt: null } });
}

/**
 * @param {Step} step
 * @param {PendingName} pendingName
 * @param {Refused} refused
 */
export function onNameRefused(step, pendingName, { code, message, retry_in_ms }) {
  if (BUSY.includes(code)) {
    const retryAt = step.now + Math.max(LEAST_WAIT_MS, retry_in_ms ?? 0);
    return change(step, { pendingName: { ...pendingName, id: null, retryAt } });
  }
  change(step, { pendingName: null });
  if (code !== 'bad_name') return;
  setChoices(step, { name: pendingName.before });
  change(step, { fieldError: { field: 'name', message } });
}

/** @param {Step} step */
export function onNameTimer(step) {
  const deadline = nameDeadline(step.state);
  if (deadline !== null && step.now >= deadline && openLink(step)) sendName(step);
}

/** @param {State} state */
export function nameDeadline(state) {
  return isReady(state) ? (state.pendingName?.retryAt ?? null) : null;
}
