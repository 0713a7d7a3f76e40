/**
 * The page's own words: what it knows (`State`), what can happen to it (`Happening`), what it then has done (`Effect`),
 * and what is to be seen (`View`). `state.js` and `view.js` are pure functions between them:
 *
 *     step(state, happening, now)  ->  { state, effects }
 *     view(state, now)             ->  View
 *
 * `main.js` feeds happenings in, carries effects out and has the view drawn. All times are milliseconds of one monotonic
 * clock (`performance.now()`), unless they say otherwise.
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

/** Why a message was refused, in a word. */
export type Code = Refused['code'];

/** What a person asks for on the first screen. */
export interface Wish {
  /** As typed; empty: none given. */
  name: string;
  opponent: 'any' | 'human' | 'ai';
  level: Level;
  mark: 'X' | 'O' | 'any';
  /** `null` in a room: the board of whoever waits there. */
  rules: Rules | null;
  room: string | null;
}

/** What this tab is about. It is kept in `sessionStorage`, so that a reload goes on with it. Tickets are secrets. */
export type Errand =
  | { kind: 'none'; /** On the first screen of this room. */ room?: string }
  /** Wants an opponent; the ticket is that of `waiting`, once there is one. */
  | { kind: 'join'; wish: Wish; ticket: string | null }
  /** Has a seat. */
  | { kind: 'seat'; wish: Wish; match: string; ticket: string }
  | { kind: 'watch'; match: string };

/** What an address stands for. */
export type Place = { kind: 'entrance' } | { kind: 'room'; room: string } | { kind: 'watch'; match: string };

/**
 * The connection. It is wanted as long as there is an errand and no `stop`. `tries` counts those that failed since the
 * last one that lasted.
 */
export type Link =
  | { kind: 'off' }
  /** Being made since then; `missed`: after a wait, so that its player was told. */
  | { kind: 'opening'; tries: number; since: number; missed: boolean }
  | OpenLink
  /** Lost; the next try is due then. */
  | { kind: 'lost'; tries: number; due: number };

/** A connection that is there. */
export interface OpenLink {
  kind: 'open';
  tries: number;
  since: number;
  missed: boolean;
  /** When the server was heard last. */
  heard: number;
  /** When it was told the first thing since then; `null`: nothing. */
  asked: number | null;
  /** It has been asked for a sign of life: without one until then the connection is dead. */
  until: number | null;
  talk: Talk;
}

/** How far the talk with the server has come. */
export type Talk =
  /** It has been told `leave`, or what this tab is about. Not answered; or it cannot answer now, and is told `again` then. */
  | { about: 'leave' | 'hello'; id: number; tries: number; again: number | null }
  /** It knows: moves are welcome. */
  | { about: 'match' };

/** Why the page no longer comes back by itself, and what its player can do about it. */
export type Stop =
  /** The seat is played on another tab or device: this one is quiet until its player takes it back. */
  | { why: 'superseded' }
  /** The room has its two players. */
  | { why: 'room_full'; message: string; match: string | null }
  /** The seat or the match is no longer there, or the server will not have what was asked. */
  | { why: 'refused'; code: Code; message: string }
  /** The server closed for good. */
  | { why: 'closed'; message: string };

/** A move that was sent and is not acknowledged. */
export interface PendingMove {
  id: number;
  cell: number;
  ply: number;
  game: number;
  /** The server has it, and the snapshot with it is on its way. */
  done: boolean;
  /** The server cannot take it now: so often it was sent, and when it is sent again. */
  tries: number;
  again: number | null;
}

/** What was asked of the server and is not answered. */
export interface Question {
  id: number;
  about: 'hint' | 'review' | 'resign' | 'rematch';
  game: number;
  ply: number;
}

/** What the status tells: how it stands on the board, or what happened besides since then. */
export type News = { kind: 'position' } | { kind: 'away' | 'back' | 'left' | 'offered'; mark: Mark };

/** Everything the page knows of what it does. */
export interface State {
  errand: Errand;
  link: Link;
  stop: Stop | null;
  /** The newest snapshot, and when it came. */
  seen: { snapshot: Snapshot; at: number } | null;
  /** The place in the queue, and when that was said. */
  waiting: { told: Waiting; at: number } | null;
  pending: PendingMove | null;
  /** What the computer thinks about. */
  question: Question | null;
  /** A game given up, or another asked for. */
  request: Question | null;
  news: News;
  hint: Hint | null;
  review: Review | null;
  /** What went wrong with the last thing that was asked, until something else happens. */
  notice: string | null;
  /** What is wrong with a field of the first screen. */
  fault: { field: 'name' | 'room' | 'board'; message: string } | null;
  /** The id of the next message. */
  nextId: number;
}

/** A step that is being made: what is changed is replaced by what is new, so that what was before stays as it was. */
export interface Turn {
  state: State;
  readonly effects: Effect[];
  readonly now: number;
}

