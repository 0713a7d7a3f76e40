/**
 * What was asked in a match and is not answered: a move, giving up, another game, a question to the computer. It is asked
 * again on the next connection, as long as it makes sense; the game and the ply in it make that safe.
 */

import { openLink } from './connection.js';
import { busyWords } from './refusals.js';
import { change, send } from './turn.js';
import { DECLINED, cellPlace, otherMark, othersTurnWords } from './words.js';

/** @import { Refused, Snapshot } from '../protocol' */
/** @import { PendingMove, Question, State, Turn } from '../page' */

/** A move that the server cannot take now is sent again after so long, twice as long each time, up to the second. */
const RESEND_MS = { first: 500, longest: 5000 };

/**
 * Whether the server knows what this tab is about, so that it can be asked for things.
 * @param {State} state
 */
export function isInTouch({ link, stop }) {
  return stop === null && link.kind === 'open' && link.talk.about === 'match';
}

/**
 * The newest snapshot, for whoever has a seat there.
 * @param {State} state
 */
function seated({ errand, seen }) {
  return errand.kind === 'seat' ? (seen?.snapshot ?? null) : null;
}

/**
 * Whether it is this player's turn, and nothing of theirs is on its way.
 * @param {State} state
 */
export function mayPlay(state) {
  const snapshot = seated(state);
  return isInTouch(state) && !state.pending && !!snapshot?.you && snapshot.turn === snapshot.you;
}

/**
 * Plays a cell, or says why not.
 * @param {Turn} turn
 * @param {number} cell
 */
export function play(turn, cell) {
  const { state } = turn;
  const snapshot = seated(state);
  const declined = whyNotPlayed(state, cell);
  change(turn, { notice: declined });
  if (declined !== null || !snapshot) return;
  const { ply, game } = snapshot;
  const id = send(turn, { type: 'move', cell, ply, game });
  change(turn, { pending: { id, cell, ply, game, done: false, tries: 1, again: null }, hint: null });
}

/**
 * Why a cell cannot be played; `null` when it can.
 * @param {State} state
 * @param {number} cell
 */
function whyNotPlayed(state, cell) {
  const snapshot = seated(state);
  if (!snapshot) return state.errand.kind === 'watch' ? DECLINED.watching : DECLINED.lost;
  if (!isInTouch(state)) return DECLINED.lost;
  if (snapshot.result) return DECLINED.over;
  if (state.pending) return DECLINED.unanswered;
  if (snapshot.turn && snapshot.turn !== snapshot.you) return othersTurnWords(snapshot, snapshot.turn);
  if (snapshot.legal.includes(cell)) return null;
  const place = cellPlace(snapshot, cell);
  return `${place.charAt(0).toUpperCase()}${place.slice(1)} is taken: pick an empty square.`;
}

/**
 * Gives the game up, asks for another, or asks the computer; or says why not.
 * @param {Turn} turn
 * @param {Question['about']} about
 */
export function ask(turn, about) {
  const { state } = turn;
  const declined = whyNotAsked(state, about);
  change(turn, { notice: declined });
  const snapshot = state.seen?.snapshot;
  if (declined !== null || !snapshot) return;
  const { game, ply } = snapshot;
  const asked = { id: send(turn, { type: about, game }), about, game, ply };
  change(turn, isForTheComputer(about) ? { question: asked } : { request: asked });
}

/** @param {Question['about']} about */
function isForTheComputer(about) {
  return about === 'hint' || about === 'review';
}

/**
 * Why something cannot be asked now; `null` when it can.
 * @param {State} state
 * @param {Question['about']} about
 */
function whyNotAsked(state, about) {
  const snapshot = state.seen?.snapshot;
  if (!snapshot || !isInTouch(state)) return DECLINED.lost;
  if (isForTheComputer(about) && state.question) return DECLINED.thinking;
  if (about === 'review') return whyNoReview(snapshot);
  if (!snapshot.you) return DECLINED.watching;
  if (state.request) return DECLINED.unanswered;
  if (about === 'rematch') return whyNoRematch(snapshot);
  if (snapshot.result) return DECLINED.over;
  return about === 'hint' ? whyNoHint(state, snapshot) : null;
}

