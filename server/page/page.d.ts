/**
 * The types of the page, known to all its modules. The core is pure:
 *
 *     reduce(state, input, now)  ->  { state, effects }
 *     view(state, now)           ->  View
 *
 * `main.js` feeds inputs in, carries the effects out and draws the view. Times are milliseconds of one monotonic clock
 * (`performance.now()`), unless stated otherwise.
 */

type BestOf = import('./protocol').BestOf;
type ClientFrame = import('./protocol').ClientFrame;
type EndedBy = import('./protocol').EndedBy;
type FinishedGame = import('./protocol').FinishedGame;
type GameResult = import('./protocol').GameResult;
type ForcedWin = import('./protocol').ForcedWin;
type Hint = import('./protocol').Hint;
type Invitation = import('./protocol').Invitation;
type Level = import('./protocol').Level;
type ListedMatch = import('./protocol').ListedMatch;
type Listing = import('./protocol').Listing;
type Mark = import('./protocol').Mark;
type Refused = import('./protocol').Refused;
type Review = import('./protocol').Review;
type ReviewedMove = import('./protocol').ReviewedMove;
type Shape = import('./protocol').Shape;
type MatchHistory = import('./protocol').History;
type Rules = import('./protocol').Rules;
type ServerMessage = import('./protocol').ServerMessage;
type Table = import('./protocol').Standings;
type Snapshot = import('./protocol').Snapshot;
type Waiting = import('./protocol').Waiting;
type WaitingPlayer = import('./protocol').WaitingPlayer;
type Worth = import('./protocol').Worth;

/** The player's choices, remembered on this device. */
interface Choices {
  name: string;
  /** The second player on this device; may be empty. */
  secondName: string;
  level: Level;
  mark: 'X' | 'O' | 'any';
  rules: Rules;
  /** `null`: no series. */
  bestOf: BestOf | null;
  sounds: boolean;
  /** The other player's reactions are shown. */
  reactions: boolean;
}

/** A change by the player who opened an arena. */
type ArenaChange = Extract<ClientFrame, { type: 'manage_arena' }>['change'];

/** A short message of a player. */
type Reaction = Extract<ClientFrame, { type: 'react' }>['reaction'];

/** The options of a `join`. The name is the last one that the server has accepted. */
interface JoinOptions extends Pick<Choices, 'name' | 'mark' | 'bestOf'> {
  /** `any`: of a player in the list, who may have gone meanwhile. */
  opponent: 'human' | 'any' | 'ai' | 'hotseat';
  /** `null`: the board of the player who waits in the room. */
  rules: Rules | null;
  room: string | null;
  /** The arena in which the player takes part. */
  arena?: string;
  /** Proves a new row there: the `join` can be sent again. */
  place?: string;
  /** The name of the player who is expected in the room. */
  host?: string | undefined;
  /** The cells of the game that is gone on with, until this one has begun. */
  from?: number[];
  /** The cell of the start screen's board that began the game, until it is played. */
  firstMove?: number;
}

/** The five sounds. */
type Sound = 'move' | 'other-move' | 'your-turn' | 'win' | 'loss';

/** The activity of this tab. It is saved in `sessionStorage`, so that a reload continues it. Tickets are secrets. */
type Session =
  | {
      kind: 'none';
      /** On the invitation screen of this room. */
      room?: string;
      /** At this arena, without taking part. */
      arena?: string;
      /** For a large screen. */
      isWall?: true;
      /** At this device's games. */
      games?: true;
    }
  | Seek
  | Seat
  | { kind: 'watch'; match: string };

/** Plays. A new tab may return to it. */
interface Seat {
  kind: 'seat';
  options: JoinOptions;
  match: string;
  ticket: string;
}

/** Looks for an opponent. */
interface Seek {
  kind: 'seek';
  options: JoinOptions;
  /** From `waiting`. With it, the place in the queue is resumed on a new connection. */
  ticket: string | null;
}

/**
 * The connection. It is wanted as long as there is a session and no `stop`. `tries` counts the failures since the last
 * connection that lasted.
 */
type Link =
  | { kind: 'off' }
  | { kind: 'opening'; tries: number; isShown: boolean; since: number }
  | OpenLink
  | { kind: 'lost'; tries: number; retryAt: number };

interface OpenLink {
  kind: 'open';
  tries: number;
  /** The attempt that opened it was shown as an outage. */
  isShown: boolean;
  since: number;
  /** A ping is unanswered: without a message until then, the connection is dead. */
  pongDue: number | null;
}

