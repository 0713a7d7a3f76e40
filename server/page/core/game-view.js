/** What the page shows of a match: sentences, players, board, buttons. */

import { DEFAULT_BOARD, cellName, describe, gameName, hasPlaces, levelName } from './boards.js';
import { isOutageShown } from './connection.js';
import { isReady, mayPlay, takesMoves } from './requests.js';
import {
  gameFacts,
  judgedSquares,
  markAt,
  markOfMove,
  positionToPlay,
  replaySentence,
  shownPosition,
  winSentence,
  winToShow,
} from './replay.js';
import { isByLink } from './step.js';
import {
  DECLINED,
  REACTION_TEXTS,
  cellChoices,
  clockText,
  counted,
  otherMark,
  secondsLeft,
  shapeText,
} from './text.js';

/** A hint names no more cells than this, even if more are as good. */
const MAX_HINTED = 24;

/** The headline while the connection is down. */
export const RECONNECTING = 'Reconnecting...';

/** A move that is unanswered for this long is said to be. */
const UNANSWERED_MS = 3000;

/**
 * The empty board of the start screen, on which a move begins a game; in a room the one that the host wants.
 * @param {State} state
 * @param {Rules} rules
 * @returns {BoardView}
 */
export function startBoard({ choices, session }, rules) {
  const firstMove = 'options' in session ? session.options.firstMove : undefined;
  const mark = choices.mark === 'O' ? 'O' : 'X';
  const canPlay = session.kind === 'none';
  const pending = firstMove === undefined ? [] : [firstMove];
  const cells = cellViews(rules, { pending }, (cell) => ({
    mark: cell === firstMove ? mark : null,
    playable: canPlay && (!rules.gravity || cell >= rules.columns * (rules.rows - 1)),
  }));
  return {
    id: 'start',
    rules,
    cells,
    canPlay,
    toPlay: mark,
    lines: [],
    outcome: null,
    startCell: 0,
    frozen: false,
  };
}

/**
 * Why the server does not yet take what this tab does.
 * @param {State} state
 */
export function busyNotice({ link, notice }) {
  return link.kind === 'open' && link.handshake?.retryAt != null ? notice : null;
}

/**
 * A match for its viewer. The headline and the line under it are together a live region, which a screen reader reads out
 * when it changes: they say what is new, and contain no running clock.
 */
export class GamePresenter {
  state;
  match;
  now;

  /**
   * @param {State} state
   * @param {Match} match
   * @param {number} now
   */
  constructor(state, match, now) {
    this.state = state;
    this.match = match;
    this.now = now;
  }

  /** Whose turn it is, if an unconfirmed move counts; `null` also if that may have changed meanwhile. */
  get turn() {
    const { turn } = this.match.snapshot;
    if (this.#isCut || this.#isUnanswered) return null;
    return turn && this.state.pending.move ? otherMark(turn) : turn;
  }

  /** Nothing may claim to be live. */
  get #isCut() {
    return isOutageShown(this.state.link);
  }

