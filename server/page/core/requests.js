/**
 * What the player has sent and the server has not answered: a move, a hint or a review, a resignation or a proposal, a
 * name. It is resent when the server was too busy, and on the next connection if it still makes sense: its game, ply and
 * takebacks make that safe.
 */

import { isOutageShown } from './connection.js';
import { BUSY, busyText, refusalText, retryTime } from './refusals.js';
import { change, send, setChoices } from './step.js';
import { DECLINED, otherMark } from './text.js';

const QUERIES = ['hint', 'review'];

/**
 * Whether the server takes requests: the handshake is done.
 * @param {State} state
 */
export function isReady({ link, stop }) {
  return stop === null && link.kind === 'open' && link.handshake === null;
}

/**
 * Whether a move is taken: sent at once, or after the first attempt to reconnect, which often succeeds at once.
 * @param {State} state
 */
export function takesMoves(state) {
  const { link, stop } = state;
  const isConnecting = link.kind === 'opening' || link.kind === 'open';
  return isReady(state) || (stop === null && isConnecting && !isOutageShown(link));
}

/** @param {State} state */
export function mayPlay(state) {
  const { session, seen, pending } = state;
  return session.kind === 'seat' && seen?.isOwnTurn === true && takesMoves(state) && !pending.move;
}

/** @type {Act<[cell: number]>} */
export const play = (step, cell) => {
  const { seen } = step.state;
  const declined = whyNotPlayed(step.state, cell);
  change(step, { notice: declined });
  if (declined !== null || !seen) return;
  const { ply, game, takebacks = 0 } = seen.snapshot;
  ask(step, 'move', { type: 'move', cell, ply, game, takebacks });
  change(step, { hint: null });
};

/**
 * @param {State} state
 * @param {number} cell
 */
function whyNotPlayed(state, cell) {
  const { session, seen, pending } = state;
  if (session.kind === 'watch') return DECLINED.watching;
  if (session.kind !== 'seat' || !seen || !takesMoves(state)) return DECLINED.lost;
  const { result, turn, legal } = seen.snapshot;
  if (result) return DECLINED.over;
  if (pending.move) return DECLINED.unanswered;
  if (turn && !seen.isOwnTurn) return seen.notYourTurnText(turn);
  return legal.includes(cell) ? null : DECLINED.taken;
}

/**
 * Plays the cell of the start screen's board that began this match, in the player's first turn.
 * @param {Step} step
 */
export function playFirstMove(step) {
  const { session } = step.state;
  if (session.kind !== 'seat' || session.options.firstMove === undefined || !mayPlay(step.state)) return;
  const { firstMove, ...options } = session.options;
  change(step, { session: { ...session, options } });
  play(step, firstMove);
}

/**
 * What cannot be asked for now and is asked for all the same is refused by the server.
 * @type {Act<[about: RequestType]>}
 */
export const request = (step, about) => {
  const { state } = step;
  if (about === 'hint' && state.hint) return change(step, { showsAllHints: true, notice: null });
  const declined = whyNotRequested(state, about);
  change(step, { notice: declined });
  if (declined === null && state.seen)
    ask(step, slotOf(about), requestMessage(state, state.seen, about), about);
};

/** @param {RequestType} about */
function slotOf(about) {
  return QUERIES.includes(about) ? 'query' : 'request';
}

/**
 * @param {State} state
 * @param {Match} match
 * @param {RequestType} about
 * @returns {ClientFrame}
 */
function requestMessage({ choices: { level } }, { own, isAgainstComputer, snapshot }, about) {
  const { game, takebacks = 0 } = snapshot;
  if (about === 'take_back' || about === 'accept') {
    const mark = own && { mark: about === 'accept' ? otherMark(own) : own };
    return { type: 'take_back', game, takebacks, ...mark };
  }
  const startsGame = about === 'continue' || (about === 'rematch' && isAgainstComputer);
  return startsGame ? { type: about, game, level } : { type: about, game };
}

/**
 * @param {State} state
 * @param {RequestType} about
 */
function whyNotRequested(state, about) {
  const { seen, pending } = state;
  if (!seen || !isReady(state)) return DECLINED.lost;
  const { turn } = seen.snapshot;
  if (pending[slotOf(about)]) return about === 'hint' ? DECLINED.thinking : DECLINED.unanswered;
  if (about === 'hint' && turn && !seen.isOwnTurn) return seen.notYourTurnText(turn);
  return pending.move && (about === 'hint' || about === 'take_back') ? DECLINED.unanswered : null;
}

/** A reaction is not kept, and not resent. @type {Act<[reaction: Reaction]>} */
export const react = (step, reaction) => {
  if (!isReady(step.state)) return change(step, { notice: DECLINED.lost });
  ask(step, 'reaction', { type: 'react', reaction });
  change(step, { notice: null });
};

/**
 * Sends the chosen name if the server does not know it, the newest only.
 * @param {Step} step
 */
export function rename(step) {
  const { session, choices, pending } = step.state;
  if (!('options' in session) || (!pending.name && session.options.name === choices.name)) return;
  const message = /** @type {const} */ ({ type: 'rename', name: choices.name });
  if (pending.name?.retryAt) setPending(step, 'name', { ...pending.name, message });
  else ask(step, 'name', message);
}

/**
 * Without a connection it is sent on the next one.
 * @type {Act<[slot: Slot, message: ClientFrame, about?: RequestType | null]>}
 */
