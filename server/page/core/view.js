/** What the page shows of its state, in complete sentences. Pure. */

import { boardText, isDefaultBoard } from './boards.js';
import { isOutageShown } from './connection.js';
import { gameView } from './game-view.js';
import { isReady, mayPlay } from './moves.js';
import { isGone } from './refusals.js';
import { isByLink } from './step.js';
import { matchStatus, matchTitle, rematchOffer } from './status.js';
import { secondsLeft } from './text.js';

/** @import { Route, State, Stop, StoppedView, View, WaitingView } from '../page' */

const GAME_TITLE = 'Tic-tac-toe';

/**
 * @param {State} state
 * @param {number} now
 * @returns {View}
 */
export function view(state, now) {
  const screen = currentScreen(state);
  const { seen, stop } = state;
  const stopped = stop && stoppedView(state, stop);
  return {
    screen,
    names: namesInTexts(state),
    title: [titlePrefix(state, screen, stopped), GAME_TITLE].filter(Boolean).join(' – '),
    attention: screen === 'game' && needsPlayer(state),
    status: statusText(state, screen, stopped),
    outage: outageView(state, now),
    fieldError: state.fieldError,
    waiting: screen === 'waiting' ? waitingView(state, now) : null,
    stopped,
    game: screen === 'game' && seen ? gameView(state, seen, now) : null,
  };
}

/**
 * @param {State} state
 * @returns {View['screen']}
 */
function currentScreen({ stop, session, seen }) {
  if (stop) return 'stopped';
  if (session.kind === 'none') return seen ? 'game' : session.games ? 'games' : 'start';
  return session.kind !== 'seek' && seen ? 'game' : 'waiting';
}

/** @param {State} state */
function namesInTexts({ seen, cancellation }) {
  const players = seen ? Object.values(seen.snapshot.players).map(({ name }) => name) : [];
  return cancellation ? [...players, cancellation.opponent] : players;
}

/** @param {State} state */
function needsPlayer(state) {
  const { seen } = state;
  return seen !== null && isReady(state) && (mayPlay(state) || rematchOffer(state, seen.snapshot) !== null);
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
 */
function statusText(state, screen, stopped) {
  const { link, notice, cancellation } = state;
  if (screen === 'start') return '';
  if (screen === 'games') return notice ?? '';
  if (stopped) return `${stopped.heading}. ${stopped.text}`;
  if (isOutageShown(link)) {
    const isBusy = link.kind === 'open' && link.handshake.phase !== 'done' && link.handshake.retryAt !== null;
    return (isBusy && notice) || `${outageText(state)} Trying again.`;
  }
  if (screen === 'game' && state.seen) return matchStatus(state, state.seen.snapshot);
  return withCancellation(cancellation, notice ?? `${waitingHeading(state)}.`);
}

/**
 * @param {State['cancellation']} cancellation
 * @param {string} text
 */
function withCancellation(cancellation, text) {
  return cancellation ? `${cancellation.text} ${text}` : text;
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

/** @param {State} state */
function waitingHeading({ waiting }) {
  if (!waiting) return 'One moment';
  const { room } = waiting.message;
  return room === null ? 'Waiting for an opponent' : `Waiting in room ${room}`;
}

/** @param {State} state */
function connectingText({ link, session }) {
  if (link.kind !== 'open') return 'Connecting.';
  return session.kind === 'seek' ? 'Asking for an opponent.' : 'Asking for the match.';
}

/**
 * @param {State} state
 * @param {number} now
 * @returns {WaitingView}
 */
function waitingView(state, now) {
  const { session, waiting, notice, cancellation } = state;
  const options = session.kind === 'seek' || session.kind === 'seat' ? session.options : null;
  const rules = waiting?.message.rules ?? options?.rules;
  const text = waiting && isReady(state) ? waitingText(waiting, now) : connectingText(state);
  return {
    heading: waitingHeading(state),
    board: rules ? boardText(rules) : '',
    invitation: waiting && invitation(waiting.message),
    text: withCancellation(cancellation, notice ?? text),
    countsDown: waiting !== null && waiting.message.computer_in_ms !== null,
    queued: waiting !== null && isReady(state),
  };
}

/**
 * Guests are invited to the room; or to the start page, if the board that it offers first is the one wanted.
 * @param {NonNullable<State['waiting']>['message']} waiting
 * @returns {Route | null}
 */
function invitation({ room, rules }) {
  if (room !== null) return { kind: 'room', room };
  return isDefaultBoard(rules) ? { kind: 'start' } : null;
}

/**
 * @param {NonNullable<State['waiting']>} waiting
 * @param {number} now
 */
function waitingText({ message, at }, now) {
  if (message.computer_in_ms !== null) {
    const seconds = secondsLeft(message.computer_in_ms - (now - at));
    return seconds === 0 ? 'The computer joins now.' : `The computer joins in ${seconds} s.`;
  }
  return message.room === null
    ? 'Nobody but a person will do, and one who asks for the same board.'
    : 'Whoever opens the link plays with you.';
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
        text: 'Your seat is played on another tab or device. This one stays quiet.',
        actions: ['take-back', 'leave'],
        match: null,
      };
    case 'room_full': {
      const room = session.kind === 'seek' ? session.options.room : null;
      const heading = room === null ? 'The room is full' : `Room ${room} is full`;
      const actions = /** @type {StoppedView['actions']} */ (
        stop.match === null ? ['leave'] : ['watch', 'leave']
      );
      return { heading, text: stop.message, actions, match: stop.match };
    }
    case 'refused': {
      const heading = isGone(stop.code) ? 'This game is gone' : 'The server said no';
      return { heading, text: stop.message, actions: ['leave'], match: null };
    }
    default: {
      const heading = 'The server closed the connection';
      return { heading, text: stop.message, actions: ['retry', 'leave'], match: null };
    }
  }
}
