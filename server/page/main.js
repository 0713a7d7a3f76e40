/** Connects the pure core to the browser: inputs go into `reduce`, effects come out, and the view is drawn. */

import { nextDeadline, reduce } from './core/reducer.js';
import { isAt, sessionAt, sessionPath } from './core/route.js';
import { isRecorded } from './core/match.js';
import { madeUpName } from './core/names.js';
import { soundBetween } from './core/sounds.js';
import { initialState, isByLink } from './core/step.js';
import { isCounting, view } from './core/view.js';
import { fetchInvitation, fetchJson, fetchPeople } from './shell/api.js';
import { Poll } from './shell/poll.js';
import { Socket, sendOnce } from './shell/socket.js';
import {
  forgetSeat,
  saveGame,
  savedChoices,
  savedGames,
  savedPlaces,
  savedSeat,
  savedTab,
} from './shell/storage.js';
import { Sounds } from './ui/sounds.js';
import { onAct } from './ui/dom.js';
import { draw, leaveScreen } from './ui/ui.js';

/** While seconds are counted, the page is drawn this often. */
const COUNTING_MS = 250;

let state = initialState(savedChoices.read(), savedGames(), savedPlaces.read());
/** Proves a new row in an arena: the same for each attempt to join. */
const newPlace = [...crypto.getRandomValues(new Uint8Array(64))].map((n) => (n % 16).toString(16)).join('');
let lastSoundAt = 0;
let timer = 0;

/** An input that comes while another one is handled, as from a field that loses the focus, waits here. @type {Input[]} */
const inputs = [];

const socket = new Socket(dispatch);
const people = new Poll(dispatch, fetchPeople);
const links = new Poll(dispatch, fetchInvitation);
const sounds = new Sounds();

/** @param {Input} input */
function dispatch(input) {
  if (inputs.push(input) > 1) return;
  try {
    for (const next of inputs) handle(next);
  } finally {
    inputs.length = 0;
  }
}

/** @param {Input} input */
function handle(input) {
  const before = state;
  const next = reduce(before, input, performance.now());
  state = next.state;
  remember(before);
  sound(before);
  next.effects.forEach(carryOut);
  schedule();
  const shown = view(state, performance.now());
  people.watch(shown.peopleAt, shown.matchesAt);
  links.watch(shown.linkAt, null);
  draw(shown);
}

/**
 * Keeps the choices, the seat of a running game for a new tab, and a finished game for the history.
 * @param {State} before
 */
function remember(before) {
  const { session, snapshot, stop, places } = state;
  const old = before.session;
  if (state.choices !== before.choices) savedChoices.write(state.choices);
  if (places !== before.places) savedPlaces.write({ ...savedPlaces.read(), ...places });
  const isLeft = old.kind === 'seat' && session.kind !== 'seat' && before.stop?.reason !== 'superseded';
  if (isLeft || (old.kind === 'seat' && stop?.reason === 'refused')) forgetSeat(old.match);
  if (session.kind !== 'seat' || !snapshot || snapshot === before.snapshot) return;
  const { match, game, rules, moves, you, result, players } = snapshot;
  if (result) forgetSeat(match);
  else savedSeat.write(session);
  const ended_at = new Date().toISOString();
  if (!result || !isRecorded(snapshot)) return;
  saveGame({ match, game, rules, moves, players, result, you, ended_at });
}

/** @param {State} before */
function sound(before) {
  const now = performance.now();
  const heard = soundBetween(before, state, now - lastSoundAt);
  sounds.isOn = state.choices.sounds;
  if (!heard) return;
  lastSoundAt = now;
  sounds.play(heard);
}

/** @param {Effect} effect */
function carryOut(effect) {
  if (effect.type === 'send') socket.send(effect.frame);
  else if (effect.type === 'save') save(effect.session);
  else if (effect.type === 'manage')
    void sendOnce(effect.frame).then((refused) => {
      dispatch({ type: 'managed', arena: effect.frame.arena, refused });
      void people.ask();
    });
  else socket[effect.type]();
}

/**
 * Saves the session for a reload, and shows its path in the address bar. A game has an entry of its own in the browser's
 * history, so that Back asks before it leaves.
 * @param {Session} session
 */
function save(session) {
  savedTab.write({ session });
  const path = sessionPath(session);
  if (session.kind === 'seat' && history.state === null) history.pushState('game', '', path);
  else history.replaceState(history.state, '', path);
}

function schedule() {
  clearTimeout(timer);
  const now = performance.now();
  const deadline = nextDeadline(state) ?? Infinity;
  const isShown = isCounting(state, now) && !document.hidden;
  const wait = Math.min(deadline - now, isShown ? COUNTING_MS : Infinity);
  if (wait < Infinity) timer = setTimeout(() => dispatch({ type: 'time', chance: Math.random() }), wait);
}

function pathAndQuery() {
  return location.pathname + location.search;
}

/** Continues the saved session, unless the address bar names something else. */
function load() {
  const { session } = savedTab.read();
  const named = sessionAt(pathAndQuery());
  const isSaved = session && session.kind !== 'none' && isAt(session, pathAndQuery());
  dispatch({ type: 'loaded', session: isSaved ? session : named });
  const secret = location.hash.slice(1);
  if ('arena' in named && secret !== '') {
    dispatch({ type: 'action', action: { type: 'take-key', key: secret } });
    // Nobody copies it from the address bar by accident.
    history.replaceState(history.state, '', pathAndQuery());
  }
  if (isSaved) return;
  if ('games' in named && secret !== '') return void replayGame(secret);
  void offerRunningGame();
}

/** `null` also if the server does not answer. @type {(...path: string[]) => Promise<any>} */
const known = (...path) => fetchJson(...path).catch(() => null);

/** @param {string} link `MATCH/GAME` */
async function replayGame(link) {
  const [match = '', number = ''] = link.split('/');
  const saved = state.games.find((game) => game.match === match && String(game.game) === number);
  const game = saved ?? (Number(number) ? await known('matches', match, 'games', number) : null);
  dispatch({ type: 'action', action: { type: 'replay', game: game && { you: null, ...game } } });
  const review = game && (await known('matches', match, 'review', number));
  if (review && isByLink(state)) dispatch({ type: 'action', action: { type: 'reviewed', review } });
}

/** Offers the newest game of this device if it still runs. */
async function offerRunningGame() {
  const seat = /** @type {Seat} */ (savedSeat.read());
  const game = seat.match && (await known('matches', seat.match))?.state;
  if (game && !game.result) dispatch({ type: 'action', action: { type: 'offer', seat } });
}

function onBack() {
  const { session } = state;
  if (session.kind === 'seat') {
    save(session);
    leaveScreen();
  } else if (!isAt(session, pathAndQuery())) location.reload();
}

function wake() {
  if (!document.hidden) dispatch({ type: 'woken' });
}

onAct((action) => {
  if (action.type === 'join' && action.options.arena) action.options.place = newPlace;
  dispatch({ type: 'action', action });
});
load();
if (state.choices.name === '') {
  dispatch({ type: 'action', action: { type: 'choose', choices: { name: madeUpName(Math.random) } } });
}
document.addEventListener('visibilitychange', wake);
addEventListener('pageshow', (event) => event.persisted && wake());
addEventListener('popstate', onBack);
addEventListener('hashchange', () => location.reload());
addEventListener('online', wake);
addEventListener('offline', wake);
