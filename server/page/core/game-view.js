/**
 * The game screen: a match for its viewer. The headline and the line under it are together a live region, which a screen
 * reader reads out when it changes: they say what is new, and contain no running clock.
 */

import { joinedArena } from './arena.js';
import { secondsOfArena } from './arena-view.js';
import { matchBoard } from './board-view.js';
import { DEFAULT_BOARD, cellName, describe, levelName, rulesName } from './boards.js';
import { isOutageShown } from './connection.js';
import { hintText } from './hints.js';
import { isAgainstComputer, isRecorded, isUnbeaten, ownMark, proposalIn } from './match.js';
import { RECONNECTING, busyText, noticeText } from './notices.js';
import {
  gameFacts,
  markAt,
  markOfMove,
  positionToPlay,
  replaySentence,
  winSentence,
  winToShow,
} from './replay.js';
import { isReady, mayPlay } from './requests.js';
import { arenaPath } from './route.js';
import {
  beginText,
  cancellationText,
  nextGameText,
  objectName,
  playerName,
  resultDetail,
  resultHeadline,
  subjectName,
  turnText,
} from './sentences.js';
import { isByLink } from './step.js';
import { NOTICES, REACTION_TEXTS, clockText, counted, otherMark, secondsLeft } from './text.js';

/** The player is warned when this little time is left; a move of an arena takes ten seconds at most. */
const LOW_SECONDS = { usual: 10, arena: 5 };

/** What a player risks by giving up. In an arena a game counts once both have moved. */
const [LOSES, CANCELS] = ['You will lose this game.', "This cancels the game. It doesn't count."];

/** A move that is unanswered for this long is said to be. */
const UNANSWERED_MS = 3000;

/** @type {(state: MatchState, now: number) => ScreenContent} */
export const gameScreen = (state, now) => {
  const proposer = opponentsProposal(state);
  const arena = joinedArena(state.session);
  return {
    ...(isOutageShown(state) ? outageLines(state) : gameLines(state, now)),
    ...(proposer && { title: proposerText(state.snapshot, proposer) }),
    attention: isReady(state) && (mayPlay(state) || proposer !== null),
    board: matchBoard(state),
    // The arena may have ended during the game.
    peopleAt: arena && state.snapshot.result ? arenaPath(arena) : null,
    levelText: choosesLevel(state) ? "Computer's level:" : null,
    game: gameView(state, now),
  };
};

/** @param {MatchState} state */
function outageLines(state) {
  const { snapshot, pending } = state;
  const { rules, result } = snapshot;
  const move = pending.move?.message;
  const kept = move && `Your move ${cellName(rules, move.cell)} is kept and will be sent again.`;
  return {
    headline: result ? resultHeadline(snapshot, result) : RECONNECTING,
    detail: busyText(state) ?? kept ?? (result ? RECONNECTING : NOTICES.lost),
  };
}

/** @type {(state: MatchState, now: number) => { headline: string, detail: string }} */
const gameLines = (state, now) => {
  const { snapshot, shownPly, endedAt } = state;
  const { result } = snapshot;
  const turn = markToMove(state, now);
  const running = turn ? turnText(snapshot, turn) : 'Sending your move...';
  const late = isUnanswered(state, now) ? 'The server has not answered yet.' : null;
  const shown = shownPly === null ? positionText(state, now) : gameFacts(snapshot, endedAt);
  return {
    headline: result ? resultHeadline(snapshot, result) : running,
    detail: newsText(state) ?? late ?? shown,
  };
};

/** @type {(state: MatchState, now: number) => boolean} */
const isUnanswered = ({ pending: { move } }, now) =>
  move != null && !move.done && now >= move.since + UNANSWERED_MS;

/**
 * Whose turn it is, if an unconfirmed move counts; `null` also if that may have changed meanwhile.
 * @type {(state: MatchState, now: number) => Mark | null}
 */
const markToMove = (state, now) => {
  const { turn } = state.snapshot;
  if (turn === null || isOutageShown(state) || isUnanswered(state, now)) return null;
  return state.pending.move ? otherMark(turn) : turn;
};

/** @param {MatchState} state */
function newsText(state) {
  const { hint, pending, shownWin } = state;
  const notice = noticeText(state);
  if (notice !== null) return notice;
  if (isArenaGameOver(state.snapshot)) return null;
  if (hint && !shownWin) return hintText(state, hint);
  if (pending.review) return 'The computer is reviewing the game...';
  if (pending.hint) return 'The computer is thinking...';
  return proposalText(state);
}

/** The next game comes by itself. @param {Snapshot} snapshot */
function isArenaGameOver({ arena, result }) {
  return arena != null && result !== null;
}