const ask = (step, slot, message, about = null) => {
  const { state } = step;
  const subject = subjectOf(state.seen, slot, about);
  const id = state.nextId;
  change(step, { nextId: id + 1 });
  setPending(step, slot, { id, about, message, subject, done: false, tries: 0, retryAt: null });
  if (isReady(state)) send(step, message, id);
};

/**
 * What a request is about: if that changes, it is settled, or no longer makes sense.
 * @param {Match | null} match
 * @param {Slot} slot
 * @param {RequestType | null} about
 */
function subjectOf(match, slot, about) {
  if (!match || slot === 'name' || slot === 'reaction') return '';
  const { snapshot, proposal, own } = match;
  const { game, result, takebacks = 0, ply } = snapshot;
  const isOver = result !== null;
  if (slot === 'move' || about === 'hint') return JSON.stringify([game, isOver, takebacks, ply]);
  if (about === 'review' || about === 'resign') return JSON.stringify([game, isOver]);
  const by = about === 'rematch' ? proposal?.by === own : proposal?.by;
  return JSON.stringify([game, isOver, takebacks, proposal && [by, proposal.declinedBy]]);
}

/** @type {Act<[slot: Slot, pending: Pending | null]>} */
const setPending = (step, slot, pending) => {
  change(step, { pending: { ...step.state.pending, [slot]: pending } });
};

/**
 * @param {Step} step
 * @returns {[Slot, Pending][]}
 */
function entries({ state }) {
  const all = /** @type {[Slot, Pending | null][]} */ (Object.entries(state.pending));
  return all.flatMap(([slot, pending]) => (pending ? [[slot, pending]] : []));
}

/** @type {Act<[match: Match]>} */
export const dropSettled = (step, match) => {
  for (const [slot, { about, subject, done }] of entries(step)) {
    const isConfirmed = slot === 'request' && done;
    if (isConfirmed || subject !== subjectOf(match, slot, about)) setPending(step, slot, null);
  }
};

/**
 * Resends on a new connection what was not answered on the one before. Not an answer to the opponent, who may have asked
 * for something else meanwhile.
 * @param {Step} step
 */
export function resend(step) {
  for (const [slot, pending] of entries(step)) {
    const isAnswer = pending.about === 'decline' || pending.about === 'accept';
    // The server has confirmed a move and does not have it any more: the player decides again.
    if (isAnswer || pending.done || slot === 'reaction') setPending(step, slot, null);
    else sendAgain(step, slot, { ...pending, tries: 0 });
  }
  if (!step.state.pending.name) rename(step);
}

/** @param {State} state */
export function retryDeadline(state) {
  const { move, name } = state.pending;
  return isReady(state) ? Math.min(move?.retryAt ?? Infinity, name?.retryAt ?? Infinity) : Infinity;
}

/** @param {Step} step */
export function onRetryTimer(step) {
  for (const [slot, pending] of entries(step))
    if (pending.retryAt !== null && step.now >= pending.retryAt) sendAgain(step, slot, pending);
}

/** @type {Act<[slot: Slot, pending: Pending]>} */
const sendAgain = (step, slot, pending) => {
  send(step, pending.message, pending.id);
  setPending(step, slot, { ...pending, retryAt: null });
};

/** @type {Act<[id: number | string]>} */
export const onDone = (step, id) => {
  const [slot, pending] = entries(step).find(([, { id: sent }]) => sent === id) ?? [];
  if (!slot || !pending) return;
  // It is shown as pending until a snapshot has it.
  if (slot === 'move' || slot === 'request')
    setPending(step, slot, { ...pending, done: true, retryAt: null });
  else setPending(step, slot, null);
  if (slot === 'move') change(step, { notice: null });
  const { session } = step.state;
  if (pending.message.type !== 'rename' || !('options' in session)) return;
  change(step, { session: { ...session, options: { ...session.options, name: pending.message.name } } });
};

/**
 * A `rate_limited` message may have been dropped unread: without an id it is about what matters most.
 * @param {Step} step
 * @param {Refused} refused
 */
export function onRequestRefused(step, refused) {
  const { id, code, message } = refused;
  const [slot, pending] =
    entries(step).find(([slot, pending]) =>
      id == null ? code === 'rate_limited' && isRetried(slot) : pending.id === id,
    ) ?? [];
  if (!slot || !pending) return id == null && change(step, { notice: refusalText(refused) });
  if (isRetried(slot) && BUSY.includes(code)) {
    const { tries } = pending;
    setPending(step, slot, { ...pending, tries: tries + 1, retryAt: retryTime(step, tries, refused) });
    return slot === 'move' && change(step, { notice: busyText(refused) });
  }
  setPending(step, slot, null);
  // A player who has moved on does not miss a hint about the last position.
  if (slot === 'query' && code === 'stale') return change(step, { notice: null });
  if (slot === 'reaction' && code === 'rate_limited') {
    return change(step, { notice: DECLINED.too_many_reactions });
  }
  if (slot !== 'name') return change(step, { notice: refusalText(refused) });
  const { session } = step.state;
  if (code !== 'bad_name' || !('options' in session)) return;
  setChoices(step, { name: session.options.name });
  change(step, { fieldError: { field: 'name', message } });
}

/**
 * Whether it is sent again when the server was too busy.
 * @param {Slot} slot
 */
function isRetried(slot) {
  return slot === 'move' || slot === 'name';
}
