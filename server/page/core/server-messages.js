/** The effects of each message of the server. Unknown types are ignored: a newer server may have more. */

import { NO_GAME, joinedArena, keepPlace, onArenaRefused } from './arena.js';
import { changeLink, openLink, reconnect, stopWith } from './connection.js';
import { onHelloRefused, publicOptions, seekAgain } from './handshake.js';
import { isNewPosition, ownMark } from './match.js';
import { noticeAfter } from './notices.js';
import { shareLink } from './people.js';
import { showReview } from './replay.js';
import {
  BUSY,
  dropSettled,
  onDone,
  onRequestRefused,
  playFirstMove,
  refusedRequest,
  resend,
  retryLater,
} from './requests.js';
import { arenaPath, roomPath } from './route.js';
import { change, setSession } from './step.js';
import { otherMark } from './text.js';

const REACTION_SHOWN_MS = 3000;

/** @type {Transition<[answer: (Hint & { type: 'hint' }) | (Review & { type: 'review' })]>} */
const onAnswer = (step, answer) => {
  const { pending } = step.state;
  if (pending[answer.type]?.id !== answer.id) return;
  change(step, { pending: { ...pending, [answer.type]: null }, notice: null, [answer.type]: answer });
  if (answer.type === 'review') showReview(step, answer);
};

const PROTOCOL = 'tictactoe.v1';

/** @type {Handlers<ServerMessage>} */
const HANDLERS = {
  welcome(step, { protocol }) {
    if (protocol !== PROTOCOL) stopWith(step, { reason: 'version' });
  },
  waiting(step, waiting) {
    const { session: before } = step.state;
    const arena = joinedArena(before);
    if (before.kind === 'seat' && arena)
      setSession(step, { kind: 'seek', options: before.options, ticket: null });
    const { session } = step.state;
    if (session.kind !== 'seek') return;
    keepPlace(step, waiting);
    const { room, word = null, listed_word: listedWord = null, ticket } = waiting;
    change(step, {
      session: { ...session, ticket },
      ownWord: room === null ? word : null,
      listedWord,
      waiting,
      notice: null,
    });
    const shared = word ?? room;
    if (arena) shareLink(step, arenaPath(arena));
    else if (shared !== null) shareLink(step, roomPath(shared));
    resend(step);
  },
  seated(step, { match, ticket }) {
    const { session } = step.state;
    if (session.kind === 'seek') {
      change(step, { session: { kind: 'seat', options: session.options, match, ticket }, notice: null });
    } else if (session.kind === 'seat' && session.match !== match && joinedArena(session)) {
      setSession(step, { ...session, match, ticket });
    } else if (session.kind === 'seat' && session.match === match) {
      change(step, { session: { ...session, ticket } });
    }
  },
  state(step, snapshot) {
    const { session, snapshot: before, pending } = step.state;
    const isResumed = Boolean(pending.hello);
    if ((session.kind !== 'seat' && session.kind !== 'watch') || session.match !== snapshot.match) return;
    if (isResumed) change(step, { notice: null });
    // A server that was restored from a backup comes back with an earlier state.
    if (!before || isResumed || snapshot.seq >= before.seq) {
      const isNew = isNewPosition(before, snapshot);
      if (isNew) {
        if (session.kind === 'seat' && !snapshot.arena && isCancelledByOther(snapshot)) {
          seekAgain(step, publicOptions(session.options));
          return change(step, { cancellation: snapshot });
        }
        onNewPosition(step, before, snapshot);
      }
      dropSettled(step, isNew);
      const notice = noticeAfter(before, snapshot, step.state.notice);
      change(step, { snapshot, snapshotAt: step.now, notice, waiting: null });
    }
    if (isResumed) resend(step);
    playFirstMove(step);
  },
  hint: onAnswer,
  review: onAnswer,
  reaction(step, { mark, reaction }) {
    const { snapshot, choices, reactions } = step.state;
    if (!snapshot || !(choices.reactions || mark === ownMark(snapshot))) return;
    const until = step.now + REACTION_SHOWN_MS;
    change(step, { reactions: { ...reactions, [mark]: { reaction, until } } });
  },
  done: (step, { id }) => onDone(step, id),
  refused(step, refused) {
    const { id, code } = refused;
    const { session } = step.state;
    const arena = joinedArena(session);
    if (arena && NO_GAME.includes(code)) return onArenaRefused(step, arena, refused);
    const [kind, pending] = refusedRequest(step, refused);
    const isBusy = BUSY.includes(code) || (arena && code === 'game_on');
    if (pending && isBusy && (kind === 'hello' || kind === 'move'))
      return retryLater(step, kind, pending, refused);
    if (kind === 'hello') return onHelloRefused(step, refused);
    if (kind) return onRequestRefused(step, kind, refused);
    if (id != null) return;
    if (code === 'game_on' && arena && session.kind === 'seek') {
      // An arena does not pair a player whose earlier game runs: join again later.
      change(step, { session: { ...session, ticket: null } });
      const join = { id: 0, message: { type: /** @type {const} */ ('join') }, since: step.now };
      return retryLater(step, 'hello', { ...join, done: false, tries: 0, retryAt: null }, refused);
    }
    if (code === 'no_such_match') return stopWith(step, { reason: 'refused', refused });
    change(step, { notice: refused });
  },
  closing(step, { reason, message, retry_in_ms }) {
    if (reason === 'superseded') return stopWith(step, { reason: 'superseded' });
    if (retry_in_ms == null) return stopWith(step, { reason: 'closed', message });
    reconnect(step, 1, Math.max(retry_in_ms, 0));
  },
};

/** @type {Transition<[message: ServerMessage]>} */
export const onServerMessage = (step, message) => {
  if (!openLink(step)) return;
  change(step, { heardAt: step.now });
  changeLink(step, { pongDue: null });
  if (!Object.hasOwn(HANDLERS, message.type)) return;
  const handle = /** @type {(step: Step, message: ServerMessage) => void} */ (HANDLERS[message.type]);
  handle(step, message);
};

/** The game was cancelled, and the opponent is not there for a rematch. @param {Snapshot} snapshot */
function isCancelledByOther(snapshot) {
  const own = ownMark(snapshot);
  const isCancelled = snapshot.result?.reason === 'cancelled' && own !== null;
  return isCancelled && snapshot.players[otherMark(own)].presence !== 'online';
}

/**
 * Forgets what was about the last position, and a review that was about the last game.
 * @type {Transition<[before: Snapshot | null, after: Snapshot]>}
 */
const onNewPosition = (step, before, { game }) => {
  const { review, cancellation, reactions } = step.state;
  change(step, {
    notice: null,
    hint: null,
    review: review?.game === game ? review : null,
    shownPly: null,
    shownWin: null,
    // The marks are swapped in the next game.
    reactions: before?.game === game ? reactions : {},
    cancellation: before ? null : cancellation,
  });
};
