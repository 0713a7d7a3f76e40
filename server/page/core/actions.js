/** What the player does. */

import { connect, disconnect, openLink } from './connection.js';
import { seekAgain, startSession } from './handshake.js';
import { isReady, play, react, rename, request } from './requests.js';
import { firstPly, positionToPlay, replay, showPly, showReview, showWin } from './replay.js';
import { change, send, setChoices, setSession } from './step.js';
import { DECLINED } from './text.js';

/** @type {Handlers<Action>} */
const ACTIONS = {
  join(step, { options }) {
    const { session, seen, stop } = step.state;
    const isJoining = 'options' in session && seen === null && stop === null;
    // The second click of a double click.
    if (isJoining && JSON.stringify(session.options) === JSON.stringify(options)) return;
    leave(step);
    startSession(step, { kind: 'seek', options, ticket: null, leaving: null });
    change(step, { joinedAt: step.now });
  },
  /** Also tells the server a new name. */
  choose(step, { choices }) {
    setChoices(step, choices);
    change(step, { fieldError: null });
    rename(step);
  },
  host: (step, { host, playing }) => change(step, { host, playing }),
  watch: (step, { match }) => startSession(step, { kind: 'watch', match }),
  play: (step, { cell }) => play(step, cell),
  react: (step, { reaction }) => react(step, reaction),
  offer: (step, { seat }) => change(step, { offered: seat }),
  return(step) {
    const { offered } = step.state;
    change(step, { offered: null });
    if (offered) startSession(step, offered.session);
  },
  computer: (step) => changeOpponent(step, 'seek', 'ai'),
  'new-opponent': (step) => changeOpponent(step, 'seat', 'human'),
  leave,
  /** Steps through the game at once, and asks what its moves were worth unless that is known. */
  review(step) {
    const { seen, review } = step.state;
    if (seen && review) return showPly(step, firstPly(seen.snapshot, review));
    request(step, 'review');
    showPly(step, Infinity);
  },
  replay: (step, { game }) => replay(step, game),
  reviewed: (step, { review }) => showReview(step, review),
  step: (step, { ply }) => showPly(step, ply),
  'show-win': showWin,
  'play-on'(step) {
    const { choices, seen } = step.state;
    const position = positionToPlay(step.state);
    if (!seen || !position) return;
    const { rules } = seen.snapshot;
    const options = { ...choices, ...position, rules, bestOf: null, opponent: /** @type {const} */ ('ai') };
    onAction(step, { type: 'join', options: { ...options, room: null } });
  },
  retry: (step) => connectAgain(step, 'closed'),
  'take-seat': (step) => connectAgain(step, 'superseded'),
};

/** @type {Act<[action: Action]>} */
export const onAction = (step, action) => {
  const act = /** @type {((step: Step, action: Action) => void) | undefined} */ (ACTIONS[action.type]);
  if (act) act(step, action);
  else request(step, /** @type {RequestType} */ (action.type));
};

/** @type {Act<[from: 'seek' | 'seat', opponent: 'ai' | 'human']>} */
const changeOpponent = (step, from, opponent) => {
  const { session, seen, waiting } = step.state;
  if ((session.kind !== 'seek' && session.kind !== 'seat') || session.kind !== from) return;
  if (!isReady(step.state)) return change(step, { notice: DECLINED.lost });
  const { firstMove: _, from: __, ...options } = session.options;
  const rules = options.rules ?? waiting?.rules ?? seen?.snapshot.rules ?? null;
  seekAgain(step, { ...options, room: null, host: undefined, rules, opponent });
};

/**
 * Ends the session. Without a connection the server does not learn of it: the seat stays until its time is up.
 * @param {Step} step
 */
function leave(step) {
  if (openLink(step)) send(step, { type: 'leave' });
  disconnect(step);
  setSession(step, { kind: 'none' });
  change(step, { stop: null });
}

/** @type {Act<[reason: Stop['reason']]>} */
const connectAgain = (step, reason) => {
  const { session, link, stop } = step.state;
  const isOffered = stop ? stop.reason === reason : link.kind === 'lost';
  if (session.kind === 'none' || !isOffered) return;
  change(step, { stop: null });
  connect(step, link.kind === 'lost' ? link.tries : 0, link.kind === 'lost');
};
