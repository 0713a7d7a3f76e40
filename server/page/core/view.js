/** What the page shows of its state, in complete sentences. Pure. */

import { boardText, sizeText } from './boards.js';
import { isOutageShown } from './connection.js';
import { boardView, gameView } from './game-view.js';
import { isReady, mayPlay } from './moves.js';
import { isGone } from './refusals.js';
import { opponentsProposal } from './proposals.js';
import { matchDetail, matchHeadline, matchTitle } from './status.js';
import { isByLink } from './step.js';
import { secondsLeft, seriesName } from './text.js';

/** @import { State, Stop, StoppedView, View, WaitingView } from '../page' */

const GAME_TITLE = 'Tic-tac-toe';

/** Joining that takes this long is shown on the start screen. */
const SLOW_JOIN_MS = 700;

/**
 * @param {State} state
 * @param {number} now
 * @returns {View}
 */
export function view(state, now) {
  const screen = currentScreen(state);
  const { seen, stop, choices, fieldError } = state;
  const room = startRoom(state);
  const stopped = stop && stoppedView(state, stop);
  return {
    screen,
    choices,
    names: namesInTexts(state),
    title: [titlePrefix(state, screen, stopped), GAME_TITLE].filter(Boolean).join(' – '),
    attention:
      isReady(state) && (mayPlay(state) || (seen && opponentsProposal(state, seen.snapshot)) !== null),
    ...lines(state, screen, stopped, now),
    outage: outageView(state, now),
    fieldError,
    room,
    host: state.host,
    ownWord: state.ownWord,
    board: screen === 'game' || (screen === 'start' && room === null) ? boardView(state) : null,
    waiting: screen === 'waiting' ? waitingView(state) : null,
    stopped,
    game: screen === 'game' && seen ? gameView(state, seen, now) : null,
  };
}

/**
 * Whether the page changes as time passes.
 * @param {State} state
 * @param {number} now
 */
export function isCounting({ link, seen, waiting, joinedAt, reactions }, now) {
  const isTimed = seen ? seen.snapshot.ms_left !== null : joinedAt !== null && waiting === null;
  return isTimed || link.kind === 'lost' || Object.values(reactions).some(({ until }) => now < until);
}

/**
 * A player who does not wait for a person stays on the start screen until the game begins, unless something is wrong.
 * @param {State} state
 * @returns {View['screen']}
 */
function currentScreen({ stop, session, seen, waiting, link, notice, joinedAt }) {
  if (stop) return 'stopped';
  if (seen) return 'game';
  if (session.kind === 'none') return session.games ? 'games' : 'start';
  const isBrief =
    joinedAt !== null && 'options' in session && ['ai', 'hotseat'].includes(session.options.opponent);
  const isSmooth = waiting === null && notice === null && !isOutageShown(link);
  return isBrief && isSmooth ? 'start' : 'waiting';
}

/** @param {State} state */
function namesInTexts({ seen, cancellation, host }) {
  const players = seen ? Object.values(seen.snapshot.players).map(({ name }) => name) : [];
  return [...players, cancellation?.opponent ?? '', host?.name ?? ''];
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
 * @param {number} now
 * @returns {{ headline: string, detail: string }}
 */
function lines(state, screen, stopped, now) {
  const { link, notice, seen } = state;
  if (stopped) return { headline: stopped.heading, detail: stopped.text };
  if (screen === 'games') return { headline: 'Your games', detail: notice ?? '' };
  if (screen === 'start') return startLines(state, now);
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
 * Nothing, unless it is the start screen of a room, or joining takes long.
 * @param {State} state
 * @param {number} now
 */
function startLines(state, now) {
  const { host, joinedAt, notice } = state;
  const room = startRoom(state);
  if (room === null) {
    const isSlow = joinedAt !== null && now >= joinedAt + SLOW_JOIN_MS;
    return { headline: isSlow ? 'Connecting...' : '', detail: '' };
  }
  if (host) {
    const series = host.best_of ? `, ${seriesName(host.best_of)}` : '';
    const board = host.rules && `${boardText(host.rules)}${series}.`;
    return { headline: `${host.name} invites you`, detail: [board, notice].filter(Boolean).join(' ') };
  }
  const empty = 'No one is waiting here now. Your friend may be playing already.';
  return { headline: `Room ${room}`, detail: host === null ? empty : (notice ?? '') };
}

/** @param {State} state */
function waitingLines({ session, waiting, notice, cancellation }) {
  const headline = waiting ? 'Waiting for an opponent' : 'Connecting...';
  const detail = notice ?? (waiting && waitingText(session, waiting));
  return { headline, detail: [cancellation?.text, detail].filter(Boolean).join(' ') };
}

/**
 * @param {State['session']} session
 * @param {NonNullable<State['waiting']>} waiting
 */
function waitingText(session, { rules, best_of, room, word, computer_in_ms }) {
  const isFromList = 'options' in session && session.options.opponent === 'any';
  if (room !== null && isFromList) {
    const next = computer_in_ms === null ? 'Keep waiting here, or cancel.' : 'The computer joins soon.';
    return `This player is no longer waiting. ${next}`;
  }
  if (room !== null) return 'Send this link to a friend. The first player to join plays you.';
  const link = word === undefined ? '' : ' Or send a friend this link.';
  const series = best_of ? `, ${seriesName(best_of)}` : '';
  return `Waiting for another player who wants ${sizeText(rules)}${series}.${link}`;
}

/**
 * Whether the server has said anything in this session.
 * @param {State} state
 */
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
 * @returns {WaitingView}
 */
function waitingView(state) {
  const { waiting } = state;
  if (!waiting || !isReady(state)) return { word: null, queued: false };
  return { word: waiting.word ?? waiting.room, queued: true };
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
        heading: 'You are playing in another tab',
        text: 'Your game is open in another tab or on another device.',
        way: { label: 'Continue here', action: { type: 'take-seat' } },
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
