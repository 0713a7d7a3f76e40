/** What the page shows of a match: players, cells, clock, buttons. */

import { hintText } from './analysis.js';
import { boardText, cellName, isNumbered, rowColumnText } from './boards.js';
import { isReady, mayPlay } from './moves.js';
import { judgedSquares, replayView, shownPosition } from './replay.js';
import { resultText, scoreText } from './results.js';
import { markAt, rematchText, shownTurn } from './status.js';
import { isByLink } from './step.js';
import { clockText, otherMark, ownMark, secondsLeft } from './text.js';

/** @import { Mark, Snapshot } from '../protocol' */
/** @import { CellView, GameView, PlayerView, State } from '../page' */

/**
 * @param {State} state
 * @param {NonNullable<State['seen']>} seen
 * @param {number} now
 * @returns {GameView}
 */
export function gameView(state, { snapshot, at }, now) {
  const seconds =
    snapshot.ms_left === null || snapshot.result ? null : secondsLeft(snapshot.ms_left - (now - at));
  const first = ownMark(snapshot) ?? 'X';
  const players = [first, otherMark(first)].map((mark) => playerView(state, snapshot, mark, seconds));
  return {
    match: snapshot.match,
    heading: gameHeading(snapshot),
    rules: snapshot.rules,
    board: boardText(snapshot.rules),
    players: /** @type {[PlayerView, PlayerView]} */ (players),
    score: scoreText(snapshot),
    cells: cellViews(state, shownPosition(state, snapshot)),
    canPlay: mayPlay(state),
    startCell: startCell(snapshot),
    clock: seconds === null ? null : { text: clockText(seconds), seconds },
    spectators: spectatorsText(snapshot),
    result: resultText(snapshot),
    notice: noticeText(state, snapshot),
    replay: replayView(state, snapshot),
    actions: gameActions(state, snapshot),
    rematch: rematchText(state, snapshot),
    losesByLeaving: losesByLeaving(snapshot),
    frozen: !isReady(state) && !isByLink(state),
  };
}

/** @param {Snapshot} snapshot */
function losesByLeaving(snapshot) {
  const you = ownMark(snapshot);
  return you !== null && snapshot.result === null && snapshot.players[otherMark(you)].kind !== 'computer';
}

/** @param {Snapshot} snapshot */
function gameHeading({ game, room, you }) {
  return `${you ? 'Game' : 'Watching game'} ${game}${room === null ? '' : `, room ${room}`}`;
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 * @param {number | null} seconds on the clock
 * @returns {PlayerView}
 */
function playerView(state, snapshot, mark, seconds) {
  const { name, presence } = snapshot.players[mark];
  const you = snapshot.you === mark;
  return {
    name,
    mark,
    you,
    presence: presenceText(state, snapshot, mark, seconds),
    away: isReady(state) && !you && presence === 'away',
    toMove: shownTurn(state, snapshot) === mark,
    wins: snapshot.score[mark],
  };
}

/**
 * What the player is, and whether they are there: unknown while the connection is down.
 * @param {State} state
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 * @param {number | null} seconds
 */
function presenceText(state, { players, you, turn }, mark, seconds) {
  const { kind, level, presence } = players[mark];
  if (kind === 'computer') return level ? `computer, ${level}` : 'computer';
  const words = kind === 'bot' ? ['bot'] : [];
  if (you === mark || !isReady(state)) return words.join('');
  if (presence === 'left') words.push('has left');
  if (presence === 'online') words.push('here');
  if (presence === 'away') words.push('away');
  if (presence === 'away' && turn === mark && seconds !== null)
    words.push(`${clockText(seconds)} left to return`);
  return words.join(', ');
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 * @returns {CellView[]}
 */
function cellViews(state, snapshot) {
  const { rules, moves, legal, result } = snapshot;
  const won = new Set(result?.lines.flat());
  const { mistake, better } = judgedSquares(state);
  const [hinted, playable] = [new Set(state.hint?.cells), new Set(mayPlay(state) ? legal : [])];
  return Array.from({ length: rules.columns * rules.rows }, (_, cell) => {
    const pending = state.pendingMove?.cell === cell;
    const marks = {
      mark: pending ? ownMark(snapshot) : markAt(snapshot, cell),
      last: moves.at(-1) === cell,
      won: won.has(cell),
      hinted: hinted.has(cell),
      mistake: mistake === cell,
      better: better.includes(cell),
      pending,
    };
    return { cell, ...marks, label: cellLabel(snapshot, cell, marks), playable: playable.has(cell) };
  });
}

/**
 * `Row 2, column 2, X, last move`, on a big board `b2, row 2, column 2, X`.
 * @param {Snapshot} snapshot
 * @param {number} cell
 * @param {Omit<CellView, 'cell' | 'label' | 'playable'>} marks
 */
function cellLabel({ rules }, cell, { mark, last, won, hinted, mistake, better, pending }) {
  const place = rowColumnText(rules, cell);
  const parts = [
    isNumbered(rules) ? `R${place.slice(1)}` : `${cellName(rules, cell)}, ${place}`,
    mark ?? 'empty',
    last && 'last move',
    won && 'winning line',
    hinted && 'hint',
    mistake && 'mistake',
    better && 'better',
    pending && 'sending',
  ];
  return parts.filter(Boolean).join(', ');
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

/** @param {Snapshot} snapshot */
function spectatorsText({ spectators, you }) {
  if (you) return spectators > 0 ? `${spectators} watching` : null;
  return spectators > 1 ? `${spectators - 1} more watching` : null;
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 */
function noticeText({ notice, hint, query }, snapshot) {
  if (notice !== null) return notice;
  if (query?.about === 'review') return 'The computer looks at the moves.';
  return hint ? hintText(snapshot, hint) : null;
}

/**
 * The same in either player's turn, so that buttons do not come and go with every move.
 * @param {State} state
 * @param {Snapshot} snapshot
 * @returns {GameView['actions']}
 */
function gameActions({ request }, snapshot) {
  const { result, players, rematch, moves } = snapshot;
  const you = ownMark(snapshot);
  const over = result !== null;
  const offered = request?.about === 'rematch' || (you !== null && rematch.offers.includes(you));
  return {
    resign: you !== null && !over,
    hint: you !== null && !over && players[otherMark(you)].kind === 'computer',
    rematch: you !== null && over && rematch.open && !offered,
    review: over && moves.length > 0,
    newOpponent: you !== null && over,
  };
}
