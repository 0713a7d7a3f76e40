/** The steps that every part of the reducer takes: change the state, and send. */

import { DEFAULT_BOARD } from './boards.js';

/** @type {Choices} */
const DEFAULT_CHOICES = {
  ...{ name: '', secondName: '', level: 'perfect', mark: 'any', rules: DEFAULT_BOARD },
  ...{ bestOf: null, sounds: false, reactions: true },
};

/** A refusal without an id is about the first of them. @type {State['pending']} */
export const NO_PENDING = { hello: null, move: null };

/**
 * @param {Partial<Choices>} [choices]
 * @param {SavedGame[]} [games]
 * @param {State['places']} [places]
 * @returns {State}
 */
export function initialState(choices = {}, games = [], places = {}) {
  return {
    ...emptyMatch(),
    session: { kind: 'none' },
    link: { kind: 'off' },
    stop: null,
    choices: { ...DEFAULT_CHOICES, ...choices },
    games,
    places,
    standings: null,
    lobby: { players: [], games: [] },
    ownWord: null,
    listedWord: null,
    offered: null,
    heardAt: 0,
    nextId: 1,
    obstacle: null,
  };
}

/** @type {Transition<[part: Partial<State>]>} */
export const change = (step, part) => {
  step.state = { ...step.state, ...part };
};

/** Starts another session, and forgets what was known of the one before. @type {Transition<[session: Session]>} */
export const setSession = (step, session) => {
  change(step, { ...emptyMatch(), session });
};

/** A game from a link or from this device's history. @param {State} state */
export function isByLink({ session, snapshot }) {
  return session.kind === 'none' && snapshot !== null;
}

/**
 * @param {Step} step
 * @param {ClientFrame} message
 * @param {number} id a new one, unless the message is resent
 */
export function send(step, message, id = step.state.nextId) {
  change(step, { nextId: Math.max(step.state.nextId, id + 1) });
  step.effects.push({ type: 'send', frame: { ...message, id } });
  return id;
}

/** @returns {Omit<State, 'session' | 'link' | 'stop' | 'choices' | 'games' | 'places' | 'standings' | 'lobby' | 'ownWord' | 'listedWord' | 'offered' | 'heardAt' | 'nextId' | 'obstacle'>} */
function emptyMatch() {
  return {
    snapshot: null,
    snapshotAt: 0,
    endedAt: null,
    waiting: null,
    pending: NO_PENDING,
    hint: null,
    shared: null,
    host: undefined,
    playing: null,
    joinedAt: null,
    reactions: {},
    review: null,
    shownPly: null,
    shownWin: null,
    notice: null,
    cancellation: null,
  };
}
