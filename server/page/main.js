/** Connects the pure core to the browser: inputs go into `reduce`, effects come out, and the view is drawn. */

import { nextDeadline, reduce } from './core/reducer.js';
import { isSameRoute, parseRoute, routePath, sessionRoute } from './core/route.js';
import { madeUpName } from './core/names.js';
import { initialState } from './core/step.js';
import { view } from './core/view.js';
import { untilNextSecond } from './shell/countdown.js';
import { Socket } from './shell/socket.js';
import { saveChoices, saveTab, savedChoices, savedTab } from './shell/storage.js';
import { UI } from './ui/ui.js';

/** @import { Effect, Input, Session } from './page' */

/** The longest time that a browser's timer can wait. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

let state = initialState(savedChoices());
/** A game that the player has interrupted for another page. @type {Session | null} */
let suspended = null;
let deadlineTimer = 0;
let countdownTimer = 0;

const socket = new Socket({
  opened: () => dispatch({ type: 'opened' }),
  received: (message) => dispatch({ type: 'message', message }),
  closed: (code) => dispatch({ type: 'closed', code, chance: Math.random() }),
});

const ui = new UI({ act: (action) => dispatch({ type: 'action', action }), returnToGame });

/** @param {Input} input */
function dispatch(input) {
  const next = reduce(state, input, performance.now());
  state = next.state;
  next.effects.forEach(carryOut);
  scheduleDeadline();
  draw();
}

/** @param {Effect} effect */
function carryOut(effect) {
  switch (effect.type) {
    case 'connect':
      return socket.connect();
    case 'disconnect':
      return socket.disconnect();
    case 'send':
      return socket.send(effect.frame);
    case 'remember':
      return saveChoices(effect.choices);
    case 'save':
      return save(effect.session, effect.superseded);
  }
}

/**
 * Saves the session for a reload, and shows its path in the address bar.
 * @param {Session} session
 * @param {boolean} superseded
 */
function save(session, superseded) {
  // Looking for an opponent may fail: only another seat ends the interrupted game.
  if (session.kind === 'seat') suspended = null;
  saveTab({ session, superseded, suspended });
  history.replaceState(null, '', routePath(sessionRoute(session)));
}

function draw() {
  const now = performance.now();
  ui.draw(view(state, now), suspended !== null);
  clearTimeout(countdownTimer);
  const wait = untilNextSecond(state, now);
  if (wait !== null && !document.hidden) countdownTimer = setTimeout(draw, wait);
}

function scheduleDeadline() {
  clearTimeout(deadlineTimer);
  const deadline = nextDeadline(state);
  if (deadline === null) return;
  const wait = Math.min(Math.max(0, deadline - performance.now()), LONGEST_TIMEOUT_MS);
  deadlineTimer = setTimeout(() => dispatch({ type: 'time', chance: Math.random() }), wait);
}

function returnToGame() {
  const session = suspended;
  if (!session) return;
  suspended = null;
  save(session, false);
  dispatch({ type: 'loaded', session, superseded: false });
}

/** Continues the saved session, or the interrupted game, unless the address bar names something else. */
function load() {
  const { session, superseded, suspended: before } = savedTab();
  const route = parseRoute(location.pathname);
  const isHere = (/** @type {Session} */ saved) =>
    saved.kind !== 'none' && isSameRoute(route, sessionRoute(saved));
  const continues = isHere(session);
  suspended = continues || session.kind === 'none' || session.kind === 'watch' ? before : session;
  if (continues) return dispatch({ type: 'loaded', session, superseded });
  if (before && isHere(before)) {
    suspended = suspended === before ? null : suspended;
    saveTab({ session: before, superseded: false, suspended });
    return dispatch({ type: 'loaded', session: before, superseded: false });
  }
  /** @type {Session} */
  const none = route.kind === 'room' ? { kind: 'none', room: route.room } : { kind: 'none' };
  saveTab({ session: none, superseded: false, suspended });
  dispatch({ type: 'loaded', session: none, superseded: false });
  if (route.kind === 'watch') dispatch({ type: 'action', action: { type: 'watch', match: route.match } });
}

function wake() {
  if (!document.hidden) dispatch({ type: 'woken' });
}

load();
if (state.choices.name === '') {
  dispatch({ type: 'action', action: { type: 'choose', choices: { name: madeUpName(Math.random) } } });
}
document.addEventListener('visibilitychange', wake);
addEventListener('pageshow', (event) => event.persisted && wake());
addEventListener('online', wake);
addEventListener('offline', wake);
