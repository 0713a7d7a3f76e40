/**
 * The status of a match: what is read out when it changes. It tells what is new and nothing twice, and no clock ticks in
 * it.
 */

import { resultTitle, resultWords, scoreSentence } from './results.js';
import { DECLINED, beginWords, moveWords, otherMark, playerName, turnWords } from './words.js';

/** @import { Mark, Snapshot } from '../protocol' */
/** @import { News, State } from '../page' */

/**
 * The mark on a cell.
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
 * Whose turn it is, as it is shown: a move that was sent counts.
 * @param {State} state
 * @param {Snapshot} snapshot
 */
export function shownTurn({ pending }, { turn }) {
  return turn && pending ? otherMark(turn) : turn;
}

/**
 * @param {State} state
 * @param {Snapshot} snapshot
 */
export function matchStatus(state, snapshot) {
  const { news } = state;
  return news.kind === 'position' ? positionWords(state, snapshot) : newsWords(snapshot, news);
}

/**
 * What the title says of a match.
 * @param {State} state
 * @param {Snapshot} snapshot
 */
export function matchTitle(state, snapshot) {
  const { result } = snapshot;
  const asks = whoAsks(state, snapshot);
  if (asks) return `${playerName(snapshot, asks)} wants a rematch`;
  if (result) return resultTitle(snapshot, result);
  const turn = shownTurn(state, snapshot);
  if (!turn) return '';
  return turn === snapshot.you ? 'Your turn' : `${playerName(snapshot, turn)}'s turn`;
}

/**
 * The opponent who wants a rematch, and waits for this player to agree.
 * @param {State} state
 * @param {Snapshot} snapshot
 */
export function whoAsks({ request }, { you, rematch, players }) {
  if (!you || !rematch.open || request?.about === 'rematch' || rematch.offers.includes(you)) return null;
  return rematch.offers.find((mark) => mark !== you && players[mark].connected) ?? null;
}

/**
 * Who wants a rematch, or why there is none.
 * @param {State} state
 * @param {Snapshot} snapshot
 */
export function rematchWords(state, snapshot) {
  const { you, rematch, result, players } = snapshot;
  if (!result) return null;
  if (!rematch.open) {
    const gone = /** @type {Mark[]} */ (['X', 'O']).find((mark) => mark !== you && players[mark].left);
    return gone ? leftWords(snapshot, gone) : null;
  }
  if (state.request?.about === 'rematch' || (you && rematch.offers.includes(you))) return DECLINED.asked;
  const [asks] = rematch.offers;
  if (!asks) return null;
  const away = players[asks].connected ? '' : ', but is away';
  return `${playerName(snapshot, asks)} wants a rematch${away}.`;
}

/**
 * @param {Snapshot} snapshot
 * @param {Exclude<News, { kind: 'position' }>} news
 */
function newsWords(snapshot, { kind, mark }) {
  const player = playerName(snapshot, mark);
  const turn = snapshot.turn ? ` ${turnWords(snapshot, snapshot.turn)}` : '';
  switch (kind) {
    case 'away':
      return `${player} has lost the connection.${turn}`;
    case 'back':
      return `${player} is back.${turn}`;
    case 'left':
      return leftWords(snapshot, mark);
    default:
      return mark === snapshot.you ? DECLINED.asked : `${player} wants a rematch.`;
  }
}

/**
 * @param {Snapshot} snapshot
 * @param {Mark} mark
 */
function leftWords(snapshot, mark) {
  return `${playerName(snapshot, mark)} has left: no rematch.`;
}

/**
 * How it stands on the board. What the viewer has just played was told when it was sent.
 * @param {State} state
 * @param {Snapshot} snapshot
 */
function positionWords(state, snapshot) {
  const { you, result } = snapshot;
  const turn = shownTurn(state, snapshot);
  if (result) {
    const told = [lastOfGame(snapshot), resultWords(snapshot), scoreSentence(snapshot)];
    return told.filter(Boolean).join(' ');
  }
  const { pending } = state;
  const played = pending && you ? moveWords(snapshot, you, pending.cell) : lastMove(snapshot);
  const told = [played ?? beginWords(snapshot), turn && turnWords(snapshot, turn), awayWords(snapshot)];
  return told.filter(Boolean).join(' ');
}

/**
 * That the opponent is not there.
 * @param {Snapshot} snapshot
 */
function awayWords(snapshot) {
  const { you, players } = snapshot;
  const other = you && otherMark(you);
  return other && !players[other].connected ? `${playerName(snapshot, other)} is away.` : null;
}

/** @param {Snapshot} snapshot */
function lastMove(snapshot) {
  const cell = snapshot.moves.at(-1);
  const mark = cell === undefined ? null : markAt(snapshot, cell);
  return mark && cell !== undefined ? moveWords(snapshot, mark, cell) : null;
}

/**
 * The move that ended the game, if it was another's.
 * @param {Snapshot} snapshot
 */
function lastOfGame(snapshot) {
  const { result, moves, you } = snapshot;
  const isByMove = result?.reason === 'line' || result?.reason === 'full';
  return isByMove && markAt(snapshot, moves.at(-1) ?? -1) !== you ? lastMove(snapshot) : null;
}