/** Why the page does not reconnect by itself. */
type Stop =
  /** The seat was taken over by another tab or device: this one is silent until its player takes it back. */
  | { reason: 'superseded' }
  /** The room is full, the seat or the match no longer exists, or the server refuses the request for good. */
  | { reason: 'refused'; refused: Refused }
  /** The server speaks another version of the protocol. */
  | { reason: 'version' }
  /** The server closed the connection for good, with its reason if it named one. */
  | { reason: 'closed'; message: string | null };

/** News of the player with this mark. */
interface PlayerEvent {
  mark: Mark;
  event: 'to move' | 'took back' | 'declined' | 'withdrew' | 'back' | 'away' | 'left';
}

/** News since the last move: of a player, or of a request of the viewer. See `notices.js`. */
type Notice = keyof typeof import('./core/text.js').NOTICES | Refused | PlayerEvent;

/** The place in an arena. */
interface ArenaPlace {
  /** Proves the row of the table. */
  place?: string | null | undefined;
  /** The name in the table. */
  name?: string | undefined;
  /** The `place` of the player who opened the arena, who manages it. */
  key?: string | undefined;
}

/** The game that was cancelled, or the waiting player who plays someone else. */
type Cancellation = Snapshot | { host: string | undefined };

/** The requests of a player. `accept` agrees to the opponent's wish to take a move back. */
type RequestType = 'hint' | 'review' | 'resign' | 'rematch' | 'decline' | 'take_back' | 'accept' | 'continue';

/** At most one message of each kind waits for its answer. `hello`: the handshake. */
type RequestKind = RequestType | 'hello' | 'move' | 'name' | 'reaction';

/** A message that is not answered yet. */
interface Pending<Message extends ClientFrame = ClientFrame> {
  id: number;
  message: Message;
  /** When the player asked for it. */
  since: number;
  /** The server has confirmed it, and the snapshot is on its way. */
  done: boolean;
  tries: number;
  /** The server was busy: when to send it again. */
  retryAt: number | null;
}

interface State {
  choices: Choices;
  /** The invitation of the last `waiting` outside a room: valid on the next `join`. */
  ownWord: string | null;
  /** The player's own entry in the public list, which the player's own list leaves out. */
  listedWord: string | null;
  /** The players who wait, and the matches to watch. */
  lobby: { players: WaitingPlayer[]; games: ListedMatch[] };
  /** The games that were finished on this device before the page was loaded, the newest first. */
  games: SavedGame[];
  /** The rows of this device, by the words of their arenas. */
  places: { [arena: string]: ArenaPlace };
  /** The newest table of the arena at this path, when it arrived, and the games on the wall. `null`: there is none. */
  standings: { path: string; table: Table | null; boards: Snapshot[]; at: number } | null;
  /** The path that the player shares; `null`: the server has not answered yet. */
  shared: { path: string; invitation: Invitation | null } | null;
  /** The player who waits in the room of the invitation screen; `undefined`: unknown. */
  host: WaitingPlayer | null | undefined;
  /** The match that is played there. */
  playing: string | null;
  session: Session;
  link: Link;
  /** Why no attempt to connect can succeed, as the server says. */
  obstacle: string | null;
  stop: Stop | null;
  /** The newest. */
  snapshot: Snapshot | null;
  /** When it arrived. */
  snapshotAt: number;
  /** When the game of a link ended, in RFC 3339. */
  endedAt: string | null;
  /** The place in the queue. */
  waiting: Waiting | null;
  pending: { [kind in RequestKind]?: Pending | null } & {
    move?: Pending<Extract<ClientFrame, { type: 'move' }>> | null;
  };
  /** `isWhole`: all its squares are shown. */
  hint: (Hint & { isWhole?: boolean }) | null;
  /** When the player joined from the start screen; `null`: from elsewhere. */
  joinedAt: number | null;
  /** The newest of each player. */
  reactions: { [mark in Mark]?: { reaction: Reaction; until: number } };
  /** The seat of a running game on this device, which the start screen offers to take again. */
  offered: Seat | null;
  review: Review | null;
  /** A finished game is stepped through: how many of its moves are shown. */
  shownPly: number | null;
  /** A forced win is stepped through: how many of its moves are shown. */
  shownWin: { win: ForcedWin; ply: number } | null;
  notice: Notice | null;
  /** Why the player is looking for an opponent again, until the first move of the next game. */
  cancellation: Cancellation | null;
  /** When the last message of the server arrived. */
  heardAt: number;
  nextId: number;
}

/** A state with a match to show. */
type MatchState = State & { snapshot: Snapshot };

/** One run of the reducer. `state` is replaced and never modified. */
interface Step {
  state: State;
  readonly effects: Effect[];
  readonly now: number;
}

/** A part of the reducer: it changes the state of the step, or sends. */
type Transition<Arguments extends unknown[] = []> = (step: Step, ...args: Arguments) => void;

