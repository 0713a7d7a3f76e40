/** The board: of a match, or an empty one on which a move begins a game. */

import { cellName, hasPlaces } from './boards.js';
import { hasChoice, outcomeOf, ownMark } from './match.js';
import { judgedSquares, markAt, shownPosition } from './replay.js';
import { mayPlay, takesMoves } from './requests.js';
import { isByLink } from './step.js';

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
    ...{ id: 'start', rules, cells, canPlay, toPlay: mark },
    ...{ lines: [], outcome: null, startCell: 0, frozen: false },
  };
}

/**
 * @param {MatchState} state
 * @returns {BoardView}
 */
export function matchBoard(state) {
  const { rules, match, game } = state.snapshot;
  const snapshot = shownPosition(state, state.snapshot);
  return {
    id: `${match} ${game}`,
    rules,
    cells: matchCells(state, snapshot),
    canPlay: mayPlay(state) && !state.shownWin,
    toPlay: snapshot.you === 'both' ? snapshot.turn : ownMark(snapshot),
    lines: snapshot.result?.lines ?? [],
    outcome: snapshot.result && outcomeOf(state.snapshot),
    startCell: startCell(snapshot),
    frozen: !takesMoves(state) && !isByLink(state),
  };
}

/** @type {(state: MatchState, shown: Snapshot) => CellView[]} */
const matchCells = (state, shown) => {
  const { rules, moves, legal, result, turn } = shown;
  const sending = state.pending.move?.message.cell;
  const notes = {
    last: state.pending.move ? [] : moves.slice(-1),
    won: result?.lines.flat(),
    hinted: state.shownWin ? [] : hintedSquares(state),
    ...judgedSquares(state),
    pending: sending === undefined ? [] : [sending],
  };
  const playable = new Set(mayPlay(state) && !state.shownWin ? legal : []);
  return cellViews(rules, notes, (cell) => ({
    mark: sending === cell ? turn : markAt(shown, cell),
    playable: playable.has(cell),
  }));
};

/** One square of a hint, or all of them; where every square is as good, the centre if it can be. @type {(state: MatchState) => number[]} */
export const hintedSquares = ({ hint, snapshot }) => {
  if (!hint) return [];
  if (hasChoice(hint, snapshot)) return hint.isWhole ? hint.cells : hint.cells.slice(0, 1);
  const centre = startCell(snapshot);
  return hint.cells.includes(centre) ? [centre] : hint.cells.slice(0, 1);
};

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
