/**
 * The screens without a game: the start screen, the invitation that the guest of a room sees, the wait for a player, and
 * the end of the connection.
 */

import { startBoard } from './board-view.js';
import { gameName, rulesName } from './boards.js';
import { GONE } from './handshake.js';
import { connectingLines, noticeText, refusalText } from './notices.js';
import { isReady } from './requests.js';
import { roomPath } from './route.js';
import { cancellationText } from './sentences.js';
import { NOT_DONE, isolated } from './text.js';

/** Joining that takes this long is shown on the start screen. */
const SLOW_JOIN_MS = 700;

/** @type {ScreenView} */
export const startScreen = (state, now) => {
  const { choices, session, joinedAt } = state;
  const notice = noticeText(state);
  const isRefused = notice !== null && session.kind === 'none';
  const isSlow = joinedAt !== null && now >= joinedAt + SLOW_JOIN_MS;
  return {
    ...(connectingLines(state) ?? {
      headline: isRefused ? NOT_DONE : isSlow || notice ? 'Connecting...' : '',
      detail: notice ?? '',
    }),
    board: startBoard(state, choices.rules),
    peopleAt: '/',
    levelText: session.kind === 'none' ? 'Tap a square to play the computer ·' : null,
  };
};

/** @type {ScreenView} */
export const invitationScreen = (state) => {
  const { session, host, playing } = state;
  const { room = '' } = 'room' in session ? session : {};
  const notice = noticeText(state) ?? '';
  const common = { room, peopleAt: roomPath(room) };
  if (!host) {
    const empty = playing ? 'Two people are playing here.' : 'Nobody is waiting in this room yet.';
    return { ...common, headline: `Room ${room}`, detail: host === null ? empty : notice };
  }
  const { name, rules, best_of } = host;
  const game = rules ? `${withSeries(rulesName(rules), best_of)}. ` : '';
  return {
    ...common,
    headline: `${isolated(name)} invites you`,
    detail: `${game}${notice}`.trimEnd(),
    board: rules ? startBoard(state, rules) : null,
  };
};

/** @type {ScreenView} */
export const waitingScreen = (state) => {
  const { waiting } = state;
  const isQueued = waiting !== null && isReady(state);
  return {
    ...(connectingLines(state) ?? waitingLines(state)),
    peopleAt: '/',
    waitingWord: isQueued ? (waiting.word ?? null) : null,
  };
};

/** @param {State} state */
function waitingLines(state) {
  const { waiting, cancellation } = state;
  const headline = waiting ? 'Waiting for an opponent' : 'Connecting...';
  const notice = noticeText(state);
  if (!cancellation) return { headline, detail: notice ?? (waiting ? waitingText(state, waiting) : '') };
  return {
    headline,
    detail: `${cancellationText(cancellation)} ${notice ?? 'Looking for another player...'}`,
  };
}

/** @type {(state: State, waiting: Waiting) => string} */
const waitingText = ({ session }, { rules, best_of, room, computer_in_ms }) => {
  const host = 'options' in session ? session.options.host : undefined;
  if (host !== undefined) {
    const next = computer_in_ms === null ? 'Wait for someone else, or cancel.' : 'The computer joins soon.';
    return `${isolated(host)} has stopped waiting. ${next}`;
  }
  const who =
    room === null
      ? 'Anyone online can join. Or send a friend this link.'
      : 'Send this link to a friend. The first to open it plays you.';
  return `${withSeries(gameName(rules), best_of)}. ${who}`;
};

/**
 * `Classic, best of 3`
 * @param {string} game
 * @param {BestOf | null} [bestOf]
 */
function withSeries(game, bestOf) {
  return bestOf ? `${game}, best of ${bestOf}` : game;
}

/** A page that does not reconnect by itself: the reason, and a button. @type {ScreenView} */
export const stoppedScreen = ({ session, stop }) => {
  switch (stop?.reason) {
    case 'superseded':
      return {
        headline: 'Your game is open elsewhere',
        detail: 'Another tab or another device has it.',
        wayOn: { label: 'Continue here', action: { type: 'retry' } },
      };
    case 'refused':
      return {
        headline: refusedHeadline(session, stop.refused),
        detail: refusalText(stop.refused),
        wayOn: stop.refused.match
          ? { label: 'Watch', action: { type: 'watch', match: stop.refused.match } }
          : { label: 'Play the computer', action: { type: 'join', options: { opponent: 'ai' } } },
      };
    case 'version':
      return { headline: "The server's version differs", detail: 'Reload the page.' };
    default:
      return {
        headline: 'The server closed the connection',
        detail: stop?.message ?? 'Something went wrong. Reload the page.',
        wayOn: { label: 'Try again', action: { type: 'retry' } },
      };
  }
};

/** @type {(session: Session, refused: Refused) => string} */
const refusedHeadline = (session, { code }) => {
  if (GONE.includes(code)) return 'That game is over';
  if (code !== 'room_full') return NOT_DONE;
  const room = session.kind === 'seek' ? session.options.room : null;
  return room === null ? 'The room is full' : `Room ${room} is full`;
};
