/** A new name: sent until the server has answered, again after each handshake, and later if the server was too busy. */

import { isReady } from './moves.js';
import { BUSY } from './refusals.js';
import { change, send, setChoices } from './step.js';

const NAME_RETRY_MS = 1000;

/**
 * Sends the chosen name if the server does not know it, the newest only.
 * @param {Step} step
 */
export function rename(step) {
  const { session, choices, pendingName } = step.state;
  if (!('options' in session) || (!pendingName && session.options.name === choices.name)) return;
  change(step, { pendingName: { retryAt: step.now, ...pendingName, id: null } });
  sendName(step);
}

/** @param {Step} step */
export function sendName(step) {
  const { pendingName, choices } = step.state;
  const deadline = nameDeadline(step.state);
  if (!pendingName || deadline === null || step.now < deadline) return;
  const id = send(step, { type: 'rename', name: choices.name });
  change(step, { pendingName: { ...pendingName, id } });
}

/** @param {State} state */
export function nameDeadline(state) {
  return isReady(state) && state.pendingName?.id === null ? state.pendingName.retryAt : null;
}

/** @param {Step} step */
export function onRenamed(step) {
  const { session, choices } = step.state;
  change(step, { pendingName: null });
  if (!('options' in session)) return;
  change(step, { session: { ...session, options: { ...session.options, name: choices.name } } });
}

/**
 * @param {Step} step
 * @param {PendingName} pendingName
 * @param {Refused} refused
 */
export function onNameRefused(step, pendingName, { code, message, retry_in_ms }) {
  const retryAt = step.now + Math.max(retry_in_ms ?? 0, NAME_RETRY_MS);
  change(step, { pendingName: BUSY.includes(code) ? { ...pendingName, id: null, retryAt } : null });
  if (code !== 'bad_name') return;
  const { session } = step.state;
  if ('options' in session) setChoices(step, { name: session.options.name });
  change(step, { fieldError: { field: 'name', message } });
}
