/** The screens of an arena: between two games, and on the wall. */

import { NO_GAME, shownArena } from './arena.js';
import { gameName } from './boards.js';
import { connectingLines, noticeText } from './notices.js';
import { arenaPath } from './route.js';
import { clockText, counted, isolated, secondsLeft } from './text.js';

/** The rows and boards that fit on the wall. */
const MOST = { rows: 10, boards: 4 };

/** @type {ScreenView} */
export const arenaScreen = (state, now) => {
  const { session, places, choices, standings, shared, notice } = state;
  const arena = shownArena(session) ?? '';
  const isJoined = session.kind !== 'none';
  const isWall = !isJoined && session.isWall === true;
  const { name, key } = places[arena] ?? {};
  const table = tableOf(state);
  const seconds = secondsOfArena(state, now);
  const isOver = seconds === 0;
  const time = seconds === null ? '' : `${clockText(seconds)} left`;
  const rows = table?.rows ?? [];
  // Running games are played to their end, and count.
  const isFinal = isOver && rows.every(({ match }) => !match);
  const rank = isFinal && 1 + rows.findIndex((row) => row.name === name);
  const finished = rank ? `You finished number ${rank} of ${rows.length}.` : null;
  const isAnswered = NO_GAME.includes(Object(notice).code);
  const news = (isAnswered && finished) || noticeText(state) || finished;
  return {
    headline: isOver ? winnerText(isFinal ? rows : [], name) : `Arena ${isolated(arena)}`,
    detail: news ?? (isOver ? 'Choose another word for a new arena.' : nextText(state)),
    ...(isJoined && connectingLines(state)),
    // A word that was refused has no table.
    peopleAt: table === null && notice !== null ? null : arenaPath(arena),
    matchesAt: isWall ? matchesOnWall(state) : null,
    canRename: !isJoined && !name,
    arena: {
      word: arena,
      isWall,
      isJoined,
      joinText: isJoined || isOver ? null : `Join as ${isolated(name ?? choices.name)}`,
      time: isOver ? 'Over' : time,
      facts: [gameName(table?.rules ?? choices.rules), table !== undefined && counted(rows.length, 'player')]
        .filter(Boolean)
        .join(' · '),
      rows: isWall ? rows.slice(0, MOST.rows) : rows,
      ownName: name,
      managingLink: table && !isWall && key && shared?.invitation ? `${shared.invitation.url}#${key}` : null,
      isOver,
      boards: standings?.boards ?? [],
    },
  };
};

/**
 * The closest games: both players are high in the table. A finished one stays until another one needs its place.
 * @param {State} state
 */
function matchesOnWall(state) {
  const shown = state.standings?.boards ?? [];
  const played = tableOf(state)?.rows.flatMap(({ match }) => match ?? []) ?? [];
  // A match is listed again with the row of its second player, who may have been removed.
  const running = new Set([...played.filter((match, row) => played.indexOf(match) < row), ...played]);
  for (const { match } of shown) running.delete(match);
  const others = [...running];
  const kept = shown.map(({ match, result }) => (result && others.shift()) || match);
  return [...kept, ...others].slice(0, MOST.boards);
}

/** `undefined`: not known yet. @param {State} state @returns {Table | null | undefined} */
function tableOf({ session, standings }) {
  return standings?.path === arenaPath(shownArena(session) ?? '') ? standings.table : undefined;
}

/** The time left; `null`: unknown. @type {(state: State, now: number) => number | null} */
export const secondsOfArena = (state, now) => {
  const table = tableOf(state);
  if (!table || !state.standings) return null;
  return secondsLeft(table.ms_left - (now - state.standings.at));
};

/** @type {(rows: Table['rows'], ownName: string | undefined) => string} */
const winnerText = ([winner], ownName) => {
  if (!winner || winner.points === 0) return 'The arena is over';
  return winner.name === ownName ? 'You won the arena!' : `${isolated(winner.name)} won the arena`;
};

/** The line under the headline while the arena runs. @param {State} state */
function nextText(state) {
  const { session, waiting } = state;
  const table = tableOf(state);
  if (session.kind === 'none') {
    if (table === null) return 'Nobody is here yet. Join to open this arena.';
    return table ? 'Play whoever is free, game after game.' : '';
  }
  if (!waiting) return 'Connecting...';
  const isAlone = table?.rows.length === 1;
  return isAlone ? 'Waiting for others. Send them the link.' : 'Looking for an opponent...';
}