/** An open proposal, in a sentence. @param {MatchState} state */
function proposalText(state) {
  const { snapshot } = state;
  const own = ownMark(snapshot);
  if (own && hasProposed(state)) {
    if (isAgainstComputer(snapshot)) return null;
    const what = snapshot.result ? `${nextGameText(snapshot)} offered.` : 'Takeback requested.';
    return `${what} Waiting for ${objectName(snapshot, otherMark(own))}...`;
  }
  const proposer = own ? opponentsProposal(state) : proposalIn(snapshot)?.by;
  return proposer ? `${proposerText(snapshot, proposer)}.` : null;
}

/** @type {PlayerText} */
const proposerText = (snapshot, mark) => {
  const nextGame = nextGameText(snapshot);
  const again = nextGame === 'Next game' ? 'to play the next game' : `a ${nextGame.toLowerCase()}`;
  return `${playerName(snapshot, mark)} wants ${snapshot.result ? again : 'to take back a move'}`;
};

/** The opponent who waits for the player's answer. @param {MatchState} state */
function opponentsProposal(state) {
  const { snapshot } = state;
  const own = ownMark(snapshot);
  const by = proposalIn(snapshot)?.by;
  if (!own || !by || by === own || hasProposed(state) || isOutageShown(state)) return null;
  // An opponent who is away from a finished game may not come back for another one.
  return snapshot.result && snapshot.players[by].presence !== 'online' ? null : by;
}

/** The player has an open proposal. @param {MatchState} state */
function hasProposed({ snapshot, pending: { rematch, take_back, decline } }) {
  const own = ownMark(snapshot);
  return own && proposalIn(snapshot)?.by === own ? !decline : Boolean(rematch || take_back);
}

/** @type {(state: MatchState, now: number) => string} */
const positionText = (state, now) => {
  const { snapshot, pending, cancellation } = state;
  const { rules, result, turn, moves } = snapshot;
  if (result) {
    const next = secondsOfArena(state, now) === 0 ? 'The arena is over.' : 'Next opponent in a moment...';
    return resultDetail(snapshot, result) + (snapshot.arena && snapshot.you ? ` ${next}` : '');
  }
  const cell = pending.move?.message.cell ?? moves.at(-1) ?? -1;
  const mark = pending.move ? turn : markAt(snapshot, cell);
  const played = mark && `${subjectName(snapshot, mark)} played ${cellName(rules, cell)}.`;
  return [cancellation && cancellationText(cancellation), played ?? beginText(snapshot)]
    .filter(Boolean)
    .join(' ');
};

/** @type {(state: MatchState, now: number) => GameView} */
const gameView = (state, now) => {
  const { snapshot, snapshotAt } = state;
  const { match, game, result, you, ms_left, score, turn } = snapshot;
  const first = ownMark(snapshot) ?? (game % 2 === 1 ? 'X' : 'O');
  const seconds = ms_left === null || result ? null : secondsLeft(ms_left - (now - snapshotAt));
  const player = (/** @type {Mark} */ mark) => playerView(state, now, mark, turn === mark ? seconds : null);
  return {
    match,
    players: [player(first), player(otherMark(first))],
    score: isByLink(state) ? '' : `${score[first]}–${score[otherMark(first)]}`,
    scoreNote: seriesText(snapshot) ?? (score.draws > 0 ? counted(score.draws, 'draw') : null),
    facts: factsText(snapshot, secondsOfArena(state, now)),
    lowSeconds: turn === you && isReady(state) ? lowSeconds(snapshot, seconds) : null,
    over: result !== null,
    winner: result?.winner ?? null,
    replay: replayView(state),
    actions: gameActions(state, now),
    leaving: leavingText(snapshot),
    resigning: resigningText(snapshot),
  };
};

/** @type {(snapshot: Snapshot, seconds: number | null) => number | null} */
const lowSeconds = ({ arena }, seconds) =>
  seconds !== null && seconds <= LOW_SECONDS[arena ? 'arena' : 'usual'] ? seconds : null;

/** `Game 2 of 3` @param {Snapshot} snapshot */
function seriesText({ series, score, result }) {
  if (!series) return null;
  const isCounted = result && result.reason !== 'cancelled';
  return `Game ${score.X + score.O + score.draws + (isCounted ? 0 : 1)} of ${series.best_of}`;
}

/** The warning before a player leaves; `null`: nothing is lost. @param {Snapshot} snapshot */
function leavingText(snapshot) {
  const { you, result, game, ply, arena } = snapshot;
  if (!you || result) return null;
  if (you === 'both' || isAgainstComputer(snapshot)) return 'This ends the game.';
  return game > 1 || ply > (you === 'X' && !arena ? 0 : 1) ? LOSES : CANCELS;
}

/** @param {Snapshot} snapshot */
function resigningText({ you, ply, arena }) {
  if (you === 'both') return 'The player to move loses this game.';
  return arena && ply < 2 ? CANCELS : LOSES;
}

/**
 * Facts that the board does not show: `5×4, 4 in a row`, `room kitten`, `2 watching`. `seconds`: left of the arena.
 * @type {(snapshot: Snapshot, seconds: number | null) => string}
 */
