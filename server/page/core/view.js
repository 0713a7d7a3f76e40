/** The view of a state: the content of one screen, and of what is on all of them, in complete sentences. Pure. */

import { joinedArena, shownArena } from './arena.js';
import { arenaScreen, secondsOfArena } from './arena-view.js';
import { isOutageShown } from './connection.js';
import { gameScreen } from './game-view.js';
import { noticeText, outageView } from './notices.js';
import { invitationScreen, startScreen, stoppedScreen, waitingScreen } from './start-view.js';

const GAME_TITLE = 'Tic-tac-toe';

/** @type {ScreenView} */
const gamesScreen = (state) => ({ headline: 'Your games', detail: noticeText(state) ?? '' });

/** @type {Record<View['screen'], ScreenView>} */
const SCREENS = {
  start: startScreen,
  invitation: invitationScreen,
  games: gamesScreen,
  waiting: waitingScreen,
  arena: arenaScreen,
  game: (state, now) => gameScreen(/** @type {MatchState} */ (state), now),
  stopped: stoppedScreen,
};

/** @type {(state: State, now: number) => View} */
export const view = (state, now) => {
  const screen = shownScreen(state);
  const { title, ...shown } = SCREENS[screen](state, now);
  const { choices, host, playing, lobby, games, shared } = state;
  return {
    ...{
      room: null,
      board: null,
      levelText: null,
      waitingWord: null,
      wayOn: null,
      game: null,
      arena: null,
      attention: false,
    },
    ...{ screen, choices, host, playing, lobby, games, peopleAt: null, matchesAt: null },
    canRename: !joinedArena(state.session),
    link: shared?.invitation ?? null,
    linkAt: shared && !shared.invitation ? shared.path : null,
    title: [title ?? shown.headline, GAME_TITLE].filter(Boolean).join(' – '),
    outage: outageView(state, now),
    canReturn: state.session.kind === 'none' && state.offered !== null,
    ...shown,
  };
};

/**
 * A player who does not wait for a person stays on the start screen until the game begins.
 * @param {State} state
 * @returns {View['screen']}
 */
function shownScreen({ stop, session, snapshot, waiting, joinedAt }) {
  if (stop) return 'stopped';
  if (snapshot) return 'game';
  if (shownArena(session)) return 'arena';
  if (session.kind === 'none') return session.games ? 'games' : session.room ? 'invitation' : 'start';
  const isBrief =
    joinedAt !== null && 'options' in session && ['ai', 'hotseat'].includes(session.options.opponent);
  return isBrief && waiting === null ? 'start' : 'waiting';
}

/** The view changes as time passes. @type {(state: State, now: number) => boolean} */
export const isCounting = (state, now) => {
  const { snapshot, waiting, joinedAt, reactions, pending } = state;
  if (shownArena(state.session) && !snapshot && secondsOfArena(state, now)) return true;
  const isJoining = joinedAt !== null && waiting === null;
  const isTimed = snapshot ? snapshot.ms_left !== null || Boolean(pending.move) : isJoining;
  return isTimed || isOutageShown(state) || Object.values(reactions).some(({ until }) => now < until);
};
