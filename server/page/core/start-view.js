/** The start screen, and the invitation screen, which the guest of a room sees. */

import { startBoard } from './board-view.js';
import { describe } from './boards.js';
import { noticeText } from './notices.js';
import { connectingLines } from './outage.js';
import { roomPath } from './route.js';
import { NOT_DONE, isolated } from './text.js';
import { withSeries } from './waiting-view.js';

/** Joining that takes this long is shown on the start screen. */
const SLOW_JOIN_MS = 700;

/** @type {ScreenView} */
export const startScreen = (state, now) => {
  const { choices, session, joinedAt } = state;
  const notice = noticeText(state);
  const isRefused = notice !== null && session.kind === 'none';
  const isSlow = joinedAt !== null && now >= joinedAt + SLOW_JOIN_MS;
  return {
    ...(connectingLines(state) ?? {
      headline: isRefused ? NOT_DONE : isSlow || notice ? 'Connecting...' : '',
      detail: notice ?? '',
    }),
    board: startBoard(state, choices.rules),
    peopleAt: '/',
    levelText: session.kind === 'none' ? 'Tap a square to play the computer ·' : null,
  };
};

/** @type {ScreenView} */
export const invitationScreen = (state) => {
  const { session, host, playing } = state;
  const { room = '' } = 'room' in session ? session : {};
  const notice = noticeText(state) ?? '';
  const common = { room, peopleAt: roomPath(room) };
  if (!host) {
    const empty = playing ? 'Two people are playing here.' : 'Nobody is waiting in this room yet.';
    return { ...common, headline: `Room ${room}`, detail: host === null ? empty : notice };
  }
  const { name, rules, best_of } = host;
  const game = rules ? `${withSeries(describe(rules), best_of)}. ` : '';
  return {
    ...common,
    headline: `${isolated(name)} invites you`,
    detail: `${game}${notice}`.trimEnd(),
    board: rules ? startBoard(state, rules) : null,
  };
};
