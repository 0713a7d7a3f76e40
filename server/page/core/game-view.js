/** What the page shows of a match: players, board, buttons. */

import { DEFAULT_BOARD, capitalized, cellName, describe, gameName, hasPlaces } from './boards.js';
import { isReady, mayPlay } from './moves.js';
import { hasMoved, hasProposed, opponentsProposal } from './proposals.js';
import { reactionText } from './reactions.js';
import { isRecorded, judgedSquares, markOfMove, shownPosition } from './replay.js';
import { lostToPerfect, scoreText, seriesText } from './results.js';
import { markAt, reviewSentence, shownTurn } from './status.js';
import { isByLink } from './step.js';
import { clockText, counted, firstMark, isAgainstComputer, otherMark, ownMark, secondsLeft } from './text.js';

/** @import { Mark, Rules, Snapshot } from '../protocol' */
/** @import { BoardView, CellView, Choices, GameView, Note, PlayerView, ReplayView, State } from '../page' */

/**
 * @param {State} state
 * @param {NonNullable<State['seen']>} seen
 * @param {number} now
 * @returns {GameView}
 */
export function gameView(state, { snapshot, at }, now) {
  const { result, you, ms_left, score } = snapshot;
  const { choices, notice, query } = state;
  const seconds = ms_left === null || result ? null : secondsLeft(ms_left - (now - at));
  const first = firstMark(snapshot);
  const players = [first, otherMark(first)].map((mark) => playerView(state, snapshot, mark, seconds, now));
  return {
    match: snapshot.match,
    players: /** @type {[PlayerView, PlayerView]} */ (players),
    score: isByLink(state) ? '' : scoreText(snapshot),
    scoreNote: seriesText(snapshot) ?? (score.draws > 0 ? counted(score.draws, 'draw') : null),
    facts: factsText(snapshot),
    seconds: snapshot.turn === you && isReady(state) ? seconds : null,
    over: result !== null,
    winner: result?.winner ?? null,
    replay: replayView(state, snapshot),
    actions: gameActions(state, snapshot),
    suggestsCasual:
      lostToPerfect(snapshot) && choices.level === 'perfect' && notice === null && query === null,
    leaving: leavingText(snapshot),
  };
}

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

/**
 * @param {State} state
 * @param {NonNullable<State['seen']>} seen
 * @returns {BoardView}
 */
export function boardView(state, seen) {
  const { rules, match, game } = seen.snapshot;
  const snapshot = shownPosition(state, seen.snapshot);
  return {
    id: `${match} ${game}`,
    rules,
    cells: gameCells(state, snapshot),
    canPlay: mayPlay(state),
    toPlay: snapshot.you === 'both' ? snapshot.turn : ownMark(snapshot),
    lines: snapshot.result?.lines ?? [],
    startCell: startCell(snapshot),
    frozen: !isReady(state) && !isByLink(state),
  };
}

/**
 * What a player who leaves now is asked; `null`: nothing is lost.
 * @param {Snapshot} snapshot
 */
function leavingText(snapshot) {
  const you = ownMark(snapshot);
  if (!snapshot.you || snapshot.result) return null;
  if (!you || isAgainstComputer(snapshot)) return 'This ends the game.';
  const isCounted = snapshot.game > 1 || snapshot.ply > (you === 'X' ? 0 : 1);
  return isCounted ? 'You will lose this game.' : "This cancels the game. It doesn't count.";
}

/**
 * What the board does not show: `5×4, 4 in a row`, `room kitten`, `2 watching`.
 * @param {Snapshot} snapshot
 */