/** A handler for each type of action or message. */
type Handlers<Message extends { type: string }> = {
  [Type in Message['type']]?: (step: Step, message: Extract<Message, { type: Type }>) => void;
};

/** The actions of the player. */
type Action =
  | { type: 'join'; options: Pick<JoinOptions, 'opponent'> & Partial<JoinOptions> }
  | { type: 'choose'; choices: Partial<Choices> }
  | { type: 'watch'; match: string }
  /** Show the link of a path of the page. */
  | { type: 'share'; path: string }
  | { type: 'play'; cell: number }
  | { type: RequestType }
  | { type: 'react'; reaction: Reaction }
  /** While waiting: play the computer instead. */
  | { type: 'computer' }
  /** Show the finished game, or the forced win, after this many moves; `null`: no longer step through it. */
  | { type: 'step'; ply: number | null }
  /** Go on from the shown position of the review, against the computer. */
  | { type: 'play-on' }
  /** Step through the forced win that the hint or the review has found. */
  | { type: 'show-win' }
  /** Show a game of the history; `null`: there is no such game. */
  | { type: 'replay'; game: SavedGame | null }
  /** Offer to return to a running game, and return to it. */
  | { type: 'offer'; seat: Seat }
  | { type: 'return' }
  /** The review of that game. */
  | { type: 'reviewed'; review: Review }
  /** Leave the match and look for another person to play. */
  | { type: 'new-opponent' }
  /** Back to the start screen. */
  | { type: 'leave' }
  /** Connect now; in a superseded tab, take the seat back from the other one. */
  | { type: 'retry' }
  /** Change the arena that this player has opened. */
  | { type: 'manage'; change: ArenaChange }
  /** The link to manage the arena was opened. */
  | { type: 'take-key'; key: string };

/** `chance` is a random number from 0 to 1. */
type Input =
  | { type: 'action'; action: Action }
  /** The page was loaded, with a saved session or the one of its path. */
  | { type: 'loaded'; session: Session }
  | { type: 'opened' }
  | { type: 'message'; message: ServerMessage }
  | { type: 'listing'; listing: Listing }
  /** The table of the arena at a path, and the games that the wall shows. `null`: there is no such arena. */
  | { type: 'table'; path: string; table: Table | null; boards: Snapshot[] }
  /** The answer to the `manage_arena` of an effect; `null`: it was done. */
  | { type: 'managed'; arena: string; refused: Refused | null }
  /** The invitation to a path, and the player who waits there. `null`: the server does not invite to it. */
  | { type: 'invitation'; path: string; invitation: Invitation | null }
  /** The connection, or the attempt to connect, ended. */
  | { type: 'closed'; code: number; chance: number }
  /** Why no attempt to connect can succeed. */
  | { type: 'obstructed'; obstacle: string | null }
  /** The time that `nextDeadline` named has come. */
  | { type: 'time'; chance: number }
  /** The page is visible again, or the network is back: the connection may have died silently. */
  | { type: 'woken' };

type Effect =
  | { type: 'connect' }
  /** No `closed` follows. */
  | { type: 'disconnect' }
  | { type: 'send'; frame: ClientFrame }
  /** Send `manage_arena` on a connection of its own. */
  | { type: 'manage'; frame: Extract<ClientFrame, { type: 'manage_arena' }> }
  /** Save for a reload. */
  | { type: 'save'; session: Session };

/** The content of the page. Texts are complete sentences; names are as the server sent them. */
interface View {
  screen: 'start' | 'invitation' | 'games' | 'waiting' | 'arena' | 'game' | 'stopped';
  /** The document's title. */
  title: string;
  /** It is this player's turn, or the opponent waits for an answer. */
  attention: boolean;
  /** The one large line. Empty on the start screen, unless joining is slow. */
  headline: string;
  /** The line under it. */
  detail: string;
  /** Shown while the connection is down. */
  outage: { text: string; canRetry: boolean } | null;
  choices: Choices;
  /** The room whose invitation screen this is. */
  room: string | null;
  host: State['host'];
  playing: State['playing'];
  /** Whose changes the screen shows: everyone's at `/`, or those of a room; `null`: nobody's. */
  peopleAt: string | null;
  /** The matches that the wall shows. */
  matchesAt: string[] | null;
  lobby: State['lobby'];
  games: SavedGame[];
  /** A name in an arena stays. */
  canRename: boolean;
  /** The link that the player shares, once it is known. */
  link: Invitation | null;
  /** Its path, until it is known. */
  linkAt: string | null;
  board: BoardView | null;
  /** The words before the choice of the computer's level; `null`: there is no choice now. */
  levelText: string | null;
  /** There is a running game to which the player can return. */
  canReturn: boolean;
  /** The word that guests need to join; `null` if there is no place in the queue yet. */
  waitingWord: string | null;
  /** The way on after a stop. */
  wayOn: { label: string; action: Action } | null;
  game: GameView | null;
  arena: ArenaView | null;
}

