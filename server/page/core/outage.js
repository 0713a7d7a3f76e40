/** The texts while the connection is down. */

import { isOutageShown } from './connection.js';
import { noticeText } from './notices.js';
import { secondsLeft } from './text.js';

export const RECONNECTING = 'Reconnecting...';

/** The title of the document. */
export const RECONNECTING_TITLE = 'Reconnecting';

/** On a screen that waits for the server; `null` while it is connected. @param {State} state */
export function connectingLines(state) {
  const { link, waiting, obstacle } = state;
  if (!isOutageShown(link)) return null;
  const reason = obstacle && obstacleText(obstacle);
  if (reason) return { headline: 'This page cannot connect.', detail: reason };
  const headline = waiting ? RECONNECTING : "Can't reach the server";
  return { headline, detail: busyText(state) ?? '' };
}

/** The server is too busy for the handshake. @param {State} state */
export function busyText(state) {
  const { link } = state;
  return link.kind === 'open' && link.handshake?.retryAt != null ? noticeText(state) : null;
}

/** @type {(state: State, now: number) => View['outage']} */
export const outageView = ({ link }, now) => {
  if (!isOutageShown(link)) return null;
  const seconds = link.kind === 'lost' ? secondsLeft(link.retryAt - now) : 0;
  return {
    text: seconds > 0 ? `Trying again in ${seconds} s.` : 'Trying again...',
    canRetry: link.kind === 'lost',
  };
};

/** `null`: the server is just away. @param {Obstacle} obstacle */
function obstacleText({ status, origin }) {
  // The server accepts neither the host that it was told nor pages of this address.
  if (status === 403 || status === 421) {
    const advice = `pass on the Host header in the proxy, or start the server with --public-url ${origin}`;
    return `The server does not accept the address ${origin}. Tell its operator to ${advice}.`;
  }
  // The server accepts this page, but not this kind of request.
  return status === 405 ? 'Something between you and the server does not pass WebSockets.' : null;
}
