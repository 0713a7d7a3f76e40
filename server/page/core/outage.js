/** The texts while the connection is down. */

import { isOutageShown } from './connection.js';
import { noticeText } from './notices.js';
import { secondsLeft } from './text.js';

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
