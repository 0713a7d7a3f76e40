/**
 * What the player has sent and the server has not answered: a move, a resignation, a rematch, a hint or a review. It is
 * resent on the next connection if it still makes sense; its game, ply and takebacks make that safe.
 */

import { openLink } from './connection.js';
import { busyText } from './refusals.js';
import { change, send } from './step.js';
import { DECLINED, isAgainstComputer, isOwnTurn, notYourTurnText, ownMark } from './text.js';

/** @import { ClientFrame, Refused, Snapshot } from '../protocol' */
/** @import { PendingMove, PendingRequest, State, Step } from '../page' */

/** The wait before a move that the server was too busy for is repeated: doubled each time. */
const RESEND_MS = { first: 500, longest: 5000 };

const QUERIES = ['hint', 'review'];

/**
 * Whether the server takes requests: the handshake is done.
 * @param {State} state
 */
export function isReady({ link, stop }) {
  return stop === null && link.kind === 'open' && link.handshake.phase === 'done';
}

/** @param {State} state */
function seatSnapshot({ session, seen }) {
  return session.kind === 'seat' ? (seen?.snapshot ?? null) : null;
}

/** @param {State} state */
export function mayPlay(state) {
  const snapshot = seatSnapshot(state);
  return snapshot !== null && isOwnTurn(snapshot) && isReady(state) && !state.pendingMove;
}

/**
 * @param {Step} step
 * @param {number} cell
 */
export function play(step, cell) {
  const { state } = step;
  const snapshot = seatSnapshot(state);
  const declined = whyNotPlayed(state, cell);
  change(step, { notice: declined });
  if (declined !== null || !snapshot) return;
  const { ply, game } = snapshot;
  const move = { cell, ply, game, takebacks: snapshot.takebacks ?? 0 };
  const id = send(step, { type: 'move', ...move });
  change(step, { pendingMove: { ...move, id, done: false, tries: 1, retryAt: null }, hint: null });
}

/**
 * @param {State} state
 * @param {number} cell
 */
