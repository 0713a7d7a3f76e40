/**
 * The page comes to life: what happens goes into `step`, what is to be done comes out of it, and what is to be seen is
 * drawn.
 */

import { Face } from './face/face.js';
import { Link } from './shell/link.js';
import { keepTab, keptTab } from './shell/memory.js';
import { addressOf, isSamePlace, placeOf, placeOfErrand } from './core/place.js';
import { due, step } from './core/state.js';
import { untilTick } from './shell/ticking.js';
import { newState } from './core/turn.js';
import { view } from './core/view.js';

/** @import { Effect, Errand, Happening } from './page' */

/** The longest time that a timer can wait, in milliseconds. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

let state = newState();
/** A game that was put aside for what stands in the address bar. @type {Errand | null} */
let aside = null;
let dueTimer = 0;
let tickTimer = 0;

const link = new Link({
  opened: () => happen({ type: 'opened' }),
  heard: (frame) => happen({ type: 'frame', frame }),
  closed: (code) => happen({ type: 'closed', code, chance: Math.random() }),
});

const face = new Face({ act: (act) => happen({ type: 'act', act }), goBack });

/** @param {Happening} happening */
function happen(happening) {
  const now = performance.now();
  const next = step(state, happening, now);
  state = next.state;
  next.effects.forEach(carryOut);
  awaitDue();
  draw();
}

/** @param {Effect} effect */
function carryOut(effect) {
  switch (effect.do) {
    case 'connect':
      return link.connect();
    case 'disconnect':
      return link.disconnect();
    case 'send':
      return link.send(effect.frame);
    case 'keep':
      return keep(effect.errand, effect.quiet);
  }
}

/**
 * Keeps for a reload what this tab is about, and has the address bar say where it is.
 * @param {Errand} errand
 * @param {boolean} quiet
 */
function keep(errand, quiet) {
  // A wish may come to nothing: the game that was put aside is given up for another seat only.
  if (errand.kind === 'seat') aside = null;
  keepTab({ errand, quiet, aside });
  history.replaceState(null, '', addressOf(placeOfErrand(errand)));
}

function draw() {
  const now = performance.now();
  face.draw(view(state, now), { place: placeOf(location.pathname), canGoBack: aside !== null });
  clearTimeout(tickTimer);
  const wait = untilTick(state, now);
  if (wait !== null && !document.hidden) tickTimer = setTimeout(draw, wait);
}

function awaitDue() {
  clearTimeout(dueTimer);
  const time = due(state);
  if (time === null) return;
  const wait = Math.min(Math.max(0, time - performance.now()), LONGEST_WAIT_MS);
  dueTimer = setTimeout(() => happen({ type: 'time', chance: Math.random() }), wait);
}

/** Takes up the game again that was put aside. */
function goBack() {
  const errand = aside;
  if (!errand) return;
  aside = null;
  keep(errand, false);
  happen({ type: 'loaded', errand, quiet: false });
}

/** Goes on with what this tab was about, or with what was put aside, unless the address says something else. */
function load() {
  const { errand, quiet, aside: before } = keptTab();
  const place = placeOf(location.pathname);
  const isHere = (/** @type {Errand} */ kept) =>
    kept.kind !== 'none' && isSamePlace(place, placeOfErrand(kept));
  const goesOn = isHere(errand);
  aside = goesOn || errand.kind === 'none' || errand.kind === 'watch' ? before : errand;
  if (goesOn) return happen({ type: 'loaded', errand, quiet });
  if (before && isHere(before)) {
    aside = aside === before ? null : aside;
    keepTab({ errand: before, quiet: false, aside });
    return happen({ type: 'loaded', errand: before, quiet: false });
  }
  const none = {
    kind: /** @type {const} */ ('none'),
    ...(place.kind === 'room' ? { room: place.room } : {}),
  };
  keepTab({ errand: none, quiet: false, aside });
  happen({ type: 'loaded', errand: none, quiet: false });
  if (place.kind === 'watch') happen({ type: 'act', act: { do: 'watch', match: place.match } });
}

function wakeUp() {
  if (!document.hidden) happen({ type: 'woken' });
}

load();
document.addEventListener('visibilitychange', wakeUp);
addEventListener('pageshow', (event) => event.persisted && wakeUp());
addEventListener('online', wakeUp);
addEventListener('offline', wakeUp);
