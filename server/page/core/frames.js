/**
 * What each of the server's messages does. Types that are not known here are passed over: a newer server may have more.
 */

import { changeLink, lose, openLink, stopAt } from './connection.js';
import { putOffMove, resend, settle } from './moves.js';
import { isOtherPosition, newsOf } from './news.js';
import { refusalWords } from './refusals.js';
import { hasLeft, onTalkRefused } from './talk.js';
import { change } from './turn.js';

/** @import { Closing, Done, Hint, Refused, Review, Seated, ServerMessage, Snapshot, Waiting } from '../protocol' */
/** @import { Turn } from '../page' */

/** The server has the match no more: nothing of it is to be waited for. */
const FORGOTTEN = 'no_such_match';

/** What the server was told when somebody began to wait, which it refuses afterwards: the place was lost. */
const LOST_PLACE = /** @type {const} */ ({ about: 'hello', id: 0, tries: 0, again: null });

/**
 * @param {Turn} turn
 * @param {ServerMessage} frame
 */
export function onFrame(turn, frame) {
  const link = openLink(turn);
  if (!link) return;
  changeLink(turn, { heard: turn.now, asked: null, until: null });
  switch (frame.type) {
    case 'done':
      return onDone(turn, frame);
    case 'refused':
      return onRefused(turn, frame);
    case 'closing':
      return onClosing(turn, frame);
    default:
      if (link.talk.about !== 'leave') onNews(turn, frame);
  }
}

/**
 * What is told of the queue and the match.
 * @param {Turn} turn
 * @param {Exclude<ServerMessage, Done | Refused | Closing>} frame
 */
function onNews(turn, frame) {
  switch (frame.type) {
    case 'waiting':
      return onWaiting(turn, frame);
    case 'seated':
      return onSeated(turn, frame);
    case 'state':
      return onSnapshot(turn, frame);
    case 'hint':
      return onHint(turn, frame);
    case 'review':
      return onReview(turn, frame);
  }
}

/**
 * @param {Turn} turn
 * @param {Waiting} told
 */
function onWaiting(turn, told) {
  const { errand } = turn.state;
  if (errand.kind !== 'join') return;
  change(turn, {
    errand: { ...errand, ticket: told.ticket ?? null },
    waiting: { told, at: turn.now },
    notice: null,
  });
  understand(turn);
}

/**
 * @param {Turn} turn
 * @param {Seated} seated
 */
function onSeated(turn, { match, ticket }) {
  const { errand } = turn.state;
  if (errand.kind === 'join') {
    change(turn, { errand: { kind: 'seat', wish: errand.wish, match, ticket }, notice: null });
  } else if (errand.kind === 'seat' && errand.match === match) {
    change(turn, { errand: { ...errand, ticket } });
  }
}

/**
 * @param {Turn} turn
 * @param {Snapshot} snapshot
 */
function onSnapshot(turn, snapshot) {
  const { errand, seen, news } = turn.state;
  if ((errand.kind !== 'seat' && errand.kind !== 'watch') || errand.match !== snapshot.match) return;
  if (!seen || snapshot.seq >= seen.snapshot.seq) {
    const before = seen?.snapshot;
    if (isOtherPosition(before, snapshot)) forgetWhatWasSaid(turn, snapshot);
    settle(turn, snapshot);
    change(turn, { seen: { snapshot, at: turn.now }, waiting: null, news: newsOf(news, before, snapshot) });
  }
  if (openLink(turn)?.talk.about === 'match') return;
  understand(turn);
  change(turn, { notice: null });
  resend(turn);
}

/**
 * The server knows what this tab is about.
 * @param {Turn} turn
 */
function understand(turn) {
  changeLink(turn, { talk: { about: 'match' }, missed: false });
}

/**
 * A hint is about a position, a review about a game.
 * @param {Turn} turn
 * @param {Snapshot} snapshot
 */
function forgetWhatWasSaid(turn, { game }) {
  const { review } = turn.state;
  change(turn, { notice: null, hint: null, review: review?.game === game ? review : null });
}

/**
 * @param {Turn} turn
 * @param {Hint} hint
 */
function onHint(turn, hint) {
  if (isAnswer(turn, 'hint', hint.id)) change(turn, { question: null, notice: null, hint });
}

/**
 * @param {Turn} turn
 * @param {Review} review
 */
function onReview(turn, review) {
  if (isAnswer(turn, 'review', review.id)) change(turn, { question: null, notice: null, review });
}

/**
 * Whether something answers the question that is open: one that has passed is open no more.
 * @param {Turn} turn
 * @param {'hint' | 'review'} about
 * @param {Hint['id']} id
 */
function isAnswer({ state: { question } }, about, id) {
  return question?.about === about && question.id === id;
}

/**
 * @param {Turn} turn
 * @param {Done} done
 */
function onDone(turn, { id }) {
  const { pending, link } = turn.state;
  if (link.kind === 'open' && link.talk.about === 'leave' && link.talk.id === id) return hasLeft(turn);
  // The move stays on the board as sent until the snapshot comes that has it.
  if (pending?.id === id) change(turn, { pending: { ...pending, done: true, again: null }, notice: null });
}

/**
 * @param {Turn} turn
 * @param {Refused} refused
 */
function onRefused(turn, refused) {
  const { pending, question, request, link } = turn.state;
  const { code } = refused;
  // Too many messages may be said without an id: then it is about the one that matters most.
  const isAbout = (/** @type {number} */ id) =>
    refused.id == null ? code === 'rate_limited' : refused.id === id;
  if (link.kind === 'open' && link.talk.about !== 'match' && isAbout(link.talk.id)) {
    return onTalkRefused(turn, link.talk, refused);
  }
  if (pending && isAbout(pending.id)) {
    if (code === 'rate_limited' || code === 'unavailable') return putOffMove(turn, pending, refused);
    return change(turn, { pending: null, notice: refusalWords(refused) });
  }
  if (question?.id === refused.id && question) {
    // A hint for a position that has passed is missed by nobody.
    return change(turn, { question: null, notice: code === 'stale' ? null : refusalWords(refused) });
  }
  if (request?.id === refused.id && request)
    return change(turn, { request: null, notice: refusalWords(refused) });
  if (refused.id == null) onUnasked(turn, refused);
}

/**
 * What is refused although nothing was asked.
 * @param {Turn} turn
 * @param {Refused} refused
 */
function onUnasked(turn, refused) {
  const { code } = refused;
  const message = refusalWords(refused);
  if (turn.state.waiting && code !== 'rate_limited') {
    change(turn, { waiting: null });
    return onTalkRefused(turn, LOST_PLACE, refused);
  }
  if (code === FORGOTTEN) return stopAt(turn, { why: 'refused', code, message });
  change(turn, { notice: message });
}

/**
 * The server is about to close the connection: there is nothing more to come.
 * @param {Turn} turn
 * @param {Closing} closing
 */
function onClosing(turn, { reason, message, come_back_in_ms }) {
  if (reason === 'superseded') return stopAt(turn, { why: 'superseded' });
  if (come_back_in_ms == null) return stopAt(turn, { why: 'closed', message });
  lose(turn, 1, Math.max(come_back_in_ms, 0));
}
