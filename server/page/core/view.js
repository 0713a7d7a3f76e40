/** What the page shows of its state, in complete sentences. Pure. */

import { boardText, sizeText } from './boards.js';
import { isOutageShown } from './connection.js';
import { boardView, gameView } from './game-view.js';
import { isReady, mayPlay } from './moves.js';
import { isGone } from './refusals.js';
import { matchDetail, matchHeadline, matchTitle, rematchOffer } from './status.js';
import { isByLink } from './step.js';
import { secondsLeft } from './text.js';

/** @import { State, Stop, StoppedView, View } from '../page' */

const GAME_TITLE = 'Tic-tac-toe';

/**
 * @param {State} state
 * @param {number} now
 * @returns {View}
 */
export function view(state, now) {
  const screen = currentScreen(state);
  const { seen, stop, waiting, choices, fieldError } = state;
  const room = startRoom(state);
  const stopped = stop && stoppedView(state, stop);
  const isOffered = seen !== null && rematchOffer(state, seen.snapshot) !== null;
  return {
    screen,
    choices,
    names: namesInTexts(state),
    title: [titlePrefix(state, screen, stopped), GAME_TITLE].filter(Boolean).join(' – '),
    attention: screen === 'game' && isReady(state) && (mayPlay(state) || isOffered),
    ...lines(state, screen, stopped),
    outage: outageView(state, now),
    fieldError,
    room,
    host: state.host,
    board: screen === 'game' || (screen === 'start' && room === null) ? boardView(state) : null,
    word: waiting && isReady(state) ? waiting.message.word : null,
    stopped,
    game: screen === 'game' && seen ? gameView(state, seen, now) : null,
  };
}

/**
 * A player who waits for nobody stays on the start screen until the game begins, unless that takes long.
 * @param {State} state
 * @returns {View['screen']}
 */
function currentScreen({ stop, session, seen, link, notice, isFromStart }) {
  if (stop) return 'stopped';
  if (session.kind === 'none') return seen ? 'game' : session.games ? 'games' : 'start';
  if (session.kind !== 'seek') return seen ? 'game' : 'waiting';
  const isBrief = isFromStart && session.options.opponent !== 'human';
  return isBrief && !isOutageShown(link) && notice === null ? 'start' : 'waiting';
}

/** @param {State} state */
function namesInTexts({ seen, cancellation }) {
  const players = seen ? Object.values(seen.snapshot.players).map(({ name }) => name) : [];
  return cancellation ? [...players, cancellation.opponent] : players;
}

/**
 * @param {State} state
 * @param {View['screen']} screen
 * @param {StoppedView | null} stopped
 */
function titlePrefix(state, screen, stopped) {
  if (stopped) return stopped.heading;
  if (wasConnected(state) && !isReady(state) && !isByLink(state)) return 'Reconnecting';
  if (screen === 'game' && state.seen) return matchTitle(state, state.seen.snapshot);
  return state.waiting ? 'Waiting' : '';
}

/**
 * @param {State} state
 * @param {View['screen']} screen
 * @param {StoppedView | null} stopped
 * @returns {{ headline: string, detail: string }}
 */
function lines(state, screen, stopped) {
  const { link, notice, seen } = state;
  if (stopped) return { headline: stopped.heading, detail: stopped.text };
  if (screen === 'games') return { headline: 'Your games', detail: notice ?? '' };
  if (screen === 'start') return startLines(state);
  if (isOutageShown(link)) {
    const isBusy = link.kind === 'open' && link.handshake.phase !== 'done' && link.handshake.retryAt !== null;
    return { headline: outageText(state), detail: (isBusy && notice) || 'Trying again.' };
  }
  if (screen === 'game' && seen) {
    return { headline: matchHeadline(state, seen.snapshot), detail: matchDetail(state, seen.snapshot) };
  }
  return waitingLines(state);
}

/** @param {State} state */
function startRoom({ session }) {
  return session.kind === 'none' ? (session.room ?? null) : null;
}

/**
 * Nothing, unless it is the start screen of a room.
 * @param {State} state
 */
function startLines(state) {
  const { host } = state;
  const room = startRoom(state);
  if (room === null) return { headline: '', detail: '' };
  if (host) {
    const detail = host.rules ? `${boardText(host.rules)}.` : '';
    return { headline: `${host.name} invites you`, detail };
  }
  const detail = host === null ? 'Nobody is waiting here yet.' : '';
  return { headline: `Room ${room}`, detail };
}

/** @param {State} state */
function waitingLines({ waiting, notice, cancellation }) {
  const { room, rules } = waiting?.message ?? {};
  const guests =
    room === null && rules
      ? `Anyone who wants ${sizeText(rules)}, or opens this link,`
      : 'The first to open this link';
  const detail = notice ?? (waiting ? `${guests} plays you.` : 'Connecting.');
  return {
    headline: waiting ? 'Waiting for an opponent' : 'One moment',
    detail: cancellation ? `${cancellation.text} ${detail}` : detail,
  };
}

/** @param {State} state */
function wasConnected({ seen, waiting }) {
  return seen !== null || waiting !== null;
}

/** @param {State} state */
function outageText(state) {
  return wasConnected(state) ? 'Connection lost.' : 'The server does not answer.';
}

/**
 * @param {State} state
 * @param {number} now
 * @returns {View['outage']}
 */
function outageView(state, now) {
  const { link } = state;
  if (link.kind === 'off' || isReady(state)) return null;
  if (!isOutageShown(link) && !wasConnected(state)) return null;
  const seconds = link.kind === 'lost' ? secondsLeft(link.retryAt - now) : 0;
  const soon = seconds > 0 ? ` in ${seconds} s` : '';
  const text = `${outageText(state)} Trying again${soon} (try ${link.tries + 1}).`;
  return { text, canRetry: link.kind === 'lost' };
}

/**
 * @param {State} state
 * @param {Stop} stop
 * @returns {StoppedView}
 */
function stoppedView({ session }, stop) {
  switch (stop.reason) {
    case 'superseded':
      return {
        heading: 'Played on another tab',
        text: 'Your game is open in another tab or on another device.',
        way: { label: 'Play here', action: { type: 'take-back' } },
      };
    case 'room_full': {
      const { message, match } = stop;
      const room = session.kind === 'seek' ? session.options.room : null;
      const heading = room === null ? 'The room is full' : `Room ${room} is full`;
      const way =
        match === null ? null : { label: 'Watch', action: { type: /** @type {const} */ ('watch'), match } };
      return { heading, text: message, way };
    }
    case 'refused': {
      const heading = isGone(stop.code) ? 'This game is gone' : "That didn't work";
      return { heading, text: stop.message, way: null };
    }
    default: {
      const way = { label: 'Try again', action: { type: /** @type {const} */ ('retry') } };
      return { heading: 'The server closed the connection', text: stop.message, way };
    }
  }
}
