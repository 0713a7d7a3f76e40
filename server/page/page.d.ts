/**
 * The types that the page's modules share. The core is pure:
 *
 *     reduce(state, input, now)  ->  { state, effects }
 *     view(state, now)           ->  View
 *
 * `main.js` feeds inputs in, carries the effects out and draws the view. Times are milliseconds of one monotonic clock
 * (`performance.now()`), unless stated otherwise.
 */

import type {
  ClientFrame,
  Hint,
  Level,
  Mark,
  Refused,
  Review,
  Rules,
  ServerMessage,
  Snapshot,
  Waiting,
} from './protocol';

/** What the player chose on the start screen. */
export interface JoinOptions {
  /** As typed; may be empty. */
  name: string;
  opponent: 'any' | 'human' | 'ai';
  level: Level;
  mark: 'X' | 'O' | 'any';
  /** `null` in a room: the board of the player who waits there. */
  rules: Rules | null;
  room: string | null;
}

/** What the page can be heard to report. */
export type Sound = 'move' | 'other-move' | 'your-turn' | 'win' | 'loss';

/** What this tab does. It is saved in `sessionStorage`, so that a reload continues it. Tickets are secrets. */
export type Session =
  | {
      kind: 'none';
      /** On the start screen of this room. */
      room?: string;
      /** At this device's games. */
      games?: true;
    }
  | Seek
  | { kind: 'seat'; options: JoinOptions; match: string; ticket: string }
  | { kind: 'watch'; match: string };

/** Looks for an opponent. */
export interface Seek {
  kind: 'seek';
  options: JoinOptions;
  /** From `waiting`. With it, the place in the queue is resumed on a new connection. */
  ticket: string | null;
  /** The ticket of the place or seat before this seek, until the server has confirmed that the player left it. */
  leaving: string | null;
}

/** What a URL path stands for. */
export type Route =
  { kind: 'start' } | { kind: 'games' } | { kind: 'room'; room: string } | { kind: 'watch'; match: string };

/**
 * The connection. It is wanted as long as there is a session and no `stop`. `tries` counts the failures since the last
 * connection that lasted; `outageShown` is whether the page shows that it is down.
 */
export type Link =
  | { kind: 'off' }
  | { kind: 'opening'; tries: number; since: number; outageShown: boolean }
  | OpenLink
  | { kind: 'lost'; tries: number; retryAt: number };

export interface OpenLink {
  kind: 'open';
  tries: number;
  since: number;
  outageShown: boolean;
  /** When the last message arrived. */
  heardAt: number;
  /** When the first message since then was sent; `null`: none. */
  sentAt: number | null;
  /** A ping is unanswered: without a message until then, the connection is dead. */
  pongDue: number | null;
  handshake: Handshake;
}

/** How the server learns, on each connection, what this tab does. See `handshake.js`. */
export type Handshake = PendingHandshake | { phase: 'done' };

export interface PendingHandshake {
  /** `reclaim` and `leave` give up what was there before, `hello` starts or resumes the session. */
  phase: 'reclaim' | 'leave' | 'hello';
  id: number;
  tries: number;
  /** The server was busy: when to send it again. */
  retryAt: number | null;
}

/** Why the page does not reconnect by itself. */
export type Stop =
  /** The seat was taken over by another tab or device: this one is silent until its player takes it back. */
  | { reason: 'superseded' }
  | { reason: 'room_full'; message: string; match: string | null }
  /** The seat or the match no longer exists, or the server refuses the request for good. */
  | { reason: 'refused'; code: Refused['code']; message: string }
  /** The server closed the connection for good. */
  | { reason: 'closed'; message: string };

/** A move that was sent and is not in a snapshot yet. */
export interface PendingMove {
  id: number;
  cell: number;
  ply: number;
  game: number;
  /** The server has confirmed it, and the snapshot is on its way. */
  done: boolean;
  tries: number;
  /** The server was busy: when to send it again. */
  retryAt: number | null;
}

/** A request that is not answered yet. */
export interface PendingRequest {
  id: number;
  about: 'hint' | 'review' | 'resign' | 'rematch';
  game: number;
  ply: number;
}

/** What the status reports: the position, or what has happened to a player since the last move. */
export type MatchEvent = { kind: 'position' } | { kind: 'away' | 'back' | 'left' | 'offered'; mark: Mark };

export interface State {
  session: Session;
  link: Link;
  stop: Stop | null;
  /** The newest snapshot. */
  seen: { snapshot: Snapshot; at: number } | null;
  /** The place in the queue. */
  waiting: { message: Waiting; at: number } | null;
  pendingMove: PendingMove | null;
  /** A hint or a review that the computer works on. */
  query: PendingRequest | null;
  /** A resignation or a rematch. */
  request: PendingRequest | null;
  lastEvent: MatchEvent;
  hint: Hint | null;
  review: Review | null;
  /** A finished game is stepped through: how many of its moves are shown. */
  shownPly: number | null;
  /** What went wrong with the player's last action, until the position changes. */
  notice: string | null;
  /** Why the player is looking for an opponent again, until the first move of the next game. */
  cancellation: { text: string; opponent: string } | null;
  /** What is wrong with a field of the start screen. */
  fieldError: { field: 'name' | 'room' | 'board'; message: string } | null;
  nextId: number;
}

/** One run of the reducer. `state` is replaced and never modified. */
export interface Step {
  state: State;
  readonly effects: Effect[];
  readonly now: number;
}

