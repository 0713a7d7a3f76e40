/** The effects of each action of the player. */

import { joinedArena, manageArena, showArena, takeKey } from './arena.js';
import { connect, disconnect, openLink } from './connection.js';
import { seekAgain, startSession } from './handshake.js';
import { hasChoice } from './match.js';
import { shareLink } from './people.js';
import { isReady, play, react, rename, request } from './requests.js';
import { firstPly, positionToPlay, replay, showPly, showReview, showWin } from './replay.js';
import { change, send, setSession } from './step.js';

/** @type {Handlers<Action>} */
const ACTIONS = {
  /** The game is the chosen one, unless the options name another. */
  join(step, { options: part }) {
    const { choices, session, snapshot, waiting, stop } = step.state;
    const { name, mark, rules, bestOf } = choices;
    const options = { name, mark, rules, bestOf, room: null, ...part };
    const isJoining = 'options' in session && snapshot === null && stop === null;
    // The second click of a double click.
    if (isJoining && JSON.stringify(session.options) === JSON.stringify(options)) return;
    if (isHeldOffline(step.state)) return change(step, { notice: 'lost' });
    seekAgain(step, options);
    const { games, players } = step.state.lobby;
    // Who is joined waits no longer, or has gone.
    const lobby = { games, players: players.filter(({ word }) => word !== options.room) };
    change(step, { lobby, joinedAt: waiting ? null : step.now });
  },
  /** Also tells the server a new name. A refusal was about the choice before. */
  choose(step, { choices }) {
    const { session, notice } = step.state;
    change(step, { choices: { ...step.state.choices, ...choices } });
    if (session.kind === 'none' && typeof notice !== 'string') change(step, { notice: null });
    rename(step);
  },
  watch: (step, { match }) => startSession(step, { kind: 'watch', match }),
  play: (step, { cell }) => play(step, cell),
  share: (step, { path }) => shareLink(step, path),
  react: (step, { reaction }) => react(step, reaction),
  offer: (step, { seat }) => change(step, { offered: seat }),
  return(step) {
    const { offered } = step.state;
    change(step, { offered: null });
    if (offered) startSession(step, offered);
  },
  computer: (step) => changeOpponent(step, 'seek', 'ai'),
  'new-opponent': (step) => changeOpponent(step, 'seat', 'human'),
  leave,
  /** One square at first; when it is pressed again all of them, and so on. */
  hint(step) {
    const { hint, snapshot } = step.state;
    if (hint && snapshot && hasChoice(hint, snapshot))
      change(step, { hint: { ...hint, isWhole: !hint.isWhole }, notice: null });
    else request(step, 'hint');
  },
  /** Steps through the game at once, and asks what its moves were worth unless that is known. */
  review(step) {
    const { snapshot, review } = step.state;
    if (snapshot && review) return showPly(step, firstPly(snapshot, review));
    request(step, 'review');
    showPly(step, Infinity);
  },
  manage: (step, { change }) => manageArena(step, change),
  'take-key': (step, { key }) => takeKey(step, key),
  replay: (step, { game }) => replay(step, game),
  reviewed: (step, { review }) => showReview(step, review),
  step: (step, { ply }) => showPly(step, ply),
  'show-win': showWin,
  'play-on'(step) {
    const { snapshot } = step.state;
    const position = positionToPlay(step.state);
    if (!snapshot || !position) return;
    const { rules } = snapshot;
    onAction(step, { type: 'join', options: { ...position, rules, bestOf: null, opponent: 'ai' } });
  },
  retry(step) {
    const { session, link, stop } = step.state;
    const isLost = link.kind === 'lost';
    const isOffered = stop ? stop.reason === 'closed' || stop.reason === 'superseded' : isLost;
    if (session.kind === 'none' || !isOffered) return;
    change(step, { stop: null });
    connect(step, isLost ? link.tries : 0, isLost);
  },
};

/** @type {Transition<[action: Action]>} */
export const onAction = (step, action) => {
  const act = /** @type {((step: Step, action: Action) => void) | undefined} */ (ACTIONS[action.type]);
  if (act) act(step, action);
  else request(step, /** @type {RequestType} */ (action.type));
};

/** The server could not be told that the player leaves the queue or the match. @param {State} state */
function isHeldOffline({ session, link }) {
  const isHeld = 'options' in session && session.ticket !== null;
  return isHeld && (link.kind === 'opening' || link.kind === 'lost');
}

/** @type {Transition<[from: 'seek' | 'seat', opponent: 'ai' | 'human']>} */
const changeOpponent = (step, from, opponent) => {
  const { session, snapshot, waiting } = step.state;
  if ((session.kind !== 'seek' && session.kind !== 'seat') || session.kind !== from) return;
  if (!isReady(step.state)) return change(step, { notice: 'lost' });
  const { firstMove: _, from: __, ...options } = session.options;
  const rules = options.rules ?? waiting?.rules ?? snapshot?.rules ?? null;
  seekAgain(step, { ...options, room: null, host: undefined, rules, opponent });
};

/**
 * Ends the session. Without a connection the server does not learn of it: the seat stays until its time is up.
 * @param {Step} step
 */
function leave(step) {
  if (openLink(step)) send(step, { type: 'leave' });
  disconnect(step);
  const arena = joinedArena(step.state.session);
  if (arena) showArena(step, arena);
  else setSession(step, { kind: 'none' });
  change(step, { stop: null });
}
