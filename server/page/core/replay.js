/** A finished game that is stepped through: the position after some of its moves, and what the last of them was worth. */

import { gameName, cellName } from './boards.js';
import { endSentence, objectName, subjectName } from './sentences.js';
import { change, isByLink } from './step.js';
import { DATES, cellChoices, counted, otherMark, shapeName, shapeText } from './text.js';

const NAMED_SQUARES = 3;

/** Shows the position after this many moves; `null` ends the replay. @type {Transition<[ply: number | null]>} */
export const showPly = (step, ply) => {
  const { snapshot, shownWin } = step.state;
  if (shownWin) {
    const last = shownWin.win.moves.length;
    return change(step, {
      shownWin: ply === null ? null : { ...shownWin, ply: Math.max(1, Math.min(ply, last)) },
      notice: null,
    });
  }
  if (!snapshot?.result || snapshot.moves.length === 0 || (ply === null && isByLink(step.state))) return;
  change(step, { shownPly: ply === null ? null : Math.max(1, Math.min(ply, snapshot.moves.length)) });
};

/** Steps through the forced win that was found from here. @type {Transition} */
export const showWin = (step) => {
  const win = winToShow(step.state);
  if (win) change(step, { shownWin: { win, ply: 1 }, notice: null });
};

/**
 * The forced win that the hint found; in a review the one that the shown move allowed, or else gave away.
 * @param {State} state
 */
export function winToShow({ hint, review, shownPly, shownWin }) {
  const at = (/** @type {number} */ ply) => review?.forced_wins?.find((win) => win.ply === ply);
  const given = review?.moves[(shownPly ?? 0) - 1]?.mistake ? at((shownPly ?? 0) - 1) : null;
  const win = shownPly === null ? hint?.forced_win : (at(shownPly) ?? given);
  // A win with the next move is plain to see.
  return !shownWin && win && win.moves.length > 1 ? win : null;
}

/**
 * The position from which the viewer can go on: before a move of the viewer's own, which may be done better, and after one of
 * the opponent's. `null` if there is none.
 * @param {State} state
 * @returns {{ from: number[], mark: Mark } | null}
 */
export function positionToPlay({ snapshot, shownPly, shownWin }) {
  if (!snapshot || shownPly === null || shownWin) return null;
  const { moves, you } = snapshot;
  const isOpponents = (you === 'X' || you === 'O') && markOfMove(shownPly - 1) !== you;
  const ply = isOpponents ? shownPly : shownPly - 1;
  return ply < moves.length ? { from: moves.slice(0, ply), mark: markOfMove(ply) } : null;
}

/**
 * The moves of a forced win up to the shown one.
 * @param {NonNullable<State['shownWin']>} shown
 */
function imaginedMoves({ win, ply }) {
  return win.moves.slice(0, ply).map(([cell = 0]) => cell);
}

/** @type {Transition<[game: SavedGame | null]>} */
export const replay = (step, game) => {
  if (step.state.session.kind !== 'none') return;
  if (!game) return change(step, { notice: 'no_replay' });
  change(step, { snapshot: finalSnapshot(game), endedAt: game.ended_at, shownPly: game.moves.length });
};

/**
 * `Classic · 5 moves · Nov 20`
 * @param {Pick<Snapshot, 'rules' | 'moves'>} game
 * @param {string | null} [endedAt]
 */
export function gameFacts({ rules, moves }, endedAt) {
  const date = endedAt && DATES.format(Date.parse(endedAt)).replace(' ', '\u00a0');
  const facts = [gameName(rules), counted(moves.length, 'move'), date];
  return facts.filter(Boolean).join(' · ');
}

/**
 * The game as this viewer saw its end.
 * @param {SavedGame} game
 * @returns {Snapshot}
 */
export function finalSnapshot({ match, game, rules, players: { X, O }, moves, result, you }) {
  return {
    ...{ match, game, rules, moves, result, you, board: boardAfter(rules, moves), ply: moves.length },
    players: { X: { ...X, presence: 'online' }, O: { ...O, presence: 'online' } },
    ...{ seq: 0, legal: [], turn: null, takebacks: 0, ms_left: null, spectators: 0, room: null },
    ...{ score: { X: 0, O: 0, draws: 0 }, rematch: { open: false, offers: [] } },
  };
}

/**
 * @param {Rules} rules
 * @param {number[]} moves
 */
function boardAfter({ columns, rows }, moves) {
  const squares = Array.from({ length: columns * rows }, () => '_');
  moves.forEach((cell, index) => (squares[cell] = markOfMove(index)));
  return Array.from({ length: rows }, (_, row) => squares.slice(row * columns, (row + 1) * columns).join(''));
}

/**
 * @param {Snapshot} snapshot
 * @param {number} cell
 * @returns {Mark | null}
 */
export function markAt({ board, rules }, cell) {
  const row = board[Math.floor(cell / rules.columns)] ?? '';
  const mark = row[cell % rules.columns];
  return mark === 'X' || mark === 'O' ? mark : null;
}

/**
 * X goes first.
 * @param {number} index
 * @returns {Mark}
 */
export function markOfMove(index) {
  return index % 2 === 0 ? 'X' : 'O';
}

/** @type {Transition<[review: Review]>} */
export const showReview = (step, review) => {
  const { snapshot } = step.state;
  if (!snapshot) return;
  change(step, { review });
  // A player who has stepped on meanwhile stays there.
  if (step.state.shownPly === snapshot.moves.length) showPly(step, firstPly(snapshot, review));
};

/**
 * Where a review starts: at the viewer's first mistake, else at the other player's, else at the end.
 * @param {Snapshot} snapshot
 * @param {Review} review
 */