/** What the player does. */
export type Action =
  | { type: 'join'; options: JoinOptions }
  | { type: 'watch'; match: string }
  | { type: 'play'; cell: number }
  | { type: PendingRequest['about'] }
  /** Show the finished game after this many moves; `null`: no longer step through it. */
  | { type: 'step'; ply: number | null }
  /** Show the game of a link, as this player saw it. */
  | { type: 'replay'; link: string; you: Snapshot['you'] }
  /** While waiting: play the computer now, or wait for a person only. */
  | { type: 'computer' | 'keep-waiting' }
  /** Leave the match and look for an opponent with the same options. */
  | { type: 'new-opponent' }
  /** Back to the start screen. */
  | { type: 'leave' }
  /** Connect now. */
  | { type: 'retry' }
  /** Take the seat back from the other tab. */
  | { type: 'take-back' };

/** `chance` is a random number from 0 to 1. */
export type Input =
  | { type: 'action'; action: Action }
  /** The page was loaded with a saved session; `superseded`: another tab had its seat. */
  | { type: 'loaded'; session: Session; superseded: boolean }
  | { type: 'opened' }
  | { type: 'message'; message: ServerMessage }
  /** What the moves of the replayed game were worth. */
  | { type: 'reviewed'; review: Review }
  /** The connection, or the attempt to connect, ended. */
  | { type: 'closed'; code: number; chance: number }
  /** The time that `nextDeadline` named has come. */
  | { type: 'time'; chance: number }
  /** The page is visible again, or the network is back: the connection may have died silently. */
  | { type: 'woken' };

export type Effect =
  | { type: 'connect' }
  /** No `closed` follows. */
  | { type: 'disconnect' }
  | { type: 'send'; frame: ClientFrame }
  /** Save for a reload. */
  | { type: 'save'; session: Session; superseded: boolean };

/** What the page shows. Texts are complete sentences; names are as the server sent them. */
export interface View {
  screen: 'start' | 'games' | 'waiting' | 'game' | 'stopped';
  /** The players' names in the texts. */
  names: string[];
  /** The document's title. */
  title: string;
  /** It is this player's turn, or the opponent wants a rematch. */
  attention: boolean;
  /** The live region: read out when it changes. */
  status: string;
  /** Shown while the connection is down. */
  outage: { text: string; canRetry: boolean } | null;
  fieldError: State['fieldError'];
  waiting: WaitingView | null;
  stopped: StoppedView | null;
  game: GameView | null;
}

export interface WaitingView {
  heading: string;
  /** Where guests meet this player; `null` if they would not. */
  invitation: Route | null;
  /** "3x3, 3 in a row". */
  board: string;
  text: string;
  /** Whether the computer joins by itself. */
  countsDown: boolean;
  /** Whether the server has confirmed the place in the queue: before that, only "Cancel" makes sense. */
  queued: boolean;
}

export interface StoppedView {
  heading: string;
  text: string;
  /** The main one first. */
  actions: ('take-back' | 'watch' | 'retry' | 'leave')[];
  /** The match to watch. */
  match: string | null;
}

export interface GameView {
  match: string;
  /** "Game 2, room kitten". */
  heading: string;
  rules: Rules;
  /** "3x3, 3 in a row". */
  board: string;
  /** The viewer first; X first for a spectator. */
  players: [PlayerView, PlayerView];
  /** "2-1, 0 draws" in the order of `players`. */
  score: string;
  cells: CellView[];
  /** Whether a cell may be played now. */
  canPlay: boolean;
  /** The cell where the keyboard starts. */
  startCell: number;
  /** "0:52"; `null` without a clock or when the game is over. */
  clock: { text: string; seconds: number } | null;
  /** "2 watching", or "1 more watching" for a spectator. */
  spectators: string | null;
  /** "You won: 1-5-9." */
  result: string | null;
  /** A hint, a refusal, or that a review is being made. */
  notice: string | null;
  /** While a finished game is stepped through. */
  replay: ReplayView | null;
  /** Which buttons are shown. */
  actions: {
    resign: boolean;
    hint: boolean;
    rematch: boolean;
    review: boolean;
    newOpponent: boolean;
  };
  /** Whether leaving now loses a game against another player. */
  losesByLeaving: boolean;
  /** "Bob wants a rematch.", "Bob has left: no rematch." */
  rematch: string | null;
  /** The connection is down: the board is dimmed. */
  frozen: boolean;
}

export interface ReplayView {
  /** How many moves are shown. */
  ply: number;
  /** The game for a link; `null` if it did not count. */
  link: string | null;
  /** The game is that of a link: there is no match to go back to. */
  isByLink: boolean;
  moves: { mark: Mark; label: string; mistake: boolean }[];
  /** "You played top middle: now X can force a win. Better: centre, still a draw." */
  sentence: { text: string; tone?: 'mistake' | 'better' }[];
}

export interface PlayerView {
  name: string;
  mark: Mark;
  you: boolean;
  /** "here", "away, 0:24 left to return", "has left", "computer, perfect"; empty for the viewer, or if it is unknown. */
  presence: string;
  away: boolean;
  toMove: boolean;
  wins: number;
}

export interface CellView {
  cell: number;
  /** An unconfirmed move counts. */
  mark: Mark | null;
  /** "Row 2, column 2, X, last move". */
  label: string;
  last: boolean;
  won: boolean;
  hinted: boolean;
  /** In a review: the move was a mistake, or would have been better. */
  mistake: boolean;
  better: boolean;
  pending: boolean;
  playable: boolean;
}
