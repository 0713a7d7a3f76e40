/** What the page shows of a match: players, board, buttons. */

import { DEFAULT_BOARD, capitalized, cellName, describe, gameName, hasPlaces } from './boards.js';
import { isReady, mayPlay, takesMoves } from './moves.js';
import { reactionText } from './reactions.js';
import { judgedSquares, markOfMove, shownPosition } from './replay.js';
import { Status, markAt } from './status.js';
import { isByLink } from './step.js';
import { clockText, counted, otherMark, secondsLeft } from './text.js';

/**
 * The players of the game that a move on the start screen's board begins.
 * @param {Choices} choices
 * @returns {[PlayerView, PlayerView]}
 */
export function startPlayers({ mark }) {
  const nothing = { label: null, presence: null, clock: null, toMove: false, reaction: null };
  const own = firstOwnMark(mark);
  return [
    { ...nothing, name: 'You', mark: own },
    { ...nothing, name: 'Computer', mark: otherMark(own) },
  ];
}

/**
 * The empty board of the start screen, on which a move begins a game; in a room the one that the host wants.
 * @param {State} state
 * @param {Rules} rules
 * @returns {BoardView}
 */
export function startBoard({ choices, session }, rules) {
  const firstMove = 'options' in session ? session.options.firstMove : undefined;
  const mark = firstOwnMark(choices.mark);
  const canPlay = session.kind === 'none';
  const pending = firstMove === undefined ? [] : [firstMove];
  const cells = cellViews(rules, { pending }, (cell) => ({
    mark: cell === firstMove ? mark : null,
    playable: canPlay && (!rules.gravity || cell >= rules.columns * (rules.rows - 1)),
  }));
  return { id: 'start', rules, cells, canPlay, toPlay: mark, lines: [], startCell: 0, frozen: false };
}

/** @param {Choices['mark']} mark */
function firstOwnMark(mark) {
  return mark === 'O' ? 'O' : 'X';
}

export class GamePresenter extends Status {
  /**
   * @param {number} now
   * @returns {GameView}
   */
  game(now) {
    const { snapshot, at, first } = this.match;
    const { result, you, ms_left, score, turn } = snapshot;
    const { choices, notice, query } = this.state;
    const seconds = ms_left === null || result ? null : secondsLeft(ms_left - (now - at));
    return {
      match: snapshot.match,
      players: [this.#player(first, seconds, now), this.#player(otherMark(first), seconds, now)],
      score: isByLink(this.state) ? '' : this.match.scoreText,
      scoreNote: this.match.seriesText ?? (score.draws > 0 ? counted(score.draws, 'draw') : null),
      facts: this.#facts,
      seconds: turn === you && isReady(this.state) ? seconds : null,
      over: result !== null,
      winner: result?.winner ?? null,
      replay: this.#replay,
      actions: this.#actions,
      suggestsCasual:
        this.match.isLostToPerfect && choices.level === 'perfect' && notice === null && query === null,
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
      canPlay: mayPlay(this.state),
      toPlay: snapshot.you === 'both' ? snapshot.turn : this.match.own,
      lines: snapshot.result?.lines ?? [],
      startCell: startCell(snapshot),
      frozen: !takesMoves(this.state) && !isByLink(this.state),
    };
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
   * @param {number} now
   * @returns {PlayerView}
   */
  #player(mark, seconds, now) {
    const { you, turn, players } = this.match.snapshot;
    const { name, kind, level, presence } = players[mark];
    const isConnected = isReady(this.state);
    const clock = turn === mark && seconds !== null && isConnected ? clockText(seconds) : null;
    const isKnown = isConnected && kind !== 'computer' && you !== 'both';
    return {
      name: you === mark ? 'You' : name,
      mark,
      label: kind === 'computer' ? (level ?? null) : kind === 'bot' ? 'bot' : null,
      presence: isKnown && !(clock && presence === 'online') ? presence : null,
      clock,
      toMove: this.turn === mark,
      reaction: reactionText(this.state, mark, now),
    };
  }

  /** @returns {ReplayView | null} */
  get #replay() {
    const { shownPly, review } = this.state;
    if (shownPly === null) return null;
    const { rules, moves, match, game } = this.match.snapshot;
    return {
      ply: shownPly,
      link: this.match.isRecorded ? `${match}/${game}` : null,
      isByLink: isByLink(this.state),
      moves: moves.map((cell, index) => {
        const mistake = review?.moves[index]?.mistake === true;
        const label = `Move ${index + 1}, ${markOfMove(index)}, ${cellName(rules, cell)}`;
        return { mark: markOfMove(index), label: mistake ? `${label}, mistake` : label, mistake };
      }),
      sentence: this.reviewSentence,
    };
  }

  /** @param {Snapshot} snapshot */
  #cells(snapshot) {
    const { rules, moves, legal, result, turn } = snapshot;
    const { hint, showsAllHints, pendingMove } = this.state;
    const isAnyGood = hint?.cells.length === legal.length;
    const notes = {
      last: pendingMove ? [] : moves.slice(-1),
      won: result?.lines.flat(),
      hinted: showsAllHints || isAnyGood ? hint?.cells : hint?.cells.slice(0, 1),
      ...judgedSquares(this.state),
      pending: pendingMove ? [pendingMove.cell] : [],
    };
    const playable = new Set(mayPlay(this.state) ? legal : []);
    return cellViews(rules, notes, (cell) => ({
      mark: pendingMove?.cell === cell ? turn : markAt(snapshot, cell),
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
      rematch: plays && over && rematch.open && !proposed,
      decline: proposed && (!over || rematch.open) ? 'Withdraw' : isAsked && 'Decline',
      review: over && moves.length > 0,
      newOpponent: plays && over && (isWithPerson ? 'New opponent' : 'Play a person'),
      leave: plays,
      stopWatching: !plays,
      playAgain: isByLink(this.state),
    };
  }
}

/**
 * `Four in a row`, `Misere: 3×3, 3 in a row loses`, nothing in the usual game.
 * @param {Rules} rules
 */
function gameFact(rules) {
  const [name, described] = [gameName(rules), describe(rules)];
  if (described === describe(DEFAULT_BOARD)) return null;
  return rules.misere && name !== described ? `${name}: ${described}` : name;
}

/** In the words of a cell's label. @type {Record<Note, string>} */
const NOTE_TEXTS = {
  ...{ last: 'last move', won: 'winning line', hinted: 'hint' },
  ...{ mistake: 'mistake', better: 'better', pending: 'sending' },
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
    const name = hasPlaces(rules) ? capitalized(cellName(rules, cell)) : cellName(rules, cell);
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
