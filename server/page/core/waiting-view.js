/** The screen of a player who waits for another one. */

import { gameName } from './boards.js';
import { noticeText } from './notices.js';
import { connectingLines } from './outage.js';
import { isReady } from './requests.js';
import { cancellationText } from './sentences.js';
import { isolated } from './text.js';

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
export function withSeries(game, bestOf) {
  return bestOf ? `${game}, best of ${bestOf}` : game;
}
