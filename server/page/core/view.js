/** What the page shows of its state, in complete sentences. Pure. */

import { gameName } from './boards.js';
import { isOutageShown } from './connection.js';
import { boardView, gameView, startBoard, startPlayers } from './game-view.js';
import { isReady, mayPlay } from './moves.js';
import { isGone } from './refusals.js';
import { opponentsProposal } from './proposals.js';
import { matchDetail, matchHeadline, matchTitle } from './status.js';
import { isByLink } from './step.js';
import { secondsLeft, seriesName } from './text.js';

/** @import { GameView, State, Stop, StoppedView, View, WaitingView } from '../page' */

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
  const game = screen === 'game' && seen ? gameView(state, seen, now) : null;
  const startRules = room === null ? choices.rules : state.host?.rules;
  const lobbyBoard = screen === 'start' && startRules ? startBoard(state, startRules) : null;
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
    board: game && seen ? boardView(state, seen) : lobbyBoard,
    players: game?.players ?? (screen === 'start' && room === null ? startPlayers(choices) : null),
    levelText: levelText(state, screen, game),
    waiting: screen === 'waiting' ? waitingView(state) : null,
    stopped,
    game,
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
function namesInTexts({ seen, session, cancellation, host }) {
  const players = seen ? Object.values(seen.snapshot.players).map(({ name }) => name) : [];
  const expected = 'options' in session ? session.options.host : undefined;
  return [...players, cancellation?.opponent ?? '', host?.name ?? '', expected ?? ''];
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
  const snapshot = screen === 'game' && seen ? seen.snapshot : null;
  if (isOutageShown(link)) {
    const isBusy = link.kind === 'open' && link.handshake.phase !== 'done' && link.handshake.retryAt !== null;
    const detail = (isBusy && notice) || 'Trying again.';
    if (!snapshot) return { headline: outageText(state), detail };
    return { headline: matchHeadline(state, snapshot), detail: `${outageText(state)} ${detail}` };
  }
  if (!snapshot) return waitingLines(state);
  return { headline: matchHeadline(state, snapshot), detail: matchDetail(state, snapshot) };
}

/**
 * @param {State} state
 * @param {View['screen']} screen
 * @param {GameView | null} game
 */
function levelText({ session, shownPly }, screen, game) {
  if (screen === 'start' && session.kind === 'none' && !session.room) return 'Tap to play the computer ·';
  return game?.actions.level && shownPly === null ? 'Level of the computer ·' : null;
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
    const board = host.rules && `${gameName(host.rules)}${series}.`;
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
  const host = 'options' in session ? session.options.host : undefined;
  if (host !== undefined) {
    const next = computer_in_ms === null ? 'Keep waiting here, or cancel.' : 'The computer joins soon.';
    return `${host} is no longer waiting. ${next}`;
  }
  if (room === null && word === undefined) return 'Waiting for another player who wants the same game.';
  const series = best_of ? `, ${seriesName(best_of)}` : '';
  return `${gameName(rules)}${series}. The first to open this link plays you.`;
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
function stoppedView({ session, choices }, stop) {
  const options = /** @type {const} */ ({ ...choices, opponent: 'ai', room: null });
  const computer = { label: 'Play the computer', action: { type: /** @type {const} */ ('join'), options } };
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
      const watch = match && { label: 'Watch', action: { type: /** @type {const} */ ('watch'), match } };
      return { heading, text: message, way: watch || computer };
    }
    case 'refused': {
      const heading = isGone(stop.code) ? 'This game is gone' : "That didn't work";
      return { heading, text: stop.message, way: computer };
    }
    default: {
      const way = { label: 'Try again', action: { type: /** @type {const} */ ('retry') } };
      return { heading: 'The server closed the connection', text: stop.message, way };
    }
  }
}