/** What a person does. */
export type Act =
  | { do: 'join'; wish: Wish }
  | { do: 'watch'; match: string }
  | { do: 'play'; cell: number }
  | { do: 'resign' | 'rematch' | 'hint' | 'review' }
  /** While waiting: the computer now; or nobody but a person. */
  | { do: 'computer' | 'keep-waiting' }
  /** Leaves the match and wishes the same again; after a room: any person. */
  | { do: 'new-opponent' }
  /** Gives up what this tab is about. */
  | { do: 'leave' }
  /** Tries to connect now, also after the server has closed for good. */
  | { do: 'retry' }
  /** Takes the seat back from the other tab. */
  | { do: 'take-back' };

/** What can happen. */
export type Happening =
  | { type: 'act'; act: Act }
  /** The page was loaded (or loaded again) with what was kept of an errand; `quiet`: another tab had its seat. */
  | { type: 'loaded'; errand: Errand; quiet: boolean }
  | { type: 'opened' }
  | { type: 'frame'; frame: ServerMessage }
  /** The connection, or the try to make one, ended. `chance` is from 0 to 1, by lot: it spreads tries. */
  | { type: 'closed'; code: number; chance: number }
  /** The time has come that `due` told of; earlier it does nothing. */
  | { type: 'time'; chance: number }
  /** The page is looked at again, or the network is back: the connection may be dead without a word. */
  | { type: 'woken' };

/** What is to be done. */
export type Effect =
  | { do: 'connect' }
  /** Without a `closed` coming of it. */
  | { do: 'disconnect' }
  | { do: 'send'; frame: ClientFrame }
  /** To be kept for a reload, from now on. */
  | { do: 'keep'; errand: Errand; quiet: boolean };

/** What is to be seen. Texts are finished sentences; names in them are as the server sent them. */
export interface View {
  screen: 'entrance' | 'waiting' | 'game' | 'stopped';
  /** The document's title. */
  title: string;
  /** It is this player's turn, or the opponent wants a rematch: title and icon say so. */
  attention: boolean;
  /** What is said to everybody, and read out when it changes. */
  status: string;
  /** Beside the board while the connection is lost or being made. */
  trouble: { text: string; /** whether trying now makes sense */ retry: boolean } | null;
  fault: State['fault'];
  waiting: WaitingView | null;
  stopped: StoppedView | null;
  game: GameView | null;
}

export interface WaitingView {
  /** "Waiting in room kitten", "Waiting for an opponent". */
  heading: string;
  /** Where guests are to come; `null` where they would not meet who waits. */
  invitation: Place | null;
  /** "3x3, 3 in a row". */
  board: string;
  /** "The computer joins in 7 s.", "Nobody but a person will do.", … */
  text: string;
  /** Whether the computer would come by itself. */
  counting: boolean;
  /** Whether there is a place in the queue: else only "Cancel" makes sense yet. */
  placed: boolean;
}

export interface StoppedView {
  heading: string;
  text: string;
  /** What can be done, the best first. */
  ways: ('take-back' | 'watch' | 'retry' | 'leave')[];
  /** Which match to watch. */
  match: string | null;
}

export interface GameView {
  match: string;
  /** Over the board: "Game 2, room kitten". */
  heading: string;
  rules: Rules;
  /** "3x3, 3 in a row". */
  board: string;
  /** The viewer's own player first; X first for a watcher. */
  players: [PlayerView, PlayerView];
  /** "2-1, 0 draws" in the order of `players`. */
  score: string;
  cells: CellView[];
  /** Whether a cell may be played now. */
  open: boolean;
  /** The cell to begin with for whoever comes by keyboard. */
  first: number;
  /** "0:52", and how many seconds that is; `null` without a clock or when the game is over. */
  clock: { text: string; seconds: number } | null;
  /** "2 watching", "1 more watching" to a watcher; `null` when nobody else does. */
  watchers: string | null;
  /** How the game ended: "You won: 1-5-9." */
  result: string | null;
  /** What the hint, the review or a refusal says, until something else happens. */
  notice: string | null;
  /** What each move was worth, one sentence a move, and how it sums up. */
  review: { moves: { text: string; mistake: boolean }[]; summary: string } | null;
  /** What can be done now. A button that is not here is not shown. */
  ways: {
    resign: boolean;
    hint: boolean;
    rematch: boolean;
    review: boolean;
    newOpponent: boolean;
    leave: boolean;
  };
  /** Whether leaving now loses a game against a person. */
  losesByLeaving: boolean;
  /** "Bob wants a rematch.", "You asked for a rematch: wait for the answer.", "Bob has left: no rematch." */
  rematch: string | null;
  /** The connection is lost: nothing can be played, and the board is dimmed. */
  frozen: boolean;
}

export interface PlayerView {
  name: string;
  mark: Mark;
  you: boolean;
  /** "here", "away, 0:24 left to return", "has left", "computer, perfect"; empty where it is not known, and for you. */
  presence: string;
  away: boolean;
  /** It is this player's turn. */
  toMove: boolean;
  wins: number;
}

export interface CellView {
  cell: number;
  mark: Mark | null;
  /** What is in the cell: an X or O that was sent counts. "Row 2, column 2, X, last move". */
  label: string;
  last: boolean;
  won: boolean;
  hinted: boolean;
  /** Sent, and not yet acknowledged. */
  pending: boolean;
  playable: boolean;
}
