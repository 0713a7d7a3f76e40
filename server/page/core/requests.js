/**
 * Unanswered messages. The handshake and a move are resent when the server was too busy, a move also on the next
 * connection, where it counts only in the same position: its game, ply and takebacks make that safe. Other requests end
 * with their connection.
 */

import { isOutageShown } from './connection.js';
import { isAgainstComputer, isOwnTurn, ownMark } from './match.js';
import { NO_PENDING, change, send } from './step.js';
import { otherMark } from './text.js';

/** The refusals of a message that was fine, and that the server cannot handle now. */
export const BUSY = ['rate_limited', 'full', 'unavailable', 'busy'];

/** The wait before such a message is sent again: doubled each time. */
const RETRY_MS = { first: 500, longest: 5000 };

/** The handshake is done, so the server takes requests. @param {State} state */
export function isReady({ link, stop, pending }) {
  return stop === null && link.kind === 'open' && !pending.hello;
}

/** Also during the first attempt to reconnect, which often succeeds at once. @param {State} state */
export function takesMoves(state) {
  return state.stop === null && state.link.kind !== 'off' && !isOutageShown(state);
}

/** @param {State} state */
export function mayPlay(state) {
  const { session, snapshot, pending } = state;
  const isSeated = session.kind === 'seat' && snapshot !== null;
  return isSeated && isOwnTurn(snapshot) && takesMoves(state) && !pending.move;
}

/** @type {Transition<[cell: number]>} */
export const play = (step, cell) => {
  const { snapshot } = step.state;
  const declined = whyNotPlayed(step.state, cell);
  change(step, { notice: declined });
  if (declined !== null || !snapshot) return;
  const { ply, game, takebacks } = snapshot;
  ask(step, 'move', { type: 'move', cell, ply, game, takebacks });
  change(step, { hint: null });
};

/** @type {(state: State, cell: number) => Notice | null} */
const whyNotPlayed = (state, cell) => {
  const { session, snapshot, pending, shownWin } = state;
  if (shownWin) return 'imagined';
  if (session.kind === 'watch') return 'watching';
  if (session.kind !== 'seat' || !snapshot || !takesMoves(state)) return 'lost';
  const { result, turn, legal } = snapshot;
  if (result) return 'game_over';
  if (pending.move) return 'unanswered';
  if (turn && !isOwnTurn(snapshot)) return { mark: turn, event: 'to move' };
  return legal.includes(cell) ? null : 'taken';
};

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
 * Invalid requests are left to the server to refuse.
 * @type {Transition<[about: RequestType]>}
 */
export const request = (step, about) => {
  const { state } = step;
  const declined = whyNotRequested(state, about);
  change(step, { notice: declined });
  if (declined !== null || !state.snapshot) return;
  ask(step, about, requestMessage(state, state.snapshot, about));
};

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 * @param {RequestType} about
 * @returns {ClientFrame}
 */
function requestMessage({ choices: { level } }, snapshot, about) {
  const { game, takebacks } = snapshot;
  const own = ownMark(snapshot);
  if (about === 'take_back' || about === 'accept') {
    const mark = own && { mark: about === 'accept' ? otherMark(own) : own };
    return { type: 'take_back', game, takebacks, ...mark };
  }
  const startsGame = about === 'continue' || (about === 'rematch' && isAgainstComputer(snapshot));
  return startsGame ? { type: about, game, level } : { type: about, game };
}

/** @type {(state: State, about: RequestType) => Notice | null} */
const whyNotRequested = (state, about) => {
  const { snapshot, pending } = state;
  if (!snapshot || !isReady(state)) return 'lost';
  if (pending[about]) return about === 'hint' || about === 'review' ? 'thinking' : 'unanswered';
  const { turn } = snapshot;
  if (about === 'hint' && turn && !isOwnTurn(snapshot)) return { mark: turn, event: 'to move' };
  return pending.move && (about === 'hint' || about === 'take_back') ? 'unanswered' : null;
};