const factsText = ({ rules, room, arena, spectators, you }, seconds) => {
  const others = you ? spectators : spectators - 1;
  const facts = [
    describe(rules) !== describe(DEFAULT_BOARD) && rulesName(rules),
    room !== null && `room ${room}`,
    arena && `arena ${arena}`,
    arena && seconds && `${Math.ceil(seconds / 60)} min left`,
    others > 0 && `${others} ${you ? '' : 'more '}watching`,
  ];
  return facts.filter(Boolean).join(' · ');
};

/** @type {(state: MatchState, now: number, mark: Mark, seconds: number | null) => PlayerView} */
const playerView = (state, now, mark, seconds) => {
  const { you, players, rules } = state.snapshot;
  const { name, kind, level, presence } = players[mark];
  const isConnected = isReady(state);
  const clock = seconds !== null && isConnected ? clockText(seconds) : null;
  const said = state.reactions[mark];
  const silence = `silent for ${secondsLeft(now - state.heardAt)} s`;
  const cut = isOutageShown(state) ? (you === mark ? 'no connection' : silence) : null;
  const isShown = kind !== 'computer' && you !== 'both' && !(clock && presence === 'online');
  return {
    name: you === mark ? 'You' : name,
    mark,
    label: kind === 'computer' ? levelName(level ?? null, rules) : kind === 'bot' ? 'bot' : null,
    presence: isShown ? (isConnected ? presence : cut) : null,
    clock,
    toMove: markToMove(state, now) === mark,
    reaction: (said && now < said.until && REACTION_TEXTS[said.reaction]) || null,
  };
};

/** @type {(state: MatchState) => ReplayView | null} */
const replayView = (state) => {
  const { shownPly, shownWin, review, snapshot } = state;
  const ply = shownWin?.ply ?? shownPly;
  if (ply === null) return null;
  const { rules, match, game } = snapshot;
  const cells = shownWin ? shownWin.win.moves.map(([cell = 0]) => cell) : snapshot.moves;
  return {
    isWin: shownWin !== null,
    ply,
    link: !shownWin && isRecorded(snapshot) ? `${match}/${game}` : null,
    isByLink: !shownWin && isByLink(state),
    moves: cells.map((cell, index) => {
      const mark = markOfMove((shownWin?.win.ply ?? 0) + index);
      const mistake = !shownWin && review?.moves[index]?.mistake === true;
      const label = `Move ${index + 1}, ${mark}, ${cellName(rules, cell)}`;
      return { mark, label: mistake ? `${label}, mistake` : label, mistake };
    }),
    sentence: shownWin ? winSentence(snapshot, shownWin) : replaySentence(snapshot, review, ply),
  };
};

/** The next game may be against the computer. @param {MatchState} state */
function choosesLevel({ snapshot, shownPly }) {
  const { you, result, continuable } = snapshot;
  const isOver = result !== null && isAgainstComputer(snapshot);
  return shownPly === null && you !== null && (continuable === true || isOver);
}

/**
 * The same in either player's turn, so that buttons do not come and go with every move.
 * @type {(state: MatchState, now: number) => GameView['actions']}
 */
const gameActions = (state, now) => {
  const { snapshot, choices } = state;
  const { result, rematch, moves, you, turn, ply, players, continuable } = snapshot;
  const own = ownMark(snapshot);
  const [plays, over] = [you !== null, result !== null];
  const withComputer = isAgainstComputer(snapshot);
  const isWithPerson = own !== null && !withComputer;
  const hasMoved = ply > (turn === own ? 1 : 0);
  const proposed = hasProposed(state) && isWithPerson;
  const isAsked = opponentsProposal(state) !== null;
  const isNext = plays && isArenaGameOver(snapshot);
  const nextText = secondsOfArena(state, now) === 0 ? 'Show the table' : 'Next game';
  const isHeard = isWithPerson && players[otherMark(own)].presence !== 'left';
  return {
    hint: plays && !over && withComputer,
    take_back: plays && !over && hasMoved && !proposed && !isAsked,
    react: isHeard,
    accept: isAsked && !over,
    continue: plays && continuable === true,
    mute: isHeard && (choices.reactions ? 'Mute reactions' : 'Show reactions'),
    resign: plays && !over,
    rematch: isNext ? nextText : plays && over && rematch.open && !proposed && nextGameText(snapshot),
    casual: over && rematch.open && isUnbeaten(snapshot) && choices.level === 'perfect',
    decline: proposed && (!over || rematch.open) ? 'Withdraw' : isAsked && 'Decline',
    review: over && moves.length > 0,
    'show-win': winToShow(state) !== null,
    'play-on': !isNext && positionToPlay(state) !== null,
    'new-opponent': plays && over && !isNext && (isWithPerson ? 'New opponent' : 'Play a person'),
    leave: plays,
    'stop-watching': !plays,
    'play-again': isByLink(state),
  };
};