function factsText({ rules, room, spectators, you }) {
  const others = you ? spectators : spectators - 1;
  const facts = [
    gameFact(rules),
    room !== null && `room ${room}`,
    others > 0 && `${others} ${you ? '' : 'more '}watching`,
  ];
  return facts.filter(Boolean).join(' · ');
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

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 * @param {number | null} seconds on the clock
 * @param {number} now
 * @returns {PlayerView}
 */
function playerView(state, snapshot, mark, seconds, now) {
  const { name, kind, level, presence } = snapshot.players[mark];
  const you = snapshot.you === mark;
  const toMove = shownTurn(state, snapshot) === mark;
  const clock = snapshot.turn === mark && seconds !== null && isReady(state) ? clockText(seconds) : null;
  const isKnown = isReady(state) && kind !== 'computer' && snapshot.you !== 'both';
  return {
    name: you ? 'You' : name,
    mark,
    label: kind === 'computer' ? (level ?? null) : kind === 'bot' ? 'bot' : null,
    presence: isKnown && !(clock && presence === 'online') ? presence : null,
    clock,
    toMove,
    reaction: reactionText(state, mark, now),
  };
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 * @returns {ReplayView | null}
 */
function replayView(state, snapshot) {
  const { shownPly, review } = state;
  if (shownPly === null) return null;
  const { rules, moves } = snapshot;
  return {
    ply: shownPly,
    link: isRecorded(snapshot) ? `${snapshot.match}/${snapshot.game}` : null,
    isByLink: isByLink(state),
    moves: moves.map((cell, index) => {
      const mistake = review?.moves[index]?.mistake === true;
      const label = `Move ${index + 1}, ${markOfMove(index)}, ${cellName(rules, cell)}`;
      return { mark: markOfMove(index), label: mistake ? `${label}, mistake` : label, mistake };
    }),
    sentence: reviewSentence(state, snapshot, shownPly),
  };
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 */
function gameCells(state, snapshot) {
  const { rules, moves, legal, result, turn } = snapshot;
  const { hint, showsAllHints, pendingMove } = state;
  const isAnyGood = hint?.cells.length === legal.length;
  const notes = {
    last: pendingMove ? [] : moves.slice(-1),
    won: result?.lines.flat(),
    hinted: showsAllHints || isAnyGood ? hint?.cells : hint?.cells.slice(0, 1),
    ...judgedSquares(state),
    pending: pendingMove ? [pendingMove.cell] : [],
  };
  const playable = new Set(mayPlay(state) ? legal : []);
  return cellViews(rules, notes, (cell) => ({
    mark: pendingMove?.cell === cell ? turn : markAt(snapshot, cell),
    playable: playable.has(cell),
  }));
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

/**
 * The same in either player's turn, so that buttons do not come and go with every move.
 * @param {State} state
 * @param {Snapshot} snapshot
 * @returns {GameView['actions']}
 */
function gameActions(state, snapshot) {
  const { result, rematch, moves, you, players } = snapshot;
  const [plays, over] = [you !== null, result !== null];
  const own = ownMark(snapshot);
  const isWithPerson = own !== null && !isAgainstComputer(snapshot);
  const proposed = hasProposed(state, snapshot) && isWithPerson;
  const isAsked = opponentsProposal(state, snapshot) !== null;
  const isHeard = isWithPerson && players[otherMark(own)].presence !== 'left';
  const continuable = plays && snapshot.continuable === true;
  return {
    hint: plays && !over && isAgainstComputer(snapshot),
    takeBack: plays && !over && hasMoved(snapshot) && !proposed && !isAsked,
    react: isHeard,
    accept: isAsked && !over ? 'Accept' : null,
    continue: continuable ? 'Continue against the computer' : null,
    mute: isHeard ? (state.choices.reactions ? 'Mute reactions' : 'Show reactions') : null,
    resign: plays && !over ? 'Resign' : null,
    level: continuable || (plays && over && isAgainstComputer(snapshot)),
    rematch: plays && over && rematch.open && !proposed ? 'Rematch' : null,
    decline: proposed && (!over || rematch.open) ? 'Withdraw' : isAsked ? 'Decline' : null,
    review: over && moves.length > 0 ? 'Review' : null,
    newOpponent: plays && over ? (isWithPerson ? 'New opponent' : 'Play a person') : null,
    leave: plays ? 'Leave' : null,
    stopWatching: plays ? null : 'Stop watching',
    playAgain: isByLink(state) ? 'Play a game' : null,
  };
}
