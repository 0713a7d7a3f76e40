/**
 * What the player has sent and the server has not answered: a move, a resignation, a proposal, a hint or a review. It is
 * resent on the next connection if it still makes sense; its game, ply and takebacks make that safe.
 */

import { openLink } from './connection.js';
import { hasMoved, proposal } from './proposals.js';
import { busyText } from './refusals.js';
import { change, send } from './step.js';
import { DECLINED, isAgainstComputer, isOwnTurn, notYourTurnText, otherMark, ownMark } from './text.js';

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
  const you = seen && ownMark(seen.snapshot);
  if (about === 'take_back' || about === 'accept') {
    const mark = you && { mark: about === 'accept' ? otherMark(you) : you };
    return { type: 'take_back', game, takebacks, ...mark };
  }
  if (about === 'continue') return { type: about, game, level };
  const hasLevel = about === 'rematch' && seen && isAgainstComputer(seen.snapshot);
  return hasLevel ? { type: about, game, level } : { type: about, game };
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
  if (about === 'decline') return proposal(snapshot) ? null : DECLINED.left;
  if (about === 'continue') return snapshot.continuable ? null : DECLINED.on;
  if (snapshot.result) return DECLINED.over;
  if (about === 'take_back' && !hasMoved(snapshot)) return DECLINED.nothing_to_take_back;
  if (about === 'take_back' && state.pendingMove) return DECLINED.unanswered;
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
  const isGone = !pendingMove || pendingMove.ply !== snapshot.ply || !isSameGame(pendingMove, snapshot);
  if (isGone || snapshot.result) change(step, { pendingMove: null });
  if (query && !isStillOpen(query, snapshot)) change(step, { query: null });
  if (request && (request.done || !isStillOpen(request, snapshot))) change(step, { request: null });
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
 * @param {Snapshot} snapshot
 */
function isStillOpen(pending, snapshot) {
  if (pending.game !== snapshot.game) return false;
  const { result, you, rematch } = snapshot;
  const by = proposal(snapshot)?.by;
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
      return whyNoRematch(snapshot) === null && (rematch.declined_by ?? you) === you;
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
