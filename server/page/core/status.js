/**
 * What the page says of a match: the headline and the line under it. Together they are a live region, which a screen
 * reader reads out when it changes: they say what is new, and contain no running clock.
 */

import { gameFacts, replaySentence } from './replay.js';
import { cellChoices, counted, otherMark, shapeText } from './text.js';

/** A hint names no more cells than this, even if more are as good. */
const MAX_HINTED = 24;

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

export class Status {
  state;
  match;

  /**
   * @param {State} state
   * @param {Match} match
   */
  constructor(state, match) {
    this.state = state;
    this.match = match;
  }

  /** Whose turn it is, if an unconfirmed move counts. */
  get turn() {
    const { turn } = this.match.snapshot;
    return turn && this.state.pendingMove ? otherMark(turn) : turn;
  }

  get headline() {
    const { result } = this.match.snapshot;
    if (result) return this.match.resultHeadline(result);
    return this.turn ? this.match.turnText(this.turn) : '';
  }

  get detail() {
    const { shownPly } = this.state;
    const { snapshot, endedAt } = this.match;
    return shownPly === null ? (this.#news ?? this.#positionText) : gameFacts(snapshot, endedAt);
  }

  /** On the move that is shown. @returns {SentencePart[]} */
  get reviewSentence() {
    const news = this.#news;
    const { shownPly, review } = this.state;
    const sentence = replaySentence(this.match, review, shownPly ?? 0);
    return news ? [{ text: `${news} ` }, ...sentence] : sentence;
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
    if (!own || !by || by === own || this.hasProposed) return null;
    // An opponent who is away from a finished game may not come back for another one.
    return snapshot.result && snapshot.players[by].presence !== 'online' ? null : by;
  }

  /** Whether the player has proposed something that stands. */
  get hasProposed() {
    const { own, proposal } = this.match;
    const about = this.state.request?.about;
    if (own && proposal?.by === own) return about !== 'decline';
    return about === 'rematch' || about === 'take_back';
  }

  get #news() {
    const { notice, hint, query, showsAllHints } = this.state;
    if (notice !== null) return notice;
    if (hint) return hintText(this.match.snapshot, hint, showsAllHints);
    if (query) return `The computer is ${query.about === 'review' ? 'reviewing the game' : 'thinking'}...`;
    return this.#proposalText;
  }

  /** Who has proposed something, as long as that stands. */
  get #proposalText() {
    const { own, proposal, snapshot, isAgainstComputer } = this.match;
    if (own && this.hasProposed) {
      if (isAgainstComputer) return null;
      const what = snapshot.result ? 'Rematch offered.' : 'Takeback requested.';
      return `${what} Waiting for ${this.match.objectName(otherMark(own))}...`;
    }
    const mark = own ? this.opponentsProposal : proposal?.by;
    return mark ? `${this.#proposerText(mark)}.` : null;
  }

  /** @param {Mark} mark */
  #proposerText(mark) {
    const what = this.match.snapshot.result ? 'a rematch' : 'to take back a move';
    return `${this.match.playerName(mark)} wants ${what}`;
  }

  get #positionText() {
    const { pendingMove, cancellation, streak } = this.state;
    const { snapshot, beginText } = this.match;
    const { result, turn, moves } = snapshot;
    if (result) return this.match.resultDetail(result, streak);
    const cell = pendingMove?.cell ?? moves.at(-1);
    const mark = pendingMove ? turn : markAt(snapshot, cell ?? -1);
    const played = mark && cell !== undefined ? this.match.moveText(mark, cell) : beginText;
    return [cancellation?.text, played].filter(Boolean).join(' ');
  }
}

/**
 * `Hint: centre, or 3 others. Still a draw.`
 * @param {Snapshot} snapshot
 * @param {Hint} hint
 * @param {boolean} all whether to name all cells
 */
export function hintText(snapshot, { cells, worth, shape }, all) {
  const found = shape && shape.effect !== 'leaves' ? `This ${shapeText(shape)}.` : 'Best move found so far.';
  return `Hint: ${hintedCells(snapshot, cells, all)}. ${worth ? prospectText(worth) : found}`;
}

/**
 * @param {Snapshot} snapshot
 * @param {number[]} cells
 * @param {boolean} all
 */
function hintedCells(snapshot, cells, all) {
  if (cells.length > 1 && cells.length === snapshot.legal.length) return 'any square';
  if (all || cells.length < 2) return cellChoices(snapshot.rules, cells);
  if (cells.length >= MAX_HINTED) return cellChoices(snapshot.rules, cells, 2);
  return `${cellChoices(snapshot.rules, cells.slice(0, 1))}, or ${counted(cells.length - 1, 'other')}`;
}

/** @param {Worth} worth */
function prospectText({ value, distance }) {
  if (value === 0) return 'Still a draw.';
  if (value > 0) {
    if (distance === 1) return 'You can win now.';
    return distance === null ? 'You can win.' : `You can win in ${Math.ceil(distance / 2)} moves.`;
  }
  if (distance === null) return 'The computer can force a win.';
  if (distance === 2) return 'The computer can win on its next move.';
  return `The computer can force a win in ${Math.floor(distance / 2)}; this delays it longest.`;
}
