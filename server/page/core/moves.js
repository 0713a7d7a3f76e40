/**
 * What the player has sent and the server has not answered: a move, a resignation, a proposal, a hint or a review. It is
 * resent on the next connection if it still makes sense; its game, ply and takebacks make that safe.
 */

import { isOutageShown } from './connection.js';
import { busyText } from './refusals.js';
import { change, send } from './step.js';
import { DECLINED, otherMark } from './text.js';

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
  const { session, seen, pendingMove } = state;
  return session.kind === 'seat' && seen?.isOwnTurn === true && takesMoves(state) && !pendingMove;
}

/**
 * @param {Step} step
 * @param {number} cell
 */
export function play(step, cell) {
  const { state } = step;
  const declined = whyNotPlayed(state, cell);
  change(step, { notice: declined });
  if (declined !== null || !state.seen) return;
  const { ply, game, takebacks } = state.seen.snapshot;
  const move = { cell, ply, game, takebacks: takebacks ?? 0 };
  const pending = { ...move, id: state.nextId, done: false, tries: 1, retryAt: null };
  change(step, { pendingMove: pending, nextId: state.nextId + 1, hint: null });
  if (isReady(state)) sendMove(step, pending);
}

/**
 * @param {State} state
 * @param {number} cell
 */
function whyNotPlayed(state, cell) {
  const { session, seen, pendingMove } = state;
  if (session.kind === 'watch') return DECLINED.watching;
  if (session.kind !== 'seat' || !seen || !takesMoves(state)) return DECLINED.lost;
  const { result, turn, legal } = seen.snapshot;
  if (result) return DECLINED.over;
  if (pendingMove) return DECLINED.unanswered;
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
  const { game, ply, takebacks } = snapshot;
  const asked = { about, game, ply, takebacks: takebacks ?? 0 };
  const pending = { ...asked, id: send(step, requestMessage(state, asked)), done: false };
  change(step, QUERIES.includes(about) ? { query: pending } : { request: pending });
}

/**
 * @param {State} state
 * @param {Pick<PendingRequest, 'about' | 'game' | 'takebacks'>} request
 * @returns {ClientFrame}
 */
function requestMessage({ seen, choices: { level } }, { about, game, takebacks }) {
  if (about === 'take_back' || about === 'accept') {
    const mark = seen?.own && { mark: about === 'accept' ? otherMark(seen.own) : seen.own };
    return { type: 'take_back', game, takebacks, ...mark };
  }
  if (about === 'continue') return { type: about, game, level };
  return about === 'rematch' && seen?.isAgainstComputer
    ? { type: about, game, level }
    : { type: about, game };
}

/**
 * @param {State} state
 * @param {PendingRequest['about']} about
 */
function whyNotRequested(state, about) {
  const { seen, pendingMove } = state;
  if (!seen || !isReady(state)) return DECLINED.lost;
  const { result, you, turn, continuable } = seen.snapshot;
  if (QUERIES.includes(about) && state.query) return DECLINED.thinking;
  if (about === 'review') return result ? null : DECLINED.on;
  if (!you) return DECLINED.watching;
  if (state.request) return DECLINED.unanswered;
  if (about === 'rematch') return whyNoRematch(seen);
  if (about === 'decline') return seen.proposal ? null : DECLINED.left;
  if (about === 'continue') return continuable ? null : DECLINED.on;
  if (result) return DECLINED.over;
  if (about === 'take_back' && !seen.hasMoved) return DECLINED.nothing_to_take_back;
  if (about === 'hint' && !seen.isAgainstComputer) return DECLINED.hints;
  if (about === 'hint' && turn && !seen.isOwnTurn) return seen.notYourTurnText(turn);
  return pendingMove && (about === 'hint' || about === 'take_back') ? DECLINED.unanswered : null;
}

/** @param {Match} match */
function whyNoRematch({ snapshot: { result, rematch }, own }) {
  if (!result) return DECLINED.on;
  if (!rematch.open) return DECLINED.left;
  return rematch.offers.some((mark) => mark === own) ? DECLINED.asked : null;
}

/**
 * @param {Step} step
 * @param {Match} match the newest
 */
export function dropSettled(step, match) {
  const { snapshot } = match;
  const { pendingMove, query, request } = step.state;
  const isGone = !pendingMove || pendingMove.ply !== snapshot.ply || !isSameGame(pendingMove, snapshot);
  if (isGone || snapshot.result) change(step, { pendingMove: null });
  if (query && !isStillOpen(query, match)) change(step, { query: null });
  if (request && (request.done || !isStillOpen(request, match))) change(step, { request: null });
}

/**
 * Whether it is about this game, and nothing has been taken back since.
 * @param {PendingMove | PendingRequest} pending
 * @param {Snapshot} snapshot
 */
function isSameGame(pending, { game, takebacks }) {
  return pending.game === game && pending.takebacks === (takebacks ?? 0);
}

/**
 * @param {PendingRequest} pending
 * @param {Match} match
 */
function isStillOpen(pending, match) {
  const { snapshot, proposal } = match;
  const { game, result, you, rematch } = snapshot;
  if (pending.game !== game) return false;
  const by = proposal?.by;
  switch (pending.about) {
    case 'hint':
      return result === null && pending.ply === snapshot.ply && isSameGame(pending, snapshot);
    case 'take_back':
      return result === null && isSameGame(pending, snapshot) && !by;
    case 'accept':
      return result === null && isSameGame(pending, snapshot) && Boolean(by);
    case 'continue':
      return snapshot.continuable === true;
    case 'resign':
      return result === null;
    case 'rematch':
      return whyNoRematch(match) === null && (rematch.declined_by ?? you) === you;
    case 'decline':
      return Boolean(by);
    default:
      return result !== null;
  }
}

/**
 * Resends on a new connection what was not answered on the one before. Not an answer to the opponent, who may have asked
 * for something else meanwhile.
 * @param {Step} step
 */
export function resend(step) {
  const about = step.state.request?.about;
  if (about === 'decline' || about === 'accept') change(step, { request: null });
  const { pendingMove, query, request } = step.state;
  // The server has confirmed this move, and does not have it any more: the player decides again.
  if (pendingMove?.done) change(step, { pendingMove: null });
  else if (pendingMove) sendMove(step, { ...pendingMove, tries: 1 });
  for (const pending of [query, request]) {
    if (pending) send(step, requestMessage(step.state, pending), pending.id);
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
  if (pendingMove) sendMove(step, { ...pendingMove, tries: pendingMove.tries + 1 });
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
