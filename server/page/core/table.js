/** A match as it is seen: players, cells, clock, and what can be done. */

import { boardWords, cellName, isNumbered, rowColumnWords } from './boards.js';
import { hintWords, reviewSummary, reviewedMoves } from './analysis.js';
import { isInTouch, mayPlay } from './moves.js';
import { resultWords, scoreWords } from './results.js';
import { markAt, rematchWords, shownTurn } from './status.js';
import { clockText, otherMark, secondsLeft } from './words.js';

/** @import { Mark, Snapshot } from '../protocol' */
/** @import { CellView, GameView, PlayerView, State } from '../page' */

/**
 * @param {State} state
 * @param {NonNullable<State['seen']>} seen
 * @param {number} now
 * @returns {GameView}
 */
export function tableView(state, { snapshot, at }, now) {
  const left =
    snapshot.ms_left === null || snapshot.result ? null : secondsLeft(snapshot.ms_left - (now - at));
  const first = snapshot.you ?? 'X';
  return {
    match: snapshot.match,
    heading: headingOf(snapshot),
    rules: snapshot.rules,
    board: boardWords(snapshot.rules),
    players: [playerView(state, snapshot, first, left), playerView(state, snapshot, otherMark(first), left)],
    score: scoreWords(snapshot),
    cells: cellViews(state, snapshot),
    open: mayPlay(state),
    first: firstCell(snapshot),
    clock: left === null ? null : { text: clockText(left), seconds: left },
    watchers: watcherWords(snapshot),
    result: resultWords(snapshot),
    notice: noticeWords(state, snapshot),
    review: reviewView(state, snapshot),
    ways: waysOn(state, snapshot),
    rematch: rematchWords(state, snapshot),
    losesByLeaving: losesByLeaving(snapshot),
    frozen: !isInTouch(state),
  };
}

/**
 * Whether leaving now loses a game against a person.
 * @param {Snapshot} snapshot
 */
function losesByLeaving({ you, result, players }) {
  return you !== null && result === null && players[otherMark(you)].kind === 'person';
}

/** @param {Snapshot} snapshot */
function headingOf({ game, room, you }) {
  return `${you ? 'Game' : 'Watching game'} ${game}${room === null ? '' : `, room ${room}`}`;
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 * @param {number | null} left seconds on the clock
 * @returns {PlayerView}
 */
function playerView(state, snapshot, mark, left) {
  const player = snapshot.players[mark];
  const you = snapshot.you === mark;
  return {
    name: player.name,
    mark,
    you,
    presence: presenceWords(state, snapshot, mark, left),
    away: isInTouch(state) && !you && !player.connected && !player.left,
    toMove: shownTurn(state, snapshot) === mark,
    wins: snapshot.score[mark],
  };
}

/**
 * Whether a player is there. Without a connection nobody knows.
 * @param {State} state
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 * @param {number | null} left
 */
function presenceWords(state, { players, you, turn }, mark, left) {
  const { kind, level, connected, left: hasLeft } = players[mark];
  if (kind === 'computer') return level ? `computer, ${level}` : 'computer';
  if (you === mark || !isInTouch(state)) return '';
  if (hasLeft) return 'has left';
  if (connected) return 'here';
  return turn === mark && left !== null ? `away, ${clockText(left)} left to return` : 'away';
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 * @returns {CellView[]}
 */
function cellViews(state, snapshot) {
  const { rules, moves, legal, result } = snapshot;
  const won = new Set(result?.lines.flat());
  const [hinted, open] = [new Set(state.hint?.cells), new Set(mayPlay(state) ? legal : [])];
  return Array.from({ length: rules.columns * rules.rows }, (_, cell) => {
    const pending = state.pending?.cell === cell;
    const seen = {
      mark: pending ? snapshot.you : markAt(snapshot, cell),
      last: moves.at(-1) === cell,
      won: won.has(cell),
      hinted: hinted.has(cell),
      pending,
    };
    const label = cellLabel(snapshot, cell, seen);
    return { cell, ...seen, label, playable: open.has(cell) };
  });
}

/**
 * A cell in words: `Row 2, column 2, X, last move`, on a big board `b2, row 2, column 2, X`.
 * @param {Snapshot} snapshot
 * @param {number} cell
 * @param {Pick<CellView, 'mark' | 'last' | 'won' | 'hinted' | 'pending'>} seen
 */
function cellLabel({ rules }, cell, { mark, last, won, hinted, pending }) {
  const place = rowColumnWords(rules, cell);
  const named = isNumbered(rules) ? `R${place.slice(1)}` : `${cellName(rules, cell)}, ${place}`;
  const parts = [
    named,
    mark ?? 'empty',
    last && 'last move',
    won && 'winning line',
    hinted && 'hint',
    pending && 'sending',
  ];
  return parts.filter(Boolean).join(', ');
}

/**
 * The centre if it is free, else the first cell that is.
 * @param {Snapshot} snapshot
 */
function firstCell(snapshot) {
  const { columns, rows } = snapshot.rules;
  const centre = Math.floor((rows - 1) / 2) * columns + Math.floor((columns - 1) / 2);
  if (markAt(snapshot, centre) === null) return centre;
  const free = snapshot.board.join('').indexOf('_');
  return free === -1 ? centre : free;
}

/**
 * Who watches besides the viewer.
 * @param {Snapshot} snapshot
 */
function watcherWords({ watchers, you }) {
  const others = you ? watchers : watchers - 1;
  if (others <= 0) return null;
  return you ? `${others} watching` : `${others} more watching`;
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 */
function noticeWords({ notice, hint, question }, snapshot) {
  if (notice !== null) return notice;
  if (question?.about === 'review') return 'The computer looks at the moves.';
  return hint ? hintWords(snapshot, hint) : null;
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 * @returns {GameView['review']}
 */
function reviewView({ review }, snapshot) {
  if (!review) return null;
  return { moves: reviewedMoves(snapshot, review), summary: reviewSummary(snapshot, review) };
}

/**
 * What can be done: as long as the game is on the same, so that buttons do not come and go with every move.
 * @param {State} state
 * @param {Snapshot} snapshot
 * @returns {GameView['ways']}
 */
function waysOn({ request }, { you, result, players, rematch, moves }) {
  const over = result !== null;
  const asked = request?.about === 'rematch' || (you !== null && rematch.offers.includes(you));
  return {
    resign: you !== null && !over,
    hint: you !== null && !over && players[otherMark(you)].kind === 'computer',
    rematch: you !== null && over && rematch.open && !asked,
    review: over && moves.length > 0,
    newOpponent: you !== null && over,
    leave: true,
  };
}