  get #isUnanswered() {
    const { move } = this.state.pending;
    return move != null && !move.done && this.now >= move.since + UNANSWERED_MS;
  }

  get headline() {
    const { result } = this.match.snapshot;
    if (result) return this.match.resultHeadline(result);
    if (this.#isCut) return RECONNECTING;
    if (this.#isUnanswered) return 'Sending your move...';
    return this.turn ? this.match.turnText(this.turn) : '';
  }

  get detail() {
    const { shownPly } = this.state;
    const { snapshot, endedAt } = this.match;
    if (this.#isCut) return busyNotice(this.state) ?? this.#outageText;
    const news = this.#news ?? (this.#isUnanswered ? 'The server has not answered yet.' : null);
    return news ?? (shownPly === null ? this.#positionText : gameFacts(snapshot, endedAt));
  }

  get #outageText() {
    const { rules, result } = this.match.snapshot;
    const move = this.state.pending.move?.message;
    if (move) return `Your move ${cellName(rules, move.cell)} is kept and will be sent again.`;
    return result ? RECONNECTING : DECLINED.lost;
  }

  get title() {
    const { result } = this.match.snapshot;
    const proposer = this.opponentsProposal;
    if (proposer) return this.#proposerText(proposer);
    return result ? this.match.resultTitle(result) : this.headline;
  }

  /** The opponent who waits for the player's answer. */
  get opponentsProposal() {
    const { own, proposal, snapshot } = this.match;
    const by = proposal?.by;
    if (!own || !by || by === own || this.hasProposed || this.#isCut) return null;
    // An opponent who is away from a finished game may not come back for another one.
    return snapshot.result && snapshot.players[by].presence !== 'online' ? null : by;
  }

  /** Whether the player has proposed something that stands. */
  get hasProposed() {
    const { own, proposal } = this.match;
    const { rematch, take_back, decline } = this.state.pending;
    return own && proposal?.by === own ? !decline : Boolean(rematch || take_back);
  }

  get #news() {
    const { notice, hint, pending } = this.state;
    if (notice !== null) return notice;
    if (hint) return this.#hintText(hint);
    if (pending.review) return 'The computer is reviewing the game...';
    if (pending.hint) return 'The computer is thinking...';
    return this.#proposalText;
  }

  /**
   * `Hint: centre, or 3 others. Still a draw.`
   * @param {Hint} hint
   */
  #hintText({ cells, worth, shape }) {
    const named = `Hint: ${this.#hintedCells(cells)}`;
    const isEvery = cells.length > 1 && cells.length === this.match.snapshot.legal.length;
    if (isEvery && worth && worth.value >= 0)
      return `${named}. Every square ${worth.value > 0 ? 'wins' : 'still draws'}.`;
    if (worth) return `${named}. ${prospectText(worth, isEvery)}`;
    if (shape && shape.effect !== 'leaves') return `${named}. This ${shapeText(shape)}.`;
    return cells.length === 1 ? `${named} looks best.` : `${named}. Best moves found so far.`;
  }

  /** The squares of a hint that are marked: one, until the others are wanted. Where all are as good, one is enough. */
  get #marked() {
    const { hint, showsAllHints } = this.state;
    if (!hint) return [];
    const isEvery = hint.cells.length === this.match.snapshot.legal.length;
    const centre = startCell(this.match.snapshot);
    if (isEvery && hint.cells.includes(centre)) return [centre];
    return showsAllHints && !isEvery ? hint.cells : hint.cells.slice(0, 1);
  }

  /** @param {number[]} cells */
  #hintedCells(cells) {
    const { rules, legal } = this.match.snapshot;
    if (this.state.showsAllHints || cells.length < 2 || cells.length === legal.length)
      return cellChoices(rules, this.#marked);
    if (cells.length >= MAX_HINTED) return cellChoices(rules, cells, 2);
    return `${cellChoices(rules, cells.slice(0, 1))}, or ${counted(cells.length - 1, 'other')}`;
  }

  /** Who has proposed something, as long as that stands. */
  get #proposalText() {
    const { own, proposal, snapshot, isAgainstComputer } = this.match;
    if (own && this.hasProposed) {
      if (isAgainstComputer) return null;
      const what = snapshot.result ? `${this.match.nextGame} offered.` : 'Takeback requested.';
      return `${what} Waiting for ${this.match.objectName(otherMark(own))}...`;
    }
    const mark = own ? this.opponentsProposal : proposal?.by;
    return mark ? `${this.#proposerText(mark)}.` : null;
  }

  /** @param {Mark} mark */
  #proposerText(mark) {
    const { nextGame, snapshot } = this.match;
    const again = nextGame === 'Next game' ? 'to play the next game' : `a ${nextGame.toLowerCase()}`;
    return `${this.match.playerName(mark)} wants ${snapshot.result ? again : 'to take back a move'}`;
  }

  get #positionText() {
    const { pending, cancellation } = this.state;
    const { snapshot, beginText } = this.match;
    const { result, turn, moves } = snapshot;
    if (result) return this.match.resultDetail(result);
    const cell = pending.move?.message.cell ?? moves.at(-1);
    const mark = pending.move ? turn : markAt(snapshot, cell ?? -1);
    const played = mark && cell !== undefined ? this.match.moveText(mark, cell) : beginText;
    return [cancellation, played].filter(Boolean).join(' ');
  }

  /** @returns {GameView} */
  get game() {
    const { snapshot, at, first } = this.match;
    const { result, you, ms_left, score, turn } = snapshot;
    const seconds = ms_left === null || result ? null : secondsLeft(ms_left - (this.now - at));
    return {
      match: snapshot.match,
      players: [this.#player(first, seconds), this.#player(otherMark(first), seconds)],
      score: isByLink(this.state) ? '' : this.match.scoreText,
      scoreNote: this.match.seriesText ?? (score.draws > 0 ? counted(score.draws, 'draw') : null),
      facts: this.#facts,
      seconds: turn === you && isReady(this.state) ? seconds : null,
      over: result !== null,
      winner: result?.winner ?? null,
      replay: this.#replay,
      actions: this.#actions,
      leaving: this.#leaving,
    };
  }

  /** @returns {BoardView} */
  get board() {
    const { rules, match, game } = this.match.snapshot;
    const snapshot = shownPosition(this.state, this.match.snapshot);
    return {
      id: `${match} ${game}`,
      rules,
      cells: this.#cells(snapshot),
      canPlay: this.#canPlay,
      toPlay: snapshot.you === 'both' ? snapshot.turn : this.match.own,
      lines: snapshot.result?.lines ?? [],
      outcome: snapshot.result && this.match.outcome,
      startCell: startCell(snapshot),
      frozen: !takesMoves(this.state) && !isByLink(this.state),
    };
  }

  get #canPlay() {
    return mayPlay(this.state) && !this.state.shownWin;
  }

  /** What a player who leaves now is asked; `null`: nothing is lost. */
  get #leaving() {
    const { own, isAgainstComputer } = this.match;
    const { you, result, game, ply } = this.match.snapshot;
    if (!you || result) return null;
    if (!own || isAgainstComputer) return 'This ends the game.';
    const isCounted = game > 1 || ply > (own === 'X' ? 0 : 1);
    return isCounted ? 'You will lose this game.' : "This cancels the game. It doesn't count.";
  }

  /** What the board does not show: `5×4, 4 in a row`, `room kitten`, `2 watching`. */
  get #facts() {
    const { rules, room, spectators, you } = this.match.snapshot;
    const others = you ? spectators : spectators - 1;
    const facts = [
      gameFact(rules),
      room !== null && `room ${room}`,
      others > 0 && `${others} ${you ? '' : 'more '}watching`,
    ];
    return facts.filter(Boolean).join(' · ');
  }

  /**
   * @param {Mark} mark
   * @param {number | null} seconds on the clock
   * @returns {PlayerView}
   */
  #player(mark, seconds) {
    const { you, turn, players, rules } = this.match.snapshot;
    const { name, kind, level, presence } = players[mark];
    const { state, now } = this;
    const isConnected = isReady(state);
    const clock = turn === mark && seconds !== null && isConnected ? clockText(seconds) : null;
    const said = state.reactions[mark];
    const silence = `not heard for ${secondsLeft(now - state.heardAt)} s`;
    const cut = this.#isCut ? (you === mark ? 'no connection' : silence) : null;
    const shown = isConnected ? presence : cut;
    const isShown = kind !== 'computer' && you !== 'both' && !(clock && presence === 'online');
    return {
      name: you === mark ? 'You' : name,
      mark,
      label: kind === 'computer' ? levelName(level ?? null, rules) : kind === 'bot' ? 'bot' : null,
      presence: isShown ? shown : null,
      clock,
      toMove: this.turn === mark,
      reaction: (said && now < said.until && REACTION_TEXTS[said.reaction]) || null,
    };
  }

  /** @returns {ReplayView | null} */
  get #replay() {
    const { shownPly, shownWin, review } = this.state;
    const { rules, moves, match, game } = this.match.snapshot;
    if (shownWin) return this.#shownWin(shownWin);
    if (shownPly === null) return null;
    return {
      isWin: false,
      ply: shownPly,
      link: this.match.isRecorded ? `${match}/${game}` : null,
      isByLink: isByLink(this.state),
      moves: moves.map((cell, index) => {
        const mistake = review?.moves[index]?.mistake === true;
        const label = `Move ${index + 1}, ${markOfMove(index)}, ${cellName(rules, cell)}`;
        return { mark: markOfMove(index), label: mistake ? `${label}, mistake` : label, mistake };
      }),
      sentence: replaySentence(this.match, review, shownPly),
    };
  }

  /**
   * @param {NonNullable<State['shownWin']>} shown
   * @returns {ReplayView}
   */
  #shownWin(shown) {
    const { win, ply } = shown;
    const { rules } = this.match.snapshot;
    return {
      ...{ isWin: true, ply, link: null, isByLink: false },
      moves: win.moves.map(([cell = 0], index) => {
        const mark = markOfMove(win.ply + index);
        return { mark, label: `Move ${index + 1}, ${mark}, ${cellName(rules, cell)}`, mistake: false };
      }),
      sentence: winSentence(this.match, shown),
    };
  }

  /** @param {Snapshot} snapshot */
  #cells(snapshot) {
    const { rules, moves, legal, result, turn } = snapshot;
    const { pending } = this.state;
    const sending = pending.move?.message.cell;
    const notes = {
      last: pending.move ? [] : moves.slice(-1),
      won: result?.lines.flat(),
      hinted: this.state.shownWin ? [] : this.#marked,
      ...judgedSquares(this.state),
      pending: sending === undefined ? [] : [sending],
    };
    const playable = new Set(this.#canPlay ? legal : []);
    return cellViews(rules, notes, (cell) => ({
      mark: sending === cell ? turn : markAt(snapshot, cell),
      playable: playable.has(cell),
    }));
  }

  /**
   * The same in either player's turn, so that buttons do not come and go with every move.
   * @returns {GameView['actions']}
   */
  get #actions() {
    const { own, isAgainstComputer, hasMoved } = this.match;
    const { result, rematch, moves, you, players, continuable } = this.match.snapshot;
    const [plays, over] = [you !== null, result !== null];
    const isWithPerson = own !== null && !isAgainstComputer;
    const { choices } = this.state;
    const proposed = this.hasProposed && isWithPerson;
    const isAsked = this.opponentsProposal !== null;
    const isHeard = isWithPerson && players[otherMark(own)].presence !== 'left';
    const isContinuable = plays && continuable === true;
    return {
      hint: plays && !over && isAgainstComputer,
      takeBack: plays && !over && hasMoved && !proposed && !isAsked,
      react: isHeard,
      accept: isAsked && !over,
      continue: isContinuable,
      mute: isHeard && (this.state.choices.reactions ? 'Mute reactions' : 'Show reactions'),
      resign: plays && !over,
      level: isContinuable || (plays && over && isAgainstComputer),
      rematch: plays && over && rematch.open && !proposed && this.match.nextGame,
      casual: over && rematch.open && this.match.isUnbeaten && choices.level === 'perfect',
      decline: proposed && (!over || rematch.open) ? 'Withdraw' : isAsked && 'Decline',
      review: over && moves.length > 0,
      win: winToShow(this.state) !== null,
      playOn: positionToPlay(this.state) !== null,
      newOpponent: plays && over && (isWithPerson ? 'New opponent' : 'Play a person'),
      leave: plays,
      stopWatching: !plays,
      playAgain: isByLink(this.state),
    };
  }
}

