/**
 * What the player has sent and the server has not answered: a move, a hint or a review, a resignation or a proposal, a
 * name. It is resent when the server was too busy, and on the next connection if it still makes sense: its game, ply and
 * takebacks make that safe.
 */

import { isOutageShown } from './connection.js';
import { BUSY, busyText, refusalText, retryTime } from './refusals.js';
import { change, send, setChoices } from './step.js';
import { DECLINED, otherMark } from './text.js';

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
  return state.stop === null && state.link.kind !== 'off' && !isOutageShown(state.link);
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
  const { ply, game, takebacks } = seen.snapshot;
  ask(step, 'move', { type: 'move', cell, ply, game, takebacks });
  change(step, { hint: null });
};

/**
 * @param {State} state
 * @param {number} cell
 */
function whyNotPlayed(state, cell) {
  const { session, seen, pending, shownWin } = state;
  if (shownWin) return DECLINED.imagined;
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

/** @type {RequestType[]} */
const WITHDRAWN = ['rematch', 'take_back'];

/**
 * What cannot be asked for now and is asked for all the same is refused by the server.
 * @type {Act<[about: RequestType]>}
 */
export const request = (step, about) => {
  const { state } = step;
  if (about === 'hint' && state.hint) return change(step, { showsAllHints: true, notice: null });
  const declined = whyNotRequested(state, about);
  change(step, { notice: declined });
  if (declined !== null || !state.seen) return;
  // What is withdrawn is not resent.
  if (about === 'decline') WITHDRAWN.forEach((kind) => setPending(step, kind, null));
  ask(step, about, requestMessage(state, state.seen, about));
};

/**
 * @param {State} state
 * @param {Match} match
 * @param {RequestType} about
 * @returns {ClientFrame}
 */
function requestMessage({ choices: { level } }, { own, isAgainstComputer, snapshot }, about) {
  const { game, takebacks } = snapshot;
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
  if (pending[about]) return about === 'hint' || about === 'review' ? DECLINED.thinking : DECLINED.unanswered;
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
 * @type {Act<[kind: RequestKind, message: ClientFrame]>}
 */
const ask = (step, kind, message) => {
  const { state } = step;
  const subject = subjectOf(state.seen, kind);
  const id = state.nextId;
  change(step, { nextId: id + 1 });
  setPending(step, kind, { id, message, subject, since: step.now, done: false, tries: 0, retryAt: null });
  if (isReady(state)) send(step, message, id);
};

/**
 * What a request is about: if that changes, it is settled, or no longer makes sense.
 * @param {Match | null} match
 * @param {RequestKind} kind
 */
function subjectOf(match, kind) {
  if (!match || kind === 'name' || kind === 'reaction') return '';
  const { snapshot, proposal, own } = match;
  const { game, result, takebacks, ply } = snapshot;
  const isOver = result !== null;
  if (kind === 'move' || kind === 'hint') return JSON.stringify([game, isOver, takebacks, ply]);
  if (kind === 'review' || kind === 'resign') return JSON.stringify([game, isOver]);
  const by = kind === 'rematch' ? proposal?.by === own : proposal?.by;
  return JSON.stringify([game, isOver, takebacks, proposal && [by, proposal.declinedBy]]);
}

/** @type {Act<[kind: RequestKind, pending: Pending | null]>} */
const setPending = (step, kind, pending) => {
  change(step, { pending: { ...step.state.pending, [kind]: pending } });
};

/**
 * @param {Step} step
 * @returns {[RequestKind, Pending][]}
 */
function entries({ state }) {
  const all = /** @type {[RequestKind, Pending | null][]} */ (Object.entries(state.pending));
  return all.flatMap(([kind, pending]) => (pending ? [[kind, pending]] : []));
}

/** @type {Act<[match: Match]>} */
export const dropSettled = (step, match) => {
  for (const [kind, { subject, done }] of entries(step)) {
    const isConfirmed = kind !== 'move' && done;
    if (isConfirmed || subject !== subjectOf(match, kind)) setPending(step, kind, null);
  }
};

/**
 * Resends on a new connection what was not answered on the one before. Not an answer to the opponent, who may have asked
 * for something else meanwhile.
 * @param {Step} step
 */
export function resend(step) {
  for (const [kind, pending] of entries(step)) {
    const isOnce = kind === 'decline' || kind === 'accept' || kind === 'reaction';
    // The server has confirmed a move and does not have it any more: the player decides again.
    if (isOnce || pending.done) setPending(step, kind, null);
    else sendAgain(step, kind, { ...pending, tries: 0 });
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
  for (const [kind, pending] of entries(step))
    if (pending.retryAt !== null && step.now >= pending.retryAt) sendAgain(step, kind, pending);
}

/** @type {Act<[kind: RequestKind, pending: Pending]>} */
const sendAgain = (step, kind, pending) => {
  send(step, pending.message, pending.id);
  setPending(step, kind, { ...pending, retryAt: null });
};

/** @type {Act<[id: number | string]>} */
export const onDone = (step, id) => {
  const [kind, pending] = entries(step).find(([, { id: sent }]) => sent === id) ?? [];
  if (!kind || !pending) return;
  // It is shown as pending until a snapshot has it.
  const isShort = kind === 'name' || kind === 'reaction';
  setPending(step, kind, isShort ? null : { ...pending, done: true, retryAt: null });
  if (kind === 'move') change(step, { notice: null });
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
  const [kind, pending] =
    entries(step).find(([kind, pending]) =>
      id == null ? code === 'rate_limited' && isRetried(kind) : pending.id === id,
    ) ?? [];
  if (!kind || !pending) return id == null && change(step, { notice: refusalText(refused) });
  if (isRetried(kind) && BUSY.includes(code)) {
    const { tries } = pending;
    setPending(step, kind, { ...pending, tries: tries + 1, retryAt: retryTime(step, tries, refused) });
    return kind === 'move' && change(step, { notice: busyText(refused) });
  }
  setPending(step, kind, null);
  // A player who has moved on does not miss a hint about the last position.
  if ((kind === 'hint' || kind === 'review') && code === 'stale') return change(step, { notice: null });
  if (kind === 'reaction' && code === 'rate_limited') {
    return change(step, { notice: DECLINED.too_many_reactions });
  }
  if (kind !== 'name') return change(step, { notice: refusalText(refused) });
  const { session } = step.state;
  if (code !== 'bad_name' || !('options' in session)) return;
  setChoices(step, { name: session.options.name });
  change(step, { fieldError: { field: 'name', message } });
}

/**
 * Whether it is sent again when the server was too busy.
 * @param {RequestKind} kind
 */
function isRetried(kind) {
  return kind === 'move' || kind === 'name';
}
