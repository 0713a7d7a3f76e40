/** What the page shows of its state, in complete sentences. Pure. */

import { describe, gameName } from './boards.js';
import { isOutageShown } from './connection.js';
import { GamePresenter, startBoard, startPlayers } from './game-view.js';
import { isGone } from './refusals.js';
import { isReady, mayPlay } from './requests.js';
import { isByLink } from './step.js';
import { isolated, secondsLeft, seriesName } from './text.js';

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
  const { seen, stop, session, choices, host, ownWord, fieldError } = state;
  const stopped = stop && stoppedView(state, stop);
  const match = screen === 'game' && seen ? new GamePresenter(state, seen) : null;
  const game = match && match.game(now);
  const startRules = screen === 'start' ? choices.rules : screen === 'invitation' ? host?.rules : null;
  return {
    screen,
    choices,
    title: [titlePrefix(state, stopped, match), GAME_TITLE].filter(Boolean).join(' – '),
    attention: isReady(state) && (mayPlay(state) || Boolean(match?.opponentsProposal)),
    ...(stopped ?? { ...lines(state, screen, match, now), wayOn: null }),
    outage: outageView(state, now),
    fieldError,
    room: 'room' in session ? session.room : null,
    host,
    ownWord,
    board: match ? match.board : startRules ? startBoard(state, startRules) : null,
    players: game?.players ?? (screen === 'start' ? startPlayers(choices) : null),
    levelText: levelText(state, screen, game),
    waiting: screen === 'waiting' ? waitingView(state) : null,
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
  if (session.kind === 'none') return session.games ? 'games' : session.room ? 'invitation' : 'start';
  const isBrief =
    joinedAt !== null && 'options' in session && ['ai', 'hotseat'].includes(session.options.opponent);
  const isSmooth = waiting === null && notice === null && !isOutageShown(link);
  return isBrief && isSmooth ? 'start' : 'waiting';
}

/**
 * @param {State} state
 * @param {StoppedView | null} stopped
 * @param {GamePresenter | null} match
 */
function titlePrefix(state, stopped, match) {
  if (stopped) return stopped.headline;
  if (wasConnected(state) && !isReady(state) && !isByLink(state)) return 'Reconnecting';
  return match?.title ?? (state.waiting ? 'Waiting' : '');
}

/**
 * @param {State} state
 * @param {View['screen']} screen
 * @param {GamePresenter | null} match
 * @param {number} now
 * @returns {{ headline: string, detail: string }}
 */
function lines(state, screen, match, now) {
  const { link, notice, joinedAt } = state;
  if (screen === 'games') return { headline: 'Your games', detail: notice ?? '' };
  if (screen === 'invitation') return invitationLines(state);
  if (screen === 'start') {
    const isSlow = joinedAt !== null && now >= joinedAt + SLOW_JOIN_MS;
    return { headline: isSlow ? 'Connecting...' : '', detail: '' };
  }
  if (isOutageShown(link)) {
    const isBusy = link.kind === 'open' && link.handshake?.retryAt != null;
    const detail = (isBusy && notice) || 'Trying again.';
    if (!match) return { headline: outageText(state), detail };
    return { headline: match.headline, detail: `${outageText(state)} ${detail}` };
  }
  return match ? { headline: match.headline, detail: match.detail } : waitingLines(state);
}

/**
 * @param {State} state
 * @param {View['screen']} screen
 * @param {GameView | null} game
 */
function levelText({ session, shownPly }, screen, game) {
  if (screen === 'start' && session.kind === 'none') return 'Tap to play the computer ·';
  return game?.actions.level && shownPly === null ? 'Level of the computer ·' : null;
}

/** @param {State} state */
function invitationLines({ session, host, notice }) {
  if (host) {
    const board = host.rules && `${withSeries(describe(host.rules), host.best_of)}.`;
    return {
      headline: `${isolated(host.name)} invites you`,
      detail: [board, notice].filter(Boolean).join(' '),
    };
  }
  const empty = 'No one is waiting here now. Your friend may be playing already.';
  const room = 'room' in session ? `Room ${session.room}` : '';
  return { headline: room, detail: host === null ? empty : (notice ?? '') };
}

/** @param {State} state */
function waitingLines({ session, waiting, notice, cancellation }) {
  const headline = waiting ? 'Waiting for an opponent' : 'Connecting...';
  const detail = notice ?? (waiting && waitingText(session, waiting));
  return { headline, detail: [cancellation, detail].filter(Boolean).join(' ') };
}

/**
 * @param {State['session']} session
 * @param {NonNullable<State['waiting']>} waiting
 */
function waitingText(session, { rules, best_of, room, computer_in_ms }) {
  const host = 'options' in session ? session.options.host : undefined;
  if (host !== undefined) {
    const next = computer_in_ms === null ? 'Keep waiting here, or cancel.' : 'The computer joins soon.';
    return `${isolated(host)} is no longer waiting. ${next}`;
  }
  const who =
    room === null
      ? 'Anyone online can join, or a friend with this link.'
      : 'The first to open this link plays you.';
  return `${withSeries(gameName(rules), best_of)}. ${who}`;
}

/**
 * `Classic, best of 3`
 * @param {string} game
 * @param {BestOf | null} [bestOf]
 */
function withSeries(game, bestOf) {
  return bestOf ? `${game}, ${seriesName(bestOf)}` : game;
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
        headline: 'You are playing in another tab',
        detail: 'Your game is open in another tab or on another device.',
        wayOn: { label: 'Continue here', action: { type: 'take-seat' } },
      };
    case 'room_full': {
      const { message, match } = stop;
      const room = session.kind === 'seek' ? session.options.room : null;
      const headline = room === null ? 'The room is full' : `Room ${room} is full`;
      const watch = match && { label: 'Watch', action: { type: /** @type {const} */ ('watch'), match } };
      return { headline, detail: message, wayOn: watch || computer };
    }
    case 'refused': {
      const headline = isGone(stop.code) ? 'This game is gone' : "That didn't work";
      return { headline, detail: stop.message, wayOn: computer };
    }
    default: {
      const wayOn = { label: 'Try again', action: { type: /** @type {const} */ ('retry') } };
      return { headline: 'The server closed the connection', detail: stop.message, wayOn };
    }
  }
}