/** @param {Snapshot} snapshot */
function whyNoReview({ result, moves }) {
  if (!result) return DECLINED.on;
  return moves.length === 0 ? DECLINED.moves : null;
}

/** @param {Snapshot} snapshot */
function whyNoRematch({ result, rematch, you }) {
  if (!result) return DECLINED.on;
  if (!rematch.open) return DECLINED.left;
  return you && rematch.offers.includes(you) ? DECLINED.asked : null;
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 */
function whyNoHint(state, snapshot) {
  const { you, turn } = snapshot;
  if (you && snapshot.players[otherMark(you)].kind !== 'computer') return DECLINED.hints;
  if (turn && turn !== you) return othersTurnWords(snapshot, turn);
  return state.pending ? DECLINED.unanswered : null;
}

/**
 * What has been asked before a snapshot that answers it, or after which it makes no sense, is asked no more.
 * @param {Turn} turn
 * @param {Snapshot} snapshot
 */
export function settle(turn, snapshot) {
  const { pending, question, request } = turn.state;
  if (pending && !isStillNext(pending, snapshot)) change(turn, { pending: null });
  if (question && !isStillOpen(question, snapshot)) change(turn, { question: null });
  if (request && !isStillOpen(request, snapshot)) change(turn, { request: null });
}

/**
 * @param {PendingMove} pending
 * @param {Snapshot} snapshot
 */
function isStillNext(pending, { game, ply, result }) {
  return pending.game === game && pending.ply === ply && result === null;
}

/**
 * @param {Question} asked
 * @param {Snapshot} snapshot
 */
function isStillOpen({ about, game, ply }, snapshot) {
  if (game !== snapshot.game) return false;
  const { result, rematch, you } = snapshot;
  switch (about) {
    case 'hint':
      return result === null && ply === snapshot.ply;
    case 'resign':
      return result === null;
    case 'rematch':
      return rematch.open && !!you && !rematch.offers.includes(you);
    default:
      return result !== null;
  }
}

/**
 * Asks again on a new connection what was not answered on the one before.
 * @param {Turn} turn
 */
export function resend(turn) {
  const { pending, question, request } = turn.state;
  // What the server had, and has no more, was not as safe as it said.
  if (pending?.done) change(turn, { pending: null });
  else if (pending) sendMove(turn, { ...pending, tries: 1 });
  if (question) send(turn, { type: question.about, game: question.game }, question.id);
  if (request) send(turn, { type: request.about, game: request.game }, request.id);
}

/**
 * The server cannot take the move now: it is sent again later.
 * @param {Turn} turn
 * @param {PendingMove} pending
 * @param {Refused} refused
 */
export function putOffMove(turn, pending, refused) {
  const grown = Math.min(RESEND_MS.first * 2 ** (pending.tries - 1), RESEND_MS.longest);
  const again = turn.now + Math.max(grown, refused.wait_ms ?? 0);
  change(turn, { pending: { ...pending, again }, notice: busyWords(refused) });
}

/**
 * Sends again a move that was put off, when that is due.
 * @param {Turn} turn
 */
export function tendMove(turn) {
  const { pending } = turn.state;
  const due = moveDue(turn.state);
  if (pending && due !== null && turn.now >= due && openLink(turn)) {
    sendMove(turn, { ...pending, tries: pending.tries + 1 });
  }
}

/**
 * When that is due.
 * @param {State} state
 */
export function moveDue(state) {
  return isInTouch(state) ? (state.pending?.again ?? null) : null;
}

/**
 * @param {Turn} turn
 * @param {PendingMove} pending
 */
function sendMove(turn, pending) {
  const { id, cell, ply, game } = pending;
  send(turn, { type: 'move', cell, ply, game }, id);
  change(turn, { pending: { ...pending, again: null } });
}