function whyNotPlayed(state, cell) {
  const snapshot = seatSnapshot(state);
  if (!snapshot) return state.session.kind === 'watch' ? DECLINED.watching : DECLINED.lost;
  if (!isReady(state)) return DECLINED.lost;
  if (snapshot.result) return DECLINED.over;
  if (state.pendingMove) return DECLINED.unanswered;
  if (snapshot.turn && !isOwnTurn(snapshot)) return notYourTurnText(snapshot, snapshot.turn);
  return snapshot.legal.includes(cell) ? null : DECLINED.taken;
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
 * @param {Step} step
 * @param {PendingRequest['about']} about
 */
export function request(step, about) {
  const { state } = step;
  if (about === 'hint' && state.hint) return change(step, { showsAllHints: true, notice: null });
  const declined = whyNotRequested(state, about);
  change(step, { notice: declined });
  const snapshot = state.seen?.snapshot;
  if (declined !== null || !snapshot) return;
  const { game, ply } = snapshot;
  const pending = { id: send(step, requestMessage(state, about, game)), about, game, ply, done: false };
  change(step, QUERIES.includes(about) ? { query: pending } : { request: pending });
}

/**
 * @param {State} state
 * @param {PendingRequest['about']} about
 * @param {number} game
 * @returns {ClientFrame}
 */
function requestMessage({ seen, choices }, about, game) {
  const hasLevel = about === 'rematch' && seen && isAgainstComputer(seen.snapshot);
  return hasLevel ? { type: about, game, level: choices.level } : { type: about, game };
}

/**
 * @param {State} state
 * @param {PendingRequest['about']} about
 */
function whyNotRequested(state, about) {
  const snapshot = state.seen?.snapshot;
  if (!snapshot || !isReady(state)) return DECLINED.lost;
  if (QUERIES.includes(about) && state.query) return DECLINED.thinking;
  if (about === 'review') return snapshot.result ? null : DECLINED.on;
  if (!snapshot.you) return DECLINED.watching;
  if (state.request) return DECLINED.unanswered;
  if (about === 'rematch') return whyNoRematch(snapshot);
  if (about === 'decline') return snapshot.rematch.open ? null : DECLINED.left;
  if (snapshot.result) return DECLINED.over;
  return about === 'hint' ? whyNoHint(state, snapshot) : null;
}

/** @param {Snapshot} snapshot */
function whyNoRematch(snapshot) {
  const { result, rematch } = snapshot;
  if (!result) return DECLINED.on;
  if (!rematch.open) return DECLINED.left;
  return rematch.offers.some((mark) => mark === ownMark(snapshot)) ? DECLINED.asked : null;
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 */
function whyNoHint(state, snapshot) {
  const { turn } = snapshot;
  if (!isAgainstComputer(snapshot)) return DECLINED.hints;
  if (turn && !isOwnTurn(snapshot)) return notYourTurnText(snapshot, turn);
  return state.pendingMove ? DECLINED.unanswered : null;
}

/**
 * @param {Step} step
 * @param {Snapshot} snapshot
 */
export function dropSettled(step, snapshot) {
  const { pendingMove, query, request } = step.state;
  if (pendingMove && (!isSamePosition(pendingMove, snapshot) || snapshot.result)) {
    change(step, { pendingMove: null });
  }
  if (query && !isStillOpen(query, snapshot)) change(step, { query: null });
  if (request && (request.done || !isStillOpen(request, snapshot))) change(step, { request: null });
}

/**
 * @param {PendingMove} move
 * @param {Snapshot} snapshot
 */
function isSamePosition(move, { game, ply, takebacks }) {
  return move.game === game && move.ply === ply && move.takebacks === (takebacks ?? 0);
}

/**
 * @param {PendingRequest} pending
 * @param {Snapshot} snapshot
 */
function isStillOpen({ about, game, ply }, snapshot) {
  if (game !== snapshot.game) return false;
  const { result, you, rematch } = snapshot;
  switch (about) {
    case 'hint':
      return result === null && ply === snapshot.ply;
    case 'resign':
      return result === null;
    case 'rematch':
      return whyNoRematch(snapshot) === null && (rematch.declined_by ?? you) === you;
    case 'decline':
      return snapshot.rematch.offers.length > 0;
    default:
      return result !== null;
  }
}

/**
 * Resends on a new connection what was not answered on the one before. Not a `decline`: meanwhile there may be another
 * offer.
 * @param {Step} step
 */
export function resend(step) {
  if (step.state.request?.about === 'decline') change(step, { request: null });
  const { pendingMove, query, request } = step.state;
  // The server has confirmed this move, and does not have it any more: the player decides again.
  if (pendingMove?.done) change(step, { pendingMove: null });
  else if (pendingMove) sendMove(step, { ...pendingMove, tries: 1 });
  for (const pending of [query, request]) {
    if (pending) send(step, requestMessage(step.state, pending.about, pending.game), pending.id);
  }
}

/**
 * @param {Step} step
 * @param {PendingMove} move
 * @param {Refused} refused
 */
export function postponeMove(step, move, refused) {
  const wait = Math.min(RESEND_MS.first * 2 ** (move.tries - 1), RESEND_MS.longest);
  const retryAt = step.now + Math.max(wait, refused.retry_in_ms ?? 0);
  change(step, { pendingMove: { ...move, retryAt }, notice: busyText(refused) });
}

/** @param {Step} step */
export function onMoveTimer(step) {
  const { pendingMove } = step.state;
  const deadline = moveDeadline(step.state);
  if (pendingMove && deadline !== null && step.now >= deadline && openLink(step)) {
    sendMove(step, { ...pendingMove, tries: pendingMove.tries + 1 });
  }
}

/** @param {State} state */
export function moveDeadline(state) {
  return isReady(state) ? (state.pendingMove?.retryAt ?? null) : null;
}

/**
 * @param {Step} step
 * @param {PendingMove} move
 */
function sendMove(step, move) {
  const { id, cell, ply, game, takebacks } = move;
  send(step, { type: 'move', cell, ply, game, takebacks }, id);
  change(step, { pendingMove: { ...move, retryAt: null } });
}
