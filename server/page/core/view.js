/** What the page shows of its state, in complete sentences. Pure. */

import { describe, gameName } from './boards.js';
import { isOutageShown } from './connection.js';
import { GamePresenter, RECONNECTING, busyNotice, startBoard } from './game-view.js';
import { GONE } from './refusals.js';
import { isReady, mayPlay } from './requests.js';
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
export function isCounting({ link, seen, waiting, joinedAt, reactions, pending }, now) {
  const isJoining = joinedAt !== null && waiting === null;
  const isTimed = seen ? seen.snapshot.ms_left !== null || Boolean(pending.move) : isJoining;
  return isTimed || isOutageShown(link) || Object.values(reactions).some(({ until }) => now < until);
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
    const { session, choices, host, playing, ownWord, listedWord, fieldError } = this.#state;
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
      room: !stopped && 'room' in session ? session.room : null,
      host,
      playing,
      listedWord: listedWord ?? ownWord,
      board: match ? match.board : startRules ? startBoard(this.#state, startRules) : null,
      levelText: this.#levelText(game),
      returnText: this.#returnText,
      waiting: screen === 'waiting' ? this.#waiting : null,
      game,
    };
  }

  /**
   * A player who does not wait for a person stays on the start screen until the game begins.
   * @returns {View['screen']}
   */
  get #screen() {
    const { stop, session, seen, waiting, joinedAt } = this.#state;
    if (stop) return 'stopped';
    if (seen) return 'game';
    if (session.kind === 'none') return session.games ? 'games' : session.room ? 'invitation' : 'start';
    const isBrief =
      joinedAt !== null && 'options' in session && ['ai', 'hotseat'].includes(session.options.opponent);
    return isBrief && waiting === null ? 'start' : 'waiting';
  }

  get #title() {
    const isLost = this.#wasConnected && isOutageShown(this.#state.link);
    return isLost ? 'Reconnecting' : (this.#match?.title ?? (this.#state.waiting ? 'Waiting' : ''));
  }

  /** @returns {{ headline: string, detail: string }} */
  get #lines() {
    const { link, notice, joinedAt, obstacle } = this.#state;
    const match = this.#match;
    if (this.#screen === 'games') return { headline: 'Your games', detail: notice ?? '' };
    if (this.#screen === 'invitation') return this.#invitationLines;
    if (match) return { headline: match.headline, detail: match.detail };
    if (isOutageShown(link)) {
      if (obstacle) return { headline: 'This page cannot connect.', detail: obstacle };
      const headline = this.#wasConnected ? RECONNECTING : "Can't reach the server";
      return { headline, detail: busyNotice(this.#state) ?? '' };
    }
    if (this.#screen === 'start') {
      const isSlow = joinedAt !== null && this.#now >= joinedAt + SLOW_JOIN_MS;
      return { headline: isSlow || notice ? 'Connecting...' : '', detail: notice ?? '' };
    }
    return this.#waitingLines;
  }

  /** @param {GameView | null} game */
  #levelText(game) {
    const { session, shownPly } = this.#state;
    if (this.#screen === 'start' && session.kind === 'none') return 'Tap a square to play the computer ·';
    return game?.actions.level && shownPly === null ? "Computer's level:" : null;
  }

  get #returnText() {
    const { session, offered } = this.#state;
    if (session.kind !== 'none' || !offered) return null;
    return offered.opponent
      ? `Your game with ${isolated(offered.opponent)} is still running.`
      : 'You have an unfinished game.';
  }

  get #invitationLines() {
    const { session, host, playing, notice } = this.#state;
    if (host) {
      const board = host.rules && `${withSeries(describe(host.rules), host.best_of)}.`;
      const headline = `${isolated(host.name)} invites you`;
      return { headline, detail: [board, notice].filter(Boolean).join(' ') };
    }
    const empty = playing ? 'Two people are playing here.' : 'Nobody is waiting in this room yet.';
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
      const next = computer_in_ms === null ? 'Wait for someone else, or cancel.' : 'The computer joins soon.';
      return `${isolated(host)} has stopped waiting. ${next}`;
    }
    const who =
      room === null
        ? 'Anyone online can join. Or send a friend this link.'
        : 'Send this link to a friend. The first to open it plays you.';
    return `${withSeries(gameName(rules), best_of)}. ${who}`;
  }

  /** Whether the server has said anything in this session. */
  get #wasConnected() {
    return this.#state.seen !== null || this.#state.waiting !== null;
  }

  /** @returns {View['outage']} */
  get #outage() {
    const { link } = this.#state;
    if (!isOutageShown(link)) return null;
    const seconds = link.kind === 'lost' ? secondsLeft(link.retryAt - this.#now) : 0;
    return {
      text: seconds > 0 ? `Trying again in ${seconds} s.` : 'Trying again...',
      canRetry: link.kind === 'lost',
    };
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
        const isRoom = stop.code === 'bad_room';
        const failed = isRoom ? 'There is no such room' : "That didn't work";
        const headline = GONE.includes(stop.code) ? 'That game is over' : failed;
        return { headline, detail: stop.message, wayOn: computer };
      }
      case 'version': {
        // The server sends the page that fits it.
        const headline = stop.isNewer
          ? 'This page is older than the server'
          : 'The server is older than this page';
        const wayOn = { label: 'Try again', action: { type: /** @type {const} */ ('retry') } };
        return { headline, detail: 'Reload the page.', wayOn };
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