/**
 * `Four in a row`, `Misere: three in a row loses`, nothing in the usual game.
 * @param {Rules} rules
 */
function gameFact(rules) {
  const [name, described] = [gameName(rules), describe(rules)];
  if (described === describe(DEFAULT_BOARD)) return null;
  return rules.misere && name !== described ? `${name}: three in a row loses` : name;
}

/** In the words of a cell's label. @type {Record<Note, string>} */
const NOTE_TEXTS = {
  ...{ last: 'last move', won: 'winning line', hinted: 'hint' },
  ...{ mistake: 'mistake', better: 'better', pending: 'sending' },
  ...{ imagined: 'not played', wins: 'wins too' },
};

/**
 * Labelled `Centre, X, last move`, on other boards `b2, X, last move`.
 * @param {Rules} rules
 * @param {{ [note in Note]?: number[] | undefined }} noted the cells of each note
 * @param {(cell: number) => Pick<CellView, 'mark' | 'playable'>} cellAt
 * @returns {CellView[]}
 */
function cellViews(rules, noted, cellAt) {
  const all = /** @type {Note[]} */ (Object.keys(NOTE_TEXTS));
  return Array.from({ length: rules.columns * rules.rows }, (_, cell) => {
    const { mark, playable } = cellAt(cell);
    const notes = all.filter((note) => noted[note]?.includes(cell));
    const cellText = cellName(rules, cell);
    const name = hasPlaces(rules) ? cellText.charAt(0).toUpperCase() + cellText.slice(1) : cellText;
    const words = notes.map((note) => (note === 'won' && rules.misere ? 'losing line' : NOTE_TEXTS[note]));
    const label = [name, mark ?? 'empty', ...words].join(', ');
    return { mark, playable, notes, label };
  });
}

/**
 * The centre if it is free, else the first free cell.
 * @param {Snapshot} snapshot
 */
function startCell(snapshot) {
  const { columns, rows } = snapshot.rules;
  const centre = Math.floor((rows - 1) / 2) * columns + Math.floor((columns - 1) / 2);
  if (markAt(snapshot, centre) === null) return centre;
  const free = snapshot.board.join('').indexOf('_');
  return free === -1 ? centre : free;
}

/**
 * Where a row loses, the loser moves last: the distance to a win is even, and to a loss odd.
 * @param {Worth} worth
 * @param {boolean} isEvery whether it is that of every square
 */
function prospectText({ value, distance }, isEvery) {
  if (value === 0) return 'Still a draw.';
  if (value > 0) {
    if (distance === 1) return 'You can win now.';
    return distance === null ? 'You can win.' : `You can win in ${counted(Math.ceil(distance / 2), 'move')}.`;
  }
  if (distance === null) return 'The computer can force a win.';
  if (distance === 1) return 'Every square completes a row.';
  if (distance === 2) return 'The computer can win on its next move.';
  const win = `The computer can force a win in ${Math.floor(distance / 2)}`;
  return isEvery ? `${win}, whatever you play.` : `${win}; this delays it longest.`;
}
