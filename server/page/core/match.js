/**
 * A match as its viewer sees it, in the same words as the terminal client: the viewer is "you", the other players have
 * names.
 */

import { DEFAULT_BOARD, cellName, describe, hasPlaces, lineName } from './boards.js';
import { isAgainstComputer, isolated, otherMark, uncapitalized } from './text.js';

/** @type {Mark[]} */
const MARKS = ['X', 'O'];

/** @type {Record<EndedBy['cause'], string>} */
const CANCELLED_BECAUSE = {
  resigned: 'resigned',
  out_of_time: 'did not move in time',
  left: 'left before moving',
  disconnected: 'lost the connection before moving',
};

export class Match {
  snapshot;
  at;
  endedAt;

  /**
   * @param {Snapshot} snapshot
   * @param {number} at when it arrived
   * @param {string} [endedAt] of a game of the history, in RFC 3339
   */
  constructor(snapshot, at, endedAt) {
    this.snapshot = snapshot;
    this.at = at;
    this.endedAt = endedAt;
  }

  /** The viewer's mark: `null` for a spectator, and for two players on one device. */
  get own() {
    const { you } = this.snapshot;
    return you === 'both' ? null : you;
  }

  /** The mark shown first: the viewer's, or that of the player who was X in the first game. */
  get first() {
    return this.own ?? (this.snapshot.game % 2 === 1 ? 'X' : 'O');
  }

  /** Whether the viewer plays the mark to move. */
  get isOwnTurn() {
    const { you, turn } = this.snapshot;
    return turn !== null && (you === turn || you === 'both');
  }

  get isAgainstComputer() {
    return isAgainstComputer(this.snapshot);
  }

  /** Whether the viewer has a move that can be taken back. */
  get hasMoved() {
    const { ply, turn } = this.snapshot;
    return ply > (turn === this.own ? 1 : 0);
  }

  /** Whether the server keeps this game in its history. */
  get isRecorded() {
    const { result, moves } = this.snapshot;
    return result !== null && result.reason !== 'cancelled' && moves.length > 0;
  }

  /**
   * What a player proposes and the other accepts or declines: to take a move back while the game runs, another game after
   * it. `null`: another game is impossible.
   * @returns {{ by?: Mark | undefined, declinedBy?: Mark | null | undefined } | null}
   */
  get proposal() {
    const { result, rematch, takeback } = this.snapshot;
    if (result) return rematch.open ? { by: rematch.offers[0], declinedBy: rematch.declined_by } : null;
    if (!takeback) return {};
    return 'asked_by' in takeback ? { by: takeback.asked_by } : { declinedBy: takeback.declined_by };
  }

  /**
   * A player's name at the start of a sentence: in quotes if it could be mistaken for the reader or the computer.
   * @param {Mark} mark
   */
  playerName(mark) {
    const { name, kind } = this.snapshot.players[mark];
    if (kind === 'computer') return 'The computer';
    return /^(the )?(your?$|computer)/i.test(name) ? `"${name}"` : isolated(name);
  }

  /** @param {Mark} mark */
  subjectName(mark) {
    return this.snapshot.you === mark ? 'You' : this.playerName(mark);
  }

  /** @param {Mark} mark */
  objectName(mark) {
    return this.subjectName(mark).replace(/^(You|The computer)$/, (name) => name.toLowerCase());
  }

  /**
   * `Your turn`, `Bob is thinking...`, `Bob is away`, for a spectator and two players on one device `Ann's turn`.
   * @param {Mark} mark
   */
  turnText(mark) {
    const { you, players } = this.snapshot;
    if (you === mark) return 'Your turn';
    const player = this.playerName(mark);
    if (!this.own) return `${player}'s turn`;
    return players[mark].presence === 'away' ? `${player} is away` : `${player} is thinking...`;
  }

  /**
   * @param {Mark} mark
   * @param {number} cell
   */
  moveText(mark, cell) {
    return `${this.subjectName(mark)} played ${cellName(this.snapshot.rules, cell)}.`;
  }

