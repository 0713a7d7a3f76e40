/**
 * The headline of a match and the line under it. Together they are a live region, which a screen reader reads out when it
 * changes: they say what is new, and contain no running clock.
 */

import { hintText } from './analysis.js';
import { hasProposed, opponentsProposal, proposal } from './proposals.js';
import { gameFacts, replaySentence } from './replay.js';
import { resultDetail, resultHeadline, resultTitle } from './results.js';
import {
  beginText,
  isAgainstComputer,
  moveText,
  objectName,
  otherMark,
  ownMark,
  playerName,
  turnText,
} from './text.js';

/** @import { Mark, Snapshot } from '../protocol' */
/** @import { SentencePart, State } from '../page' */

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
 * @param {State} state
 * @param {Snapshot} snapshot
 */
export function shownTurn({ pendingMove }, { turn }) {
  return turn && pendingMove ? otherMark(turn) : turn;
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 */
export function matchHeadline(state, snapshot) {
  if (snapshot.result) return resultHeadline(snapshot, snapshot.result);
  const turn = shownTurn(state, snapshot);
  return turn ? turnText(snapshot, turn) : '';
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 */
export function matchDetail(state, snapshot) {
  if (state.shownPly !== null) return gameFacts(snapshot, state.seen?.endedAt);
  return newsText(state, snapshot) ?? positionText(state, snapshot);
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 * @param {number} ply
 * @returns {SentencePart[]}
 */
export function reviewSentence(state, snapshot, ply) {
  const news = newsText(state, snapshot);
  return [...(news ? [{ text: `${news} ` }] : []), ...replaySentence(snapshot, state.review, ply)];
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 */
function newsText(state, snapshot) {
  const { notice, hint, query } = state;
  if (notice !== null) return notice;
  if (hint) return hintText(snapshot, hint, state.showsAllHints);
  if (query) return `The computer is ${query.about === 'review' ? 'reviewing the game' : 'thinking'}...`;
  return proposalText(state, snapshot);
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 */
export function matchTitle(state, snapshot) {
  const { result } = snapshot;
  const proposer = opponentsProposal(state, snapshot);
  if (proposer) return proposerText(snapshot, proposer);
  return result ? resultTitle(snapshot, result) : matchHeadline(state, snapshot);
}

/**
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 */
function proposerText(snapshot, mark) {
  return `${playerName(snapshot, mark)} wants ${snapshot.result ? 'a rematch' : 'to take back a move'}`;
}

/**
 * Who has proposed something, as long as that stands.
 * @param {State} state
 * @param {Snapshot} snapshot
 */
function proposalText(state, snapshot) {
  const you = ownMark(snapshot);
  const other = you && otherMark(you);
  if (other && hasProposed(state, snapshot)) {
    if (isAgainstComputer(snapshot)) return null;
    const what = snapshot.result ? 'Rematch offered.' : 'Takeback requested.';
    return `${what} Waiting for ${objectName(snapshot, other)}...`;
  }
  const mark = you ? opponentsProposal(state, snapshot) : proposal(snapshot)?.by;
  return mark ? `${proposerText(snapshot, mark)}.` : null;
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 */
function positionText(state, snapshot) {
  const { pendingMove, cancellation, streak } = state;
  const { result, turn } = snapshot;
  if (result) return resultDetail(snapshot, result, streak);
  const played = pendingMove && turn ? moveText(snapshot, turn, pendingMove.cell) : lastMove(snapshot);
  return [cancellation?.text, played ?? beginText(snapshot)].filter(Boolean).join(' ');
}

/** @param {Snapshot} snapshot */
function lastMove(snapshot) {
  const cell = snapshot.moves.at(-1);
  const mark = cell === undefined ? null : markAt(snapshot, cell);
  return mark && cell !== undefined ? moveText(snapshot, mark, cell) : null;
}