export function firstPly({ you, moves }, review) {
  const mistakes = review.moves.flatMap(({ mistake, mark }, index) => (mistake ? [{ mark, index }] : []));
  const first = mistakes.find(({ mark }) => mark === you) ?? mistakes[0];
  return first ? first.index + 1 : moves.length;
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 * @returns {Snapshot}
 */
export function shownPosition({ shownPly, shownWin }, snapshot) {
  if (!shownWin && (shownPly === null || shownPly === snapshot.moves.length)) return snapshot;
  const moves = shownWin
    ? [...snapshot.moves.slice(0, shownWin.win.ply), ...imaginedMoves(shownWin)]
    : snapshot.moves.slice(0, shownPly ?? undefined);
  return { ...snapshot, board: boardAfter(snapshot.rules, moves), moves, ply: moves.length, result: null };
}

/**
 * The squares to colour: the shown move if it was a mistake, and what would have been better, at least perhaps; in a forced
 * win the moves that were not played, and what wins too.
 * @param {State} state
 * @returns {{ [note in Note]?: number[] }}
 */
export function judgedSquares({ review, shownPly, shownWin }) {
  if (shownWin) {
    const others = shownWin.win.moves[shownWin.ply - 1]?.slice(1) ?? [];
    return { imagined: imaginedMoves(shownWin), wins: others };
  }
  const move = review?.moves[(shownPly ?? 0) - 1];
  if (move?.mistake) return { mistake: [move.cell], better: move.best };
  return move && isDoubtful(move) ? { better: move.best } : {};
}

/** @param {ReviewedMove} move */
function isDoubtful({ cell, after, best }) {
  return !after && best.length > 0 && !best.includes(cell);
}

/**
 * `You played top middle: now Bob can force a win. Better: centre, still a draw.`
 * @param {Snapshot} snapshot
 * @param {Review | null} review
 * @param {number} ply
 * @returns {SentencePart[]}
 */
export function replaySentence(snapshot, review, ply) {
  const { moves, result, rules } = snapshot;
  const cell = moves[ply - 1] ?? 0;
  const move = review?.moves[ply - 1];
  const mark = markOfMove(ply - 1);
  const played = `${subjectName(snapshot, mark)} played `;
  const end = result && ply === moves.length ? result : null;
  const ending = end ? ` ${endSentence(snapshot, end)}` : '';
  const square = cellName(rules, cell);
  if (!move?.mistake)
    return [{ text: `${played}${square}${move ? moveRemark(snapshot, move) : '.'}${ending}` }];
  // In misere, by a row of the own marks.
  const hasLost = end?.reason === 'line' && end.winner !== mark;
  return [
    { text: played },
    { text: square, tone: 'mistake' },
    { text: `${hasLost ? ' and lost' : mistakeRemark(snapshot, move)}. Better: ` },
    { text: cellChoices(rules, move.best, NAMED_SQUARES), tone: 'better' },
    { text: `, still ${move.before?.value === 0 ? 'a draw' : 'winning'}.${hasLost ? '' : ending}` },
  ];
}

/**
 * `Bob can win. Bob: h8 or g7.`
 * @param {Snapshot} snapshot
 * @param {NonNullable<State['shownWin']>} shown
 * @returns {SentencePart[]}
 */
export function winSentence(snapshot, { win, ply }) {
  const mark = markOfMove(win.ply + ply - 1);
  const cells = cellChoices(snapshot.rules, win.moves[ply - 1] ?? [], NAMED_SQUARES);
  const start = `${subjectName(snapshot, win.winner)} can win. ${subjectName(snapshot, mark)}: `;
  return [
    { text: start },
    mark === win.winner ? { text: cells, tone: 'better' } : { text: cells },
    { text: '.' },
  ];
}

/** @type {(snapshot: Snapshot, move: ReviewedMove) => string} */
const mistakeRemark = (snapshot, move) => {
  const remark = shapeRemark(snapshot, move);
  if (remark) return remark;
  if (move.after?.value === 0) return ', which turns a win into a draw';
  return `: now ${objectName(snapshot, otherMark(move.mark))} can force a win`;
};

/** @type {(snapshot: Snapshot, move: ReviewedMove) => string} */
const moveRemark = (snapshot, move) => {
  const worth = worthLeft(move);
  const remark = shapeRemark(snapshot, move) ?? (worth ? `: ${worth}` : '');
  const { rules } = snapshot;
  const better = isDoubtful(move) ? ` Perhaps better: ${cellChoices(rules, move.best, NAMED_SQUARES)}.` : '';
  return `${remark}.${better}`;
};

/** The effect of a move on a row, where it says more than the move's value. @type {(snapshot: Snapshot, move: ReviewedMove) => string | null} */
const shapeRemark = (snapshot, { mark, after, shape }) => {
  if (!shape || (after && shape.effect !== 'leaves')) return null;
  if (shape.effect !== 'leaves') return `: this ${shape.effect} ${shapeText(shape)}`;
  const opponent = objectName(snapshot, otherMark(mark));
  if (shape.open) return `: this leaves ${opponent} ${shapeText(shape)}`;
  return `: this doesn't block ${opponent === 'you' ? 'your' : `${opponent}'s`} ${shapeName(shape)}`;
};

/** @param {ReviewedMove} move */
function worthLeft({ before, after }) {
  if (!after || after.distance === 0) return null;
  if (after.value > 0) return before ? 'still winning' : 'winning from here';
  if (after.value < 0) return before ? 'already lost' : 'losing from here';
  return before ? 'still a draw' : 'a draw from here';
}
