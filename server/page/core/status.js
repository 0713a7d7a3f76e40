/**
 * The status of a match, a live region: a screen reader reads it out when it changes. It says what is new, nothing twice,
 * and contains no running clock.
 */

import { resultText, resultTitle, scoreSentence } from './results.js';
import { replayView } from './replay.js';
import { DECLINED, beginText, moveText, otherMark, ownMark, playerName, turnText } from './text.js';

/** @import { Mark, Snapshot } from '../protocol' */
/** @import { MatchEvent, State } from '../page' */

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
 * Whose turn it is, if the pending move counts.
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
export function matchStatus(state, snapshot) {
  const { lastEvent } = state;
  const replay = replayView(state, snapshot);
  const event = lastEvent.kind === 'position' ? null : eventText(snapshot, lastEvent);
  if (!replay) return event ?? positionText(state, snapshot);
  const sentence = replay.sentence.map(({ text }) => text).join('');
  return [event, sentence].filter(Boolean).join(' ');
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 */
export function matchTitle(state, snapshot) {
  const { result } = snapshot;
  const offer = rematchOffer(state, snapshot);
  if (offer) return `${playerName(snapshot, offer)} wants a rematch`;
  if (result) return resultTitle(snapshot, result);
  const turn = shownTurn(state, snapshot);
  if (!turn) return '';
  return turn === snapshot.you ? 'Your turn' : `${playerName(snapshot, turn)}'s turn`;
}

/**
 * The opponent who wants a rematch, if the player has yet to agree.
 * @param {State} state
 * @param {Snapshot} snapshot
 */
export function rematchOffer({ request }, snapshot) {
  const { rematch, players } = snapshot;
  const you = ownMark(snapshot);
  if (!you || !rematch.open || request?.about === 'rematch' || rematch.offers.includes(you)) return null;
  return rematch.offers.find((mark) => mark !== you && players[mark].presence === 'online') ?? null;
}

/**
 * Who wants a rematch, or why there is none.
 * @param {State} state
 * @param {Snapshot} snapshot
 */
export function rematchText(state, snapshot) {
  const { rematch, result, players } = snapshot;
  const you = ownMark(snapshot);
  if (!result) return null;
  if (!rematch.open) {
    const marks = /** @type {Mark[]} */ (['X', 'O']);
    const left = marks.find((mark) => mark !== you && players[mark].presence === 'left');
    return left ? leftText(snapshot, left) : null;
  }
  if (state.request?.about === 'rematch' || (you && rematch.offers.includes(you))) return DECLINED.asked;
  const [offer] = rematch.offers;
  if (!offer) return null;
  const away = players[offer].presence === 'online' ? '' : ', but is away';
  return `${playerName(snapshot, offer)} wants a rematch${away}.`;
}

/**
 * @param {Snapshot} snapshot
 * @param {Exclude<MatchEvent, { kind: 'position' }>} event
 */
function eventText(snapshot, { kind, mark }) {
  const player = playerName(snapshot, mark);
  const turn = snapshot.turn ? ` ${turnText(snapshot, snapshot.turn)}` : '';
  switch (kind) {
    case 'away':
      return `${player} has lost the connection.${turn}`;
    case 'back':
      return `${player} is back.${turn}`;
    case 'left':
      return leftText(snapshot, mark);
    default:
      return mark === snapshot.you ? DECLINED.asked : `${player} wants a rematch.`;
  }
}

/**
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 */
function leftText(snapshot, mark) {
  return `${playerName(snapshot, mark)} has left: no rematch.`;
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 */
function positionText(state, snapshot) {
  const { pendingMove, cancellation } = state;
  if (snapshot.result) {
    const texts = [opponentsFinalMove(snapshot), resultText(snapshot), scoreSentence(snapshot)];
    return texts.filter(Boolean).join(' ');
  }
  const you = ownMark(snapshot);
  const turn = shownTurn(state, snapshot);
  const played = pendingMove && you ? moveText(snapshot, you, pendingMove.cell) : lastMove(snapshot);
  const position = played ?? beginText(snapshot);
  return [cancellation?.text, position, turn && turnText(snapshot, turn), awayText(snapshot)]
    .filter(Boolean)
    .join(' ');
}

/** @param {Snapshot} snapshot */
function awayText(snapshot) {
  const you = ownMark(snapshot);
  const other = you && otherMark(you);
  const isAway = other && snapshot.players[other].presence !== 'online';
  return isAway ? `${playerName(snapshot, other)} is away.` : null;
}

/** @param {Snapshot} snapshot */
function lastMove(snapshot) {
  const cell = snapshot.moves.at(-1);
  const mark = cell === undefined ? null : markAt(snapshot, cell);
  return mark && cell !== undefined ? moveText(snapshot, mark, cell) : null;
}

/**
 * The move that ended the game. The viewer's own was reported when it was sent.
 * @param {Snapshot} snapshot
 */
function opponentsFinalMove(snapshot) {
  const { result, moves, you } = snapshot;
  const isByMove = result?.reason === 'line' || result?.reason === 'full';
  return isByMove && markAt(snapshot, moves.at(-1) ?? -1) !== you ? lastMove(snapshot) : null;
}