/** The content of one screen. The title of the document is the headline, unless another one is named. */
type ScreenContent = Partial<View> & Pick<View, 'headline' | 'detail'>;

type ScreenView = (state: State, now: number) => ScreenContent;

/** Sentences about a match, and about one of its players or its result. */
type PlayerText = (match: Snapshot, mark: Mark) => string;
type ResultText = (match: Snapshot, result: GameResult) => string;

interface ArenaView {
  word: string;
  /** For a large screen. */
  isWall: boolean;
  /** The player takes part. */
  isJoined: boolean;
  /** `null`: the player has joined, or the arena is over. */
  joinText: string | null;
  /** "12:40 left". */
  time: string;
  /** "Classic · 30 players". */
  facts: string;
  rows: Table['rows'];
  /** In the table, if the player has a row. */
  ownName: string | undefined;
  /** The link to manage the arena from another device; `null`: this player cannot. */
  managingLink: string | null;
  isOver: boolean;
  /** On the wall. */
  boards: Snapshot[];
}

interface BoardView {
  /** Another one is another game. */
  id: string;
  rules: Rules;
  cells: CellView[];
  /** A cell may be played now. */
  canPlay: boolean;
  /** The mark that the viewer places next. */
  toPlay: Mark | null;
  /** The winning lines. */
  lines: number[][];
  /** The result for the viewer; `decided`: it is a result of others; `null` while the game runs. */
  outcome: 'won' | 'lost' | 'draw' | 'decided' | null;
  /** The cell where the keyboard starts. */
  startCell: number;
  /** The connection is down: the board is dimmed. */
  frozen: boolean;
}

interface GameView {
  match: string;
  /** The viewer first, else the player who was X in the first game. */
  players: [PlayerView, PlayerView];
  /** "2–1" in the order of `players`. */
  score: string;
  /** "Game 2 of 3", or "1 draw". */
  scoreNote: string | null;
  /** "room kitten · 2 watching". */
  facts: string;
  /** The time that the viewer has left to move, if it is little. */
  lowSeconds: number | null;
  over: boolean;
  winner: Mark | null;
  /** While a finished game or a forced win is stepped through. */
  replay: ReplayView | null;
  /** By the id of each button: whether it is shown, and the texts of those that have several. */
  actions: {
    hint: boolean;
    take_back: boolean;
    react: boolean;
    accept: boolean;
    continue: boolean;
    mute: string | false;
    resign: boolean;
    rematch: string | false;
    /** After a game that the computer at its best did not lose. */
    casual: boolean;
    decline: string | false;
    review: boolean;
    'show-win': boolean;
    /** From the shown position of a review, against the computer. */
    'play-on': boolean;
    'new-opponent': string | false;
    leave: boolean;
    'stop-watching': boolean;
    /** After a game by link. */
    'play-again': boolean;
  };
  /** The warnings before the player leaves (`null`: nothing is lost) and resigns. */
  leaving: string | null;
  resigning: string;
}

interface ReplayView {
  /** A forced win, and not a game that was played. */
  isWin: boolean;
  /** The number of moves that are shown. */
  ply: number;
  /** Its place in the history, `MATCH/GAME`; `null` if it did not count. */
  link: string | null;
  /** The game is that of a link: there is no match to go back to. */
  isByLink: boolean;
  moves: { mark: Mark; label: string; mistake: boolean }[];
  /** "You played top middle: now Bob can force a win. Better: centre, still a draw." */
  sentence: SentencePart[];
}

interface SentencePart {
  text: string;
  tone?: 'mistake' | 'better';
}

interface PlayerView {
  /** "You" for the viewer. */
  name: string;
  mark: Mark;
  /** "bot", or the computer's level. */
  label: string | null;
  /** "online", "away", "no connection"; `null` if it is not shown. */
  presence: string | null;
  /** "0:52", for the player to move. */
  clock: string | null;
  toMove: boolean;
  /** "Nice move!" */
  reaction: string | null;
}

interface CellView {
  /** An unconfirmed move counts. */
  mark: Mark | null;
  /** "Centre, X, last move". */
  label: string;
  notes: Note[];
  playable: boolean;
}

/**
 * The marks of a cell beside X and O. In a review, the shown move was a `mistake`, or this one would have been `better`. In a forced
 * win a mark is `imagined`, and this one `wins` too.
 */
type Note = 'last' | 'won' | 'hinted' | 'mistake' | 'better' | 'imagined' | 'wins' | 'pending';

/** A finished game as this viewer saw it. */
interface SavedGame extends FinishedGame {
  you: Snapshot['you'];
}
