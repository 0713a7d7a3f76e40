/** What is to be seen of what the page knows, in finished sentences. Pure. */

import { boardWords, isUsual } from './boards.js';
import { isMissed } from './connection.js';
import { isInTouch, mayPlay } from './moves.js';
import { isGone } from './refusals.js';
import { matchStatus, matchTitle, whoAsks } from './status.js';
import { tableView } from './table.js';
import { secondsLeft } from './words.js';

/** @import { Place, State, Stop, StoppedView, View, WaitingView } from '../page' */

const GAME_TITLE = 'Tic-tac-toe';

/**
 * @param {State} state
 * @param {number} now
 * @returns {View}
 */
export function view(state, now) {
  const screen = screenOf(state);
  const { seen, stop } = state;
  const trouble = troubleOf(state, now);
  const stopped = stop && stoppedView(state, stop);
  return {
    screen,
    title: [titleOf(state, screen, stopped), GAME_TITLE].filter(Boolean).join(' – '),
    attention: screen === 'game' && needsPlayer(state),
    status: statusOf(state, screen, stopped),
    trouble,
    fault: state.fault,
    waiting: screen === 'waiting' ? waitingView(state, now) : null,
    stopped,
    game: screen === 'game' && seen ? tableView(state, seen, now) : null,
  };
}

/**
 * @param {State} state
 * @returns {View['screen']}
 */
function screenOf({ stop, errand, seen }) {
  if (stop) return 'stopped';
  if (errand.kind === 'none') return 'entrance';
  return errand.kind !== 'join' && seen ? 'game' : 'waiting';
}

/** @param {State} state */
function needsPlayer(state) {
  const { seen } = state;
  return seen !== null && isInTouch(state) && (mayPlay(state) || whoAsks(state, seen.snapshot) !== null);
}

/**
 * @param {State} state
 * @param {View['screen']} screen
 * @param {StoppedView | null} stopped
 */
function titleOf(state, screen, stopped) {
  if (stopped) return stopped.heading;
  if (wasThere(state) && !isInTouch(state)) return 'Reconnecting';
  if (screen === 'game' && state.seen) return matchTitle(state, state.seen.snapshot);
  return state.waiting ? 'Waiting' : '';
}

/**
 * @param {State} state
 * @param {View['screen']} screen
 * @param {StoppedView | null} stopped
 */
function statusOf(state, screen, stopped) {
  if (screen === 'entrance') return '';
  if (stopped) return `${stopped.heading}. ${stopped.text}`;
  if (isMissed(state.link)) return missedWords(state);
  if (screen === 'game' && state.seen) return matchStatus(state, state.seen.snapshot);
  return state.notice ?? `${waitingHeading(state)}.`;
}

/**
 * Whether the server has told anything of this errand.
 * @param {State} state
 */
function wasThere({ seen, waiting }) {
  return seen !== null || waiting !== null;
}

/** @param {State} state */
function missedWords(state) {
  const { link, notice } = state;
  const isPutOff = link.kind === 'open' && link.talk.about !== 'match' && link.talk.again !== null;
  return (isPutOff && notice) || `${lossWords(state)} Trying again.`;
}

/** @param {State} state */
function lossWords(state) {
  return wasThere(state) ? 'Connection lost.' : 'The server does not answer.';
}

/**
 * @param {State} state
 * @param {number} now
 * @returns {View['trouble']}
 */
function troubleOf(state, now) {
  const { link } = state;
  if (link.kind === 'off' || isInTouch(state)) return null;
  if (!isMissed(link) && !wasThere(state)) return null;
  const seconds = link.kind === 'lost' ? secondsLeft(link.due - now) : 0;
  const soon = seconds > 0 ? ` in ${seconds} s` : '';
  const text = `${lossWords(state)} Trying again${soon} (try ${link.tries + 1}).`;
  return { text, retry: link.kind === 'lost' };
}

/** @param {State} state */
function waitingHeading({ errand, waiting }) {
  const room = waiting ? waiting.told.room : errand.kind === 'join' ? errand.wish.room : null;
  if (!waiting) return 'One moment';
  return room === null ? 'Waiting for an opponent' : `Waiting in room ${room}`;
}

/**
 * What goes on before anything is known.
 * @param {State} state
 */
function entryWords({ link, errand }) {
  if (link.kind !== 'open') return 'Connecting.';
  return errand.kind === 'join' ? 'Asking for an opponent.' : 'Asking for the match.';
}

/**
 * @param {State} state
 * @param {number} now
 * @returns {WaitingView}
 */
function waitingView(state, now) {
  const { errand, waiting, notice } = state;
  const wish = errand.kind === 'join' || errand.kind === 'seat' ? errand.wish : null;
  const rules = waiting?.told.rules ?? wish?.rules;
  return {
    heading: waitingHeading(state),
    board: rules ? boardWords(rules) : '',
    invitation: invitationOf(waiting),
    text: notice ?? (waiting && isInTouch(state) ? waitingText(waiting, now) : entryWords(state)),
    counting: waiting !== null && waiting.told.computer_in_ms !== null,
    placed: waiting !== null && isInTouch(state),
  };
}

/**
 * Where a guest is led to: to the room; or to the first screen, if its usual board is the one that is waited for.
 * @param {State['waiting']} waiting
 * @returns {Place | null}
 */
function invitationOf(waiting) {
  if (!waiting) return null;
  const { room, rules } = waiting.told;
  if (room !== null) return { kind: 'room', room };
  return isUsual(rules) ? { kind: 'entrance' } : null;
}

/**
 * @param {NonNullable<State['waiting']>} waiting
 * @param {number} now
 */
function waitingText({ told, at }, now) {
  if (told.computer_in_ms !== null) {
    const seconds = secondsLeft(told.computer_in_ms - (now - at));
    return seconds === 0 ? 'The computer joins now.' : `The computer joins in ${seconds} s.`;
  }
  return told.room === null
    ? 'Nobody but a person will do, and one who asks for the same board.'
    : 'Whoever opens the link plays with you.';
}

/**
 * @param {State} state
 * @param {Stop} stop
 * @returns {StoppedView}
 */
function stoppedView({ errand }, stop) {
  switch (stop.why) {
    case 'superseded':
      return {
        heading: 'Played on another tab',
        text: 'Your seat is played on another tab or device. This one stays quiet.',
        ways: ['take-back', 'leave'],
        match: null,
      };
    case 'room_full': {
      const room = errand.kind === 'join' ? errand.wish.room : null;
      const heading = room === null ? 'The room is full' : `Room ${room} is full`;
      const ways = /** @type {StoppedView['ways']} */ (stop.match === null ? ['leave'] : ['watch', 'leave']);
      return { heading, text: stop.message, ways, match: stop.match };
    }
    case 'refused': {
      const heading = isGone(stop.code) ? 'This game is gone' : 'The server said no';
      return { heading, text: stop.message, ways: ['leave'], match: null };
    }
    default: {
      const heading = 'The server closed the connection';
      return { heading, text: stop.message, ways: ['retry', 'leave'], match: null };
    }
  }
}