  /** `You are X and go first.`, `You are O. Bob goes first.`, `Ann is X and goes first.` */
  get beginText() {
    const { you } = this.snapshot;
    if (you === 'X') return 'You are X and go first.';
    const first = this.playerName('X');
    return you === 'O' ? `You are O. ${first} goes first.` : `${first} is X and goes first.`;
  }

  /** @param {Mark} mark whose turn it is */
  notYourTurnText(mark) {
    return `${this.playerName(mark)} is thinking.`;
  }

  /** `2–1` */
  get scoreText() {
    const { score } = this.snapshot;
    return `${score[this.first]}–${score[otherMark(this.first)]}`;
  }

  /** `Game 2 of 3` */
  get seriesText() {
    const { series, score, result } = this.snapshot;
    if (!series) return null;
    const isCounted = result && result.reason !== 'cancelled';
    return `Game ${score.X + score.O + score.draws + (isCounted ? 0 : 1)} of ${series.best_of}`;
  }

  /** The winner of the game, or of the series that it has decided; `null` for a draw, or without an end. */
  get #winner() {
    const { result, series } = this.snapshot;
    if (!series?.result) return result?.winner ?? null;
    return series.result === 'draw' ? null : series.result;
  }

  /** What the end means to the viewer: `decided` if it is not the viewer's. @returns {BoardView['outcome']} */
  get outcome() {
    const { result } = this.snapshot;
    if (!result) return null;
    if (this.#winner === null) return result.reason === 'cancelled' ? 'decided' : 'draw';
    if (!this.own) return 'decided';
    return this.own === this.#winner ? 'won' : 'lost';
  }

  /** What the button says that starts another game. */
  get nextGame() {
    const { series } = this.snapshot;
    return series ? (series.result ? 'New series' : 'Next game') : 'Rematch';
  }

  /**
   * `You won`, `You lost`, `Ann won`, `Draw`
   * @param {GameResult} result
   */
  resultTitle(result) {
    const headline = this.resultHeadline(result).replace('!', '');
    return this.outcome === 'lost' ? headline.replace(/^.* won\b/, 'You lost') : headline;
  }

  /**
   * `You won!`, `The computer won`, `Draw`, `You won the series!`
   * @param {GameResult} result
   */
  resultHeadline(result) {
    const { series, you } = this.snapshot;
    if (!series?.result) return this.#gameHeadline(result);
    if (series.result === 'draw') return 'The series is a draw';
    return `${this.subjectName(series.result)} won the series${series.result === you ? '!' : ''}`;
  }

  /** @param {GameResult} result */
  #gameHeadline({ winner, reason }) {
    if (!winner) return reason === 'cancelled' ? 'Game cancelled' : 'Draw';
    return `${this.subjectName(winner)} won${this.snapshot.you === winner ? '!' : ''}`;
  }

  /**
   * `Diagonal.`, `2 to 1. Last game: diagonal.`
   * @param {GameResult} result
   */
  resultDetail(result) {
    const { series, score, rules } = this.snapshot;
    const end = this.#howItEnded(result);
    if (series?.result) {
      const won = series.result === 'draw' ? 'X' : series.result;
      const isNamed = result.reason !== 'line' || rules.misere;
      const last = isNamed ? end : uncapitalized(end);
      return `${score[won]} to ${score[otherMark(won)]}. Last game: ${last}`;
    }
    if (this.isUnbeaten && describe(rules) === describe(DEFAULT_BOARD)) {
      const drawn = ': a draw is the best there is. Well played!';
      return `It never loses on this board${result.winner ? '.' : drawn}`;
    }
    return end;
  }

  /**
   * How the game ended, in one line: `You won! Top row.`
   * @param {GameResult} result
   */
  resultSentence(result) {
    const { winner, reason, ended_by } = result;
    if (reason === 'cancelled' && ended_by) {
      return `${this.#gameHeadline(result)}: ${this.#whyCancelled(ended_by, this.objectName(ended_by.mark))}`;
    }
    const end = winner && this.snapshot.you === winner ? '' : '.';
    return `${this.#gameHeadline(result)}${end} ${this.#howItEnded(result)}`;
  }

  /** Whether the viewer has played to the end against the computer at its best, which did not lose. */
  get isUnbeaten() {
    const { result, players } = this.snapshot;
    const other = this.own && otherMark(this.own);
    const isPlayedOut = result?.reason === 'line' || result?.reason === 'full';
    return isPlayedOut && other && result.winner !== this.own ? players[other].level === 'perfect' : false;
  }

  /** @param {GameResult} result */
  #howItEnded({ winner, reason, lines, ended_by }) {
    const { rules } = this.snapshot;
    const loser = winner && this.subjectName(otherMark(winner));
    const line = lineName(rules, lines[0] ?? []);
    switch (reason) {
      case 'line':
        if (rules.misere)
          return `${loser} completed ${hasPlaces(rules) ? 'the ' : ''}${uncapitalized(line)}.`;
        if (lines.length !== 1) return `${['Two', 'Three', 'Four'][lines.length - 2]} lines at once!`;
        return `${line}.`;
      case 'full':
        return 'The board is full.';
      case 'cancelled':
        return ended_by ? this.#whyCancelled(ended_by, this.subjectName(ended_by.mark)) : "It doesn't count.";
      case 'time':
        return `${loser} ran out of time.`;
      case 'resigned':
      case 'left':
        return `${loser} ${reason}.`;
      default:
        return '';
    }
  }

  /**
   * @param {EndedBy} endedBy
   * @param {string} name
   */
  #whyCancelled({ cause }, name) {
    return `${name} ${CANCELLED_BECAUSE[cause]}. It doesn't count.`;
  }

  /**
   * Whether what can be played may have changed.
   * @param {Snapshot | undefined} before
   */
  isNewPosition(before) {
    const { game, ply, takebacks, result } = this.snapshot;
    const isSame = before?.game === game && before.ply === ply && before.takebacks === takebacks;
    return !isSame || (before.result === null) !== (result === null);
  }

  /**
   * What has happened since the snapshot before, in a sentence; `null` if the rest of the page says it, `undefined` without
   * a change.
   * @param {Match | null} before
   */
  changeSince(before) {
    const { game, takebacks, turn, result, you, players } = this.snapshot;
    if (before && this.isNewPosition(before.snapshot)) {
      const isTakenBack = before.snapshot.game === game && before.snapshot.takebacks !== takebacks;
      if (isTakenBack && turn) return `${this.subjectName(turn)} took back a move.`;
      // Otherwise the result says who has left.
      const isPlayedOut = result && result.reason !== 'left' && result.reason !== 'cancelled';
      const left = MARKS.find((mark) => mark !== you && players[mark].presence === 'left');
      return isPlayedOut && left ? `${this.playerName(left)} has left.` : null;
    }
    const changes = MARKS.map((mark) => this.#playerChange(mark, before));
    return changes.filter((text) => text !== undefined).at(-1);
  }

  /**
   * The viewer's own changes are not said. To a viewer who has just arrived, an absent opponent is news.
   * @param {Mark} mark
   * @param {Match | null} before
   */
  #playerChange(mark, before) {
    const [was, is] = [before?.proposal, this.proposal];
    const { result, you, players } = this.snapshot;
    const [isOwn, player] = [you === mark, this.playerName(mark)];
    if (is?.by === mark && was?.by !== mark) return null;
    if (is?.declinedBy === mark && was?.declinedBy !== mark) {
      return isOwn ? null : `${player} declined the ${result ? 'rematch' : 'takeback'}.`;
    }
    if (was?.by === mark && is && !is.by && !is.declinedBy) {
      return isOwn ? null : `${player} withdrew the ${result ? 'rematch offer' : 'takeback request'}.`;
    }
    const { presence } = players[mark];
    if (isOwn || presence === (before?.snapshot.players[mark].presence ?? 'online')) return undefined;
    if (presence === 'online') return is?.by ? null : `${player} is back.`;
    if (!before && (result || presence === 'left')) return undefined;
    return presence === 'away' ? `${player} lost the connection.` : `${player} has left.`;
  }
}
