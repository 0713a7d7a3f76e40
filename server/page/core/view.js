/** What the page shows of its state, in complete sentences. Pure. */

import { describe, gameName } from './boards.js';
import { isOutageShown } from './connection.js';
import { GamePresenter, startBoard, startPlayers } from './game-view.js';
import { GONE } from './refusals.js';
import { isReady, mayPlay } from './requests.js';
import { isByLink } from './step.js';
import { isolated, secondsLeft } from './text.js';

const GAME_TITLE = 'Tic-tac-toe';

/** Joining that takes this long is shown on the start screen. */
const SLOW_JOIN_MS = 700;

/**
 * @param {State} state
 * @param {number} now
 */
export function view(state, now) {
  return new Presenter(state, now).view;
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

class Presenter {
  #state;
  #now;
  /** The match, where it is shown. */
  #match;

  /**
   * @param {State} state
   * @param {number} now
   */
  constructor(state, now) {
    this.#state = state;
    this.#now = now;
    const { seen } = state;
    this.#match = this.#screen === 'game' && seen ? new GamePresenter(state, seen, now) : null;
  }

  /** @returns {View} */
  get view() {
    const { session, choices, host, ownWord, fieldError } = this.#state;
    const [screen, match, stopped] = [this.#screen, this.#match, this.#stopped];
    const game = match && match.game;
    const startRules = screen === 'start' ? choices.rules : screen === 'invitation' ? host?.rules : null;
    return {
      screen,
      choices,
      title: [stopped?.headline ?? this.#title, GAME_TITLE].filter(Boolean).join(' – '),
      attention: isReady(this.#state) && (mayPlay(this.#state) || Boolean(match?.opponentsProposal)),
      ...(stopped ?? { ...this.#lines, wayOn: null }),
      outage: this.#outage,
      fieldError,
      room: 'room' in session ? session.room : null,
      host,
      ownWord,
      board: match ? match.board : startRules ? startBoard(this.#state, startRules) : null,
      players: game?.players ?? (screen === 'start' ? startPlayers(choices) : null),
      levelText: this.#levelText(game),
      returnText: this.#returnText,
      waiting: screen === 'waiting' ? this.#waiting : null,
      game,
    };
  }

  /**
   * A player who does not wait for a person stays on the start screen until the game begins, unless something is wrong.
   * @returns {View['screen']}
   */
  get #screen() {
    const { stop, session, seen, waiting, link, notice, joinedAt } = this.#state;
    if (stop) return 'stopped';
    if (seen) return 'game';
    if (session.kind === 'none') return session.games ? 'games' : session.room ? 'invitation' : 'start';
    const isBrief =
      joinedAt !== null && 'options' in session && ['ai', 'hotseat'].includes(session.options.opponent);
    const isSmooth = waiting === null && notice === null && !isOutageShown(link);
    return isBrief && isSmooth ? 'start' : 'waiting';
  }

  get #title() {
    const isLost = this.#wasConnected && !isReady(this.#state) && !isByLink(this.#state);
    return isLost ? 'Reconnecting' : (this.#match?.title ?? (this.#state.waiting ? 'Waiting' : ''));
  }

  /** @returns {{ headline: string, detail: string }} */
  get #lines() {
    const { link, notice, joinedAt, obstacle } = this.#state;
    const match = this.#match;
    if (this.#screen === 'games') return { headline: 'Your games', detail: notice ?? '' };
    if (this.#screen === 'invitation') return this.#invitationLines;
    if (this.#screen === 'start') {
      const isSlow = joinedAt !== null && this.#now >= joinedAt + SLOW_JOIN_MS;
      return { headline: isSlow ? 'Connecting...' : '', detail: '' };
    }
    if (isOutageShown(link)) {
      const isBusy = link.kind === 'open' && link.handshake?.retryAt != null;
      const detail = obstacle ?? ((isBusy && notice) || 'Trying again.');
      if (!match) return { headline: this.#outageText, detail };
      return { headline: match.headline, detail: `${this.#outageText} ${detail}` };
    }
    return match ? { headline: match.headline, detail: match.detail } : this.#waitingLines;
  }

  /** @param {GameView | null} game */
  #levelText(game) {
    const { session, shownPly } = this.#state;
    if (this.#screen === 'start' && session.kind === 'none') return 'Tap to play the computer ·';
    return game?.actions.level && shownPly === null ? 'Level of the computer ·' : null;
  }

  get #returnText() {
    const { session, offered } = this.#state;
    if (session.kind !== 'none' || !offered) return null;
    return offered.opponent
      ? `Your game with ${isolated(offered.opponent)} is still running.`
      : 'You have an unfinished game.';
  }

  get #invitationLines() {
    const { session, host, notice } = this.#state;
    if (host) {
      const board = host.rules && `${withSeries(describe(host.rules), host.best_of)}.`;
      const headline = `${isolated(host.name)} invites you`;
      return { headline, detail: [board, notice].filter(Boolean).join(' ') };
    }
    const empty = 'No one is waiting here now. Your friend may be playing already.';
    const room = 'room' in session ? `Room ${session.room}` : '';
    return { headline: room, detail: host === null ? empty : (notice ?? '') };
  }

  get #waitingLines() {
    const { waiting, notice, cancellation } = this.#state;
    const headline = waiting ? 'Waiting for an opponent' : 'Connecting...';
    const detail = notice ?? (waiting && this.#waitingText(waiting));
    return { headline, detail: [cancellation, detail].filter(Boolean).join(' ') };
  }

  /** @param {Waiting} waiting */
  #waitingText({ rules, best_of, room, computer_in_ms }) {
    const { session } = this.#state;
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

  /** Whether the server has said anything in this session. */
  get #wasConnected() {
    return this.#state.seen !== null || this.#state.waiting !== null;
  }

  get #outageText() {
    if (this.#state.obstacle) return 'This page cannot connect.';
    return this.#wasConnected ? 'Connection lost.' : 'The server does not answer.';
  }

  /** @returns {View['outage']} */
  get #outage() {
    const { link } = this.#state;
    if (link.kind === 'off' || isReady(this.#state)) return null;
    if (!isOutageShown(link) && !this.#wasConnected) return null;
    const seconds = link.kind === 'lost' ? secondsLeft(link.retryAt - this.#now) : 0;
    const soon = seconds > 0 ? ` in ${seconds} s` : '';
    const text = `${this.#outageText} Trying again${soon} (try ${link.tries + 1}).`;
    return { text, canRetry: link.kind === 'lost' };
  }

  /** @returns {WaitingView} */
  get #waiting() {
    const { waiting } = this.#state;
    if (!waiting || !isReady(this.#state)) return { word: null, queued: false };
    return { word: waiting.word ?? waiting.room, queued: true };
  }

  /** @returns {StoppedView | null} */
  get #stopped() {
    const { session, choices, stop } = this.#state;
    const options = /** @type {const} */ ({ ...choices, opponent: 'ai', room: null });
    const computer = { label: 'Play the computer', action: { type: /** @type {const} */ ('join'), options } };
    if (!stop) return null;
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
        const headline = GONE.includes(stop.code) ? 'This game is gone' : "That didn't work";
        return { headline, detail: stop.message, wayOn: computer };
      }
      default: {
        const wayOn = { label: 'Try again', action: { type: /** @type {const} */ ('retry') } };
        return { headline: 'The server closed the connection', detail: stop.message, wayOn };
      }
    }
  }
}

/**
 * `Classic, best of 3`
 * @param {string} game
 * @param {BestOf | null} [bestOf]
 */
function withSeries(game, bestOf) {
  return bestOf ? `${game}, best of ${bestOf}` : game;
}
