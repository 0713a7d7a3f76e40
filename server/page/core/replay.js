/** A finished game that is stepped through: the position after some of its moves, and what the last of them was worth. */

import { gameName, cellName } from './boards.js';
import { objectName, resultSentence, subjectName } from './sentences.js';
import { change, isByLink } from './step.js';
import { DATES, cellChoices, counted, otherMark, shapeText } from './text.js';

const NAMED_SQUARES = 3;

/** Shows the position after this many moves; `null` ends the replay. @type {Transition<[ply: number | null]>} */
export const showPly = (step, ply) => {
  const { snapshot } = step.state;
  if (!snapshot?.result || snapshot.moves.length === 0 || (ply === null && isByLink(step.state))) return;
  change(step, { shownPly: ply === null ? null : Math.max(1, Math.min(ply, snapshot.moves.length)) });
};

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
export function shownPosition({ shownPly }, snapshot) {
  if (shownPly === null || shownPly === snapshot.moves.length) return snapshot;
  const moves = snapshot.moves.slice(0, shownPly);
  return { ...snapshot, board: boardAfter(snapshot.rules, moves), moves, ply: shownPly, result: null };
}

/**
 * The squares to colour: the shown move if it was a mistake, and what would have been better, at least perhaps.
 * @param {State} state
 * @returns {{ mistake?: number[], better?: number[] }}
 */
export function judgedSquares({ review, shownPly }) {
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
  const end = result && ply === moves.length ? ` ${resultSentence(snapshot, result)}` : '';
  const square = cellName(rules, cell);
  if (!move?.mistake) return [{ text: `${played}${square}${move ? moveRemark(rules, move) : '.'}${end}` }];
  const drawn = move.after?.value === 0;
  const now =
    telling(move) ??
    (drawn ? 'now it is only a draw' : `now ${objectName(snapshot, otherMark(mark))} can force a win`);
  return [
    { text: played },
    { text: square, tone: 'mistake' },
    { text: `: ${now}. Better: ` },
    { text: cellChoices(rules, move.best, NAMED_SQUARES), tone: 'better' },
    { text: `, still ${move.before?.value === 0 ? 'a draw' : 'winning'}.${end}` },
  ];
}

/**
 * @param {Rules} rules
 * @param {ReviewedMove} move
 */
function moveRemark(rules, move) {
  const remark = telling(move) ?? worthLeft(move);
  const better = isDoubtful(move) ? ` Perhaps better: ${cellChoices(rules, move.best, NAMED_SQUARES)}.` : '';
  return `${remark ? `: ${remark}` : ''}.${better}`;
}

/**
 * What a move does to a row, where that says more than its value.
 * @param {ReviewedMove} move
 */
function telling({ after, shape }) {
  return shape && (!after || shape.effect === 'leaves') ? `this ${shapeText(shape)}` : null;
}

/** @param {ReviewedMove} move */
function worthLeft({ before, after }) {
  if (!after || after.distance === 0) return null;
  if (after.value > 0) return before ? 'still winning' : 'winning from here';
  if (after.value < 0) return before ? 'already lost' : 'losing from here';
  return before ? 'still a draw' : 'a draw from here';
}
