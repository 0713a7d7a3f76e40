/** News: of a player, of a request of the viewer, of the connection. */

import { isOutageShown } from './connection.js';
import { isNewPosition, proposalIn } from './match.js';
import { nextGameText, playerName, subjectName } from './sentences.js';
import { NOTICES, secondsLeft } from './text.js';

/** @type {Mark[]} */
const MARKS = ['X', 'O'];

/**
 * The notice after a snapshot. A new position replaces the one before; the viewer's own changes make none.
 * @param {Snapshot | null} before
 * @param {Snapshot} after
 * @param {Notice | null} notice the present one
 * @returns {Notice | null}
 */
export function noticeAfter(before, after, notice) {
  const isNew = before !== null && isNewPosition(before, after);
  if (isNew) return newPositionNotice(before, after);
  return MARKS.reduce((said, mark) => playerNotice(before, after, mark, said), notice);
}

/** @type {(before: Snapshot, after: Snapshot) => Notice | null} */
const newPositionNotice = (before, { game, takebacks, turn, result, you, players }) => {
  const isTakenBack = before.game === game && before.takebacks !== takebacks;
  if (isTakenBack && turn) return { mark: turn, event: 'took back' };
  // Otherwise the result says who has left.
  const isPlayedOut = result && result.reason !== 'left' && result.reason !== 'cancelled';
  const left = MARKS.find((mark) => mark !== you && players[mark].presence === 'left');
  return isPlayedOut && left ? { mark: left, event: 'left' } : null;
};

/**
 * A proposal that stands needs no notice. To a viewer who has just arrived, an absent player is news.
 * @type {(before: Snapshot | null, after: Snapshot, mark: Mark, notice: Notice | null) => Notice | null}
 */
const playerNotice = (before, after, mark, notice) => {
  const [was, is] = [before && proposalIn(before), proposalIn(after)];
  const isOwn = after.you === mark;
  if (is?.by === mark && was?.by !== mark) return null;
  if (is?.declinedBy === mark && was?.declinedBy !== mark) return isOwn ? null : { mark, event: 'declined' };
  if (was?.by === mark && is && !is.by && !is.declinedBy) return isOwn ? null : { mark, event: 'withdrew' };
  const { presence } = after.players[mark];
  if (isOwn || presence === (before?.players[mark].presence ?? 'online')) return notice;
  if (presence === 'online') return is?.by ? null : { mark, event: 'back' };
  return before || (!after.result && presence === 'away') ? { mark, event: presence } : notice;
};

/** @param {Pick<State, 'notice' | 'snapshot'>} state */
export function noticeText({ notice, snapshot }) {
  if (notice === null) return null;
  if (typeof notice === 'string') return NOTICES[notice];
  if ('code' in notice) return refusalText(notice);
  return snapshot && eventText(snapshot, notice);
}

/** @param {Refused} refused */
export function refusalText({ code, message }) {
  return /** @type {Record<string, string>} */ (NOTICES)[code] ?? message;
}

/** @type {(snapshot: Snapshot, event: PlayerEvent) => string} */
const eventText = (snapshot, { mark, event }) => {
  const player = playerName(snapshot, mark);
  const isOver = snapshot.result !== null;
  switch (event) {
    case 'to move':
      return `${player} is thinking.`;
    case 'took back':
      return `${subjectName(snapshot, mark)} took back a move.`;
    case 'declined':
      return `${player} declined the ${isOver ? nextGameText(snapshot).toLowerCase() : 'takeback'}.`;
    case 'withdrew':
      return `${player} withdrew the ${isOver ? 'offer' : 'takeback request'}.`;
    case 'back':
      return `${player} is back.`;
    case 'away':
      return `${player} lost the connection.`;
    case 'left':
      return `${player} has left.`;
  }
};

export const RECONNECTING = 'Reconnecting...';

/** On a screen that waits for the server; `null` while it is connected. @param {State} state */
export function connectingLines(state) {
  const { waiting, obstacle } = state;
  if (!isOutageShown(state)) return null;
  if (obstacle) return { headline: "This page can't connect", detail: obstacle };
  const headline = waiting ? RECONNECTING : "Can't reach the server";
  return { headline, detail: busyText(state) ?? '' };
}

/** The server is too busy for the handshake. @param {State} state */
export function busyText(state) {
  return state.link.kind === 'open' && state.pending.hello?.retryAt ? noticeText(state) : null;
}

/** @type {(state: State, now: number) => View['outage']} */
export const outageView = (state, now) => {
  const { link } = state;
  if (!isOutageShown(state)) return null;
  const seconds = link.kind === 'lost' ? secondsLeft(link.retryAt - now) : 0;
  return {
    text: seconds > 0 ? `Next try in ${seconds} s.` : 'Trying now...',
    canRetry: link.kind === 'lost',
  };
};