/** A reaction is not kept, and not resent. @type {Transition<[reaction: Reaction]>} */
export const react = (step, reaction) => {
  if (!isReady(step.state)) return change(step, { notice: 'lost' });
  ask(step, 'reaction', { type: 'react', reaction });
  change(step, { notice: null });
};

/** Sends the chosen name if the server does not know it. @param {Step} step */
export function rename(step) {
  const { session, choices, pending } = step.state;
  // The name of a row in an arena stays.
  if (!('options' in session) || session.options.arena) return;
  if (pending.name || session.options.name !== choices.name)
    ask(step, 'name', { type: 'rename', name: choices.name });
}

/**
 * Without a connection it is sent on the next one.
 * @type {Transition<[kind: RequestKind, message: ClientFrame, tries?: number]>}
 */
export const ask = (step, kind, message, tries = 0) => {
  const isSent = kind === 'hello' || isReady(step.state);
  const id = step.state.nextId;
  change(step, { nextId: id + 1 });
  setPending(step, kind, { id, message, since: step.now, done: false, tries, retryAt: null });
  if (isSent) send(step, message, id);
};

/** @type {Transition<[kind: RequestKind, pending: Pending | null]>} */
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

/**
 * A new position settles a move, a hint and a review; another request is settled once the server has confirmed it: until then
 * a snapshot is about something else.
 * @type {Transition<[isNew: boolean]>}
 */
export const dropSettled = (step, isNew) => {
  for (const [kind, { done }] of entries(step)) {
    const isAboutPosition = kind === 'move' || kind === 'hint' || kind === 'review';
    if (isAboutPosition ? isNew : done) setPending(step, kind, null);
  }
};

/** @param {Step} step */
export function resend(step) {
  const { move } = step.state.pending;
  change(step, { pending: NO_PENDING });
  // The server has confirmed a move and does not have it any more: the player decides again.
  if (move && !move.done) resendMove(step, { ...move, tries: 0 });
  rename(step);
}

/** The handshake comes first. @param {State} state */
export function retryDeadline({ link, pending: { hello, move } }) {
  return (link.kind === 'open' && (hello ?? move)?.retryAt) || Infinity;
}

/** @type {Transition<[move: Pending]>} */
export const resendMove = (step, move) => {
  send(step, move.message, move.id);
  setPending(step, 'move', { ...move, retryAt: null });
};

/** @type {Transition<[id: number | string]>} */
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
 * A `rate_limited` message may have been dropped unread: without an id it is about what matters most, which comes first.
 * @type {(step: Step, refused: Refused) => [RequestKind, Pending] | []}
 */
export const refusedRequest = (step, { id, code }) =>
  entries(step).find(([, { id: sent }]) => (id == null ? code === 'rate_limited' : sent === id)) ?? [];

/** @type {Transition<[kind: RequestKind, pending: Pending, refused: Refused]>} */
export const retryLater = (step, kind, pending, refused) => {
  const { code, retry_in_ms } = refused;
  const wait = Math.max(Math.min(RETRY_MS.first * 2 ** pending.tries, RETRY_MS.longest), retry_in_ms ?? 0);
  setPending(step, kind, { ...pending, tries: pending.tries + 1, retryAt: step.now + wait });
  change(step, {
    notice: code === 'game_on' ? 'earlier_game' : code === 'full' ? 'retrying_full' : 'retrying',
  });
};

/** @type {Transition<[kind: RequestKind, refused: Refused]>} */
export const onRequestRefused = (step, kind, refused) => {
  const { code } = refused;
  setPending(step, kind, null);
  // A player who has moved on does not miss a hint about the last position.
  if ((kind === 'hint' || kind === 'review') && code === 'stale') return change(step, { notice: null });
  if (kind === 'reaction' && code === 'rate_limited') return change(step, { notice: 'too_many_reactions' });
  const { choices, session } = step.state;
  if (kind === 'name' && 'options' in session)
    change(step, { choices: { ...choices, name: session.options.name } });
  change(step, { notice: refused });
};
