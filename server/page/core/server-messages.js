/** What each message of the server does. Unknown types are ignored: a newer server may have more. */

import { changeLink, openLink, reconnect, stopWith } from './connection.js';
import { continueHandshake, onHandshakeRefused, publicOptions, seekAgain } from './handshake.js';
import { Match } from './match.js';
import { changeText, isNewPosition } from './match-events.js';
import { dropSettled, playFirstMove, postponeMove, resend } from './moves.js';
import { refusalText } from './refusals.js';
import { onReaction } from './reactions.js';
import { onNameRefused, onRenamed, rename } from './rename.js';
import { showReview } from './replay.js';
import { change } from './step.js';
import { DECLINED, otherMark } from './text.js';

/** @type {Handlers<ServerMessage>} */
const HANDLERS = {
  waiting(step, waiting) {
    const { session } = step.state;
    if (session.kind !== 'seek') return;
    const { room, word = null, ticket } = waiting;
    change(step, {
      session: { ...session, ticket },
      ownWord: room === null ? word : null,
      waiting,
      notice: null,
    });
    finishHandshake(step);
  },
  seated(step, { match, ticket }) {
    const { session } = step.state;
    if (session.kind === 'seek') {
      change(step, { session: { kind: 'seat', options: session.options, match, ticket }, notice: null });
    } else if (session.kind === 'seat' && session.match === match) {
      change(step, { session: { ...session, ticket } });
    }
  },
  state(step, snapshot) {
    const { session, seen } = step.state;
    const isResumed = openLink(step)?.handshake.phase !== 'done';
    if ((session.kind !== 'seat' && session.kind !== 'watch') || session.match !== snapshot.match) return;
    const [before, match] = [seen?.snapshot, new Match(snapshot, step.now)];
    if (isResumed) change(step, { notice: null });
    // A server that was restored from a backup comes back with an earlier state.
    if (!before || isResumed || snapshot.seq >= before.seq) {
      if (isNewPosition(before, snapshot)) {
        const cancellation = findCancellation(match);
        if (session.kind === 'seat' && cancellation !== null) {
          seekAgain(step, publicOptions(session.options));
          return change(step, { cancellation });
        }
        onNewPosition(step, before, snapshot);
      }
      dropSettled(step, match);
      const notice = changeText(seen, match);
      if (notice !== undefined) change(step, { notice });
      change(step, { seen: match, waiting: null });
    }
    if (isResumed) {
      finishHandshake(step);
      resend(step);
    }
    playFirstMove(step);
  },
  hint: onAnswer,
  review: onAnswer,
  reaction: onReaction,
  done(step, { id }) {
    const { pendingMove, pendingName, request, link } = step.state;
    const handshake = link.kind === 'open' ? link.handshake : null;
    if (handshake && (handshake.phase === 'reclaim' || handshake.phase === 'leave') && handshake.id === id) {
      return continueHandshake(step, handshake.phase);
    }
    // The move is shown as pending until a snapshot has it.
    if (pendingMove?.id === id) {
      change(step, { pendingMove: { ...pendingMove, done: true, retryAt: null }, notice: null });
    }
    if (request?.id === id) change(step, { request: { ...request, done: true } });
    if (pendingName?.id === id) onRenamed(step);
  },
  refused(step, refused) {
    const { pendingMove, pendingName, query, request, reactionId, link } = step.state;
    const { code } = refused;
    // A `rate_limited` message may have been dropped unread: without an id it is about what matters most.
    const isAbout = (/** @type {number} */ id) =>
      refused.id == null ? code === 'rate_limited' : refused.id === id;
    if (link.kind === 'open' && link.handshake.phase !== 'done' && isAbout(link.handshake.id)) {
      return onHandshakeRefused(step, link.handshake, refused);
    }
    const notice = refusalText(refused);
    if (pendingMove && isAbout(pendingMove.id)) {
      if (code === 'rate_limited' || code === 'unavailable') return postponeMove(step, pendingMove, refused);
      return change(step, { pendingMove: null, notice });
    }
    // A player who has moved on does not miss a hint about the last position.
    if (query && query.id === refused.id) {
      return change(step, { query: null, notice: code === 'stale' ? null : notice });
    }
    if (request && request.id === refused.id) return change(step, { request: null, notice });
    if (pendingName?.id != null && isAbout(pendingName.id)) return onNameRefused(step, pendingName, refused);
    if (refused.id != null && refused.id !== reactionId) return;
    if (refused.id != null && code === 'rate_limited') {
      return change(step, { notice: DECLINED.too_many_reactions });
    }
    if (code === 'no_such_match') return stopWith(step, { reason: 'refused', code, message: notice });
    change(step, { notice });
  },
  closing(step, { reason, message, retry_in_ms }) {
    if (reason === 'superseded') return stopWith(step, { reason: 'superseded' });
    if (retry_in_ms == null) return stopWith(step, { reason: 'closed', message });
    reconnect(step, 1, Math.max(retry_in_ms, 0));
  },
};

/**
 * @param {Step} step
 * @param {ServerMessage} message
 */
export function onServerMessage(step, message) {
  const link = openLink(step);
  if (!link) return;
  changeLink(step, { heardAt: step.now, sentAt: null, pongDue: null });
  const isLeaving = link.handshake.phase === 'reclaim' || link.handshake.phase === 'leave';
  if (isLeaving && !['done', 'refused', 'closing'].includes(message.type)) return;
  if (!Object.hasOwn(HANDLERS, message.type)) return;
  const handle = /** @type {(step: Step, message: ServerMessage) => void} */ (HANDLERS[message.type]);
  handle(step, message);
}

/**
 * Why to look for another opponent: the game was cancelled, and this one is not there for a rematch.
 * @param {Match} match
 */
function findCancellation(match) {
  const { result, players } = match.snapshot;
  if (result?.reason !== 'cancelled' || !match.own) return null;
  const { name, presence } = players[otherMark(match.own)];
  return presence === 'online' ? null : { text: match.resultSentence(result), opponent: name };
}

/**
 * Forgets what was about the last position, and a review that was about the last game.
 * @param {Step} step
 * @param {Snapshot | undefined} before
 * @param {Snapshot} after
 */
function onNewPosition(step, before, { game }) {
  const { review, cancellation, reactions } = step.state;
  change(step, {
    notice: null,
    hint: null,
    showsAllHints: false,
    review: review?.game === game ? review : null,
    shownPly: null,
    // The marks are swapped in the next game.
    reactions: before?.game === game ? reactions : {},
    cancellation: before ? null : cancellation,
  });
}

/** @param {Step} step */
function finishHandshake(step) {
  changeLink(step, { handshake: { phase: 'done' }, outageShown: false });
  rename(step);
}

/**
 * @param {Step} step
 * @param {(Hint & { type: 'hint' }) | (Review & { type: 'review' })} answer
 */
function onAnswer(step, answer) {
  const { query } = step.state;
  if (query?.about !== answer.type || query.id !== answer.id) return;
  change(step, { query: null, notice: null, [answer.type]: answer });
  if (answer.type === 'review') showReview(step, answer);
}
