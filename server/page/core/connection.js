/**
 * The connection: when it is tried, when it counts as dead, and when it is given up.
 *
 * It is tried after the waits of `WAITS_MS`, each a bit by lot, for ever. A browser answers the server's pings without
 * telling the page, so the page asks for a sign of life itself when it has heard nothing for a while.
 */

import { change, send } from './turn.js';

/** @import { Link, OpenLink, Stop, Talk, Turn } from '../page' */

/** The longest wait before each try; the last goes on. */
const WAITS_MS = [0, 500, 1000, 2000, 4000, 5000];

/** A try that takes longer is given up; the first one sooner, of which nobody is told. */
const TRY_MS = { first: 5000, later: 10_000 };

/** A connection that stood for less is not worth a try without a wait: whatever cuts it may do so for ever. */
const STEADY_MS = 2000;

/** The longest wait that the server may ask for. */
const LONGEST_MS = 60_000;

/** After so long a silence the server is asked for a sign of life. */
const SILENCE_MS = 20_000;

/** The same, when it has been told something. */
const UNANSWERED_MS = 3000;

/** So long it has for that. */
const PATIENCE_MS = 5000;

/** So long it has when the page was away, and the connection may have died meanwhile. */
const SHORT_PATIENCE_MS = 3000;

/**
 * The connection that is there, if one is.
 * @param {Turn} turn
 * @returns {OpenLink | null}
 */
export function openLink({ state: { link } }) {
  return link.kind === 'open' ? link : null;
}

/**
 * Changes something about the connection that is there.
 * @param {Turn} turn
 * @param {Partial<OpenLink>} part
 */
export function changeLink(turn, part) {
  const link = openLink(turn);
  if (link) change(turn, { link: { ...link, ...part } });
}

/**
 * Begins a try.
 * @param {Turn} turn
 * @param {number} tries how many failed before
 */
export function connect(turn, tries) {
  const missed = isMissed(turn.state.link);
  hangUp(turn);
  turn.effects.push({ do: 'connect' });
  change(turn, { link: { kind: 'opening', tries, since: turn.now, missed } });
}

/**
 * Whether the connection is missed for so long that it is worth being told: the first try to come back often helps.
 * @param {Link} link
 */
export function isMissed(link) {
  if (link.kind === 'open') return link.missed && link.talk.about === 'hello';
  return link.kind === 'lost' || (link.kind === 'opening' && link.missed);
}

/**
 * Ends the connection, or the try to make one.
 * @param {Turn} turn
 */
export function hangUp(turn) {
  const { kind } = turn.state.link;
  if (kind === 'open' || kind === 'opening') turn.effects.push({ do: 'disconnect' });
  change(turn, { link: { kind: 'off' } });
}

/**
 * Ends the connection, and does not come back by itself.
 * @param {Turn} turn
 * @param {Stop} stop
 */
export function stopAt(turn, stop) {
  hangUp(turn);
  change(turn, { stop, pending: null, question: null, request: null, notice: null });
}

/**
 * The connection, or the try to make one, is lost: it is tried again after a while.
 * @param {Turn} turn
 * @param {number} chance from 0 to 1, by lot
 * @param {number} told how long the server wants it to wait at least
 */
export function lose(turn, chance, told = 0) {
  const { link } = turn.state;
  const stood = link.kind === 'open' && turn.now >= link.since + STEADY_MS;
  const tries = stood || link.kind === 'off' ? 0 : link.tries + 1;
  const wait = Math.max(waitBefore(tries, chance), Math.min(told, LONGEST_MS));
  if (wait === 0) return connect(turn, tries);
  hangUp(turn);
  change(turn, { link: { kind: 'lost', tries, due: turn.now + wait } });
}

/**
 * The try has come to something.
 * @param {Turn} turn
 * @param {Talk} talk
 */
export function stand(turn, talk) {
  const { state, now } = turn;
  const { link } = state;
  if (link.kind !== 'opening') return;
  const { tries, missed } = link;
  change(turn, {
    link: { kind: 'open', tries, since: now, missed, heard: now, asked: now, until: null, talk },
  });
}

/**
 * The page was away, or the network is back: the connection may be dead, or there may be one to have.
 * @param {Turn} turn
 */
export function wake(turn) {
  const { link } = turn.state;
  if (link.kind === 'lost') return connect(turn, link.tries);
  if (link.kind === 'opening' && turn.now >= link.since + SHORT_PATIENCE_MS) return connect(turn, link.tries);
  if (link.kind === 'open') askForLife(turn, link, SHORT_PATIENCE_MS);
}

/**
 * Does what is due about the connection.
 * @param {Turn} turn
 * @param {number} chance from 0 to 1, by lot
 */
export function tendLink(turn, chance) {
  const { link } = turn.state;
  const due = linkDue(link);
  if (due === null || turn.now < due) return;
  if (link.kind === 'lost') return connect(turn, link.tries);
  if (link.kind === 'open' && link.until === null) return askForLife(turn, link, PATIENCE_MS);
  lose(turn, chance);
}

/**
 * When something is due about the connection.
 * @param {Link} link
 */
export function linkDue(link) {
  switch (link.kind) {
    case 'opening':
      return link.since + (link.missed ? TRY_MS.later : TRY_MS.first);
    case 'open':
      return link.until ?? signDue(link);
    case 'lost':
      return link.due;
    default:
      return null;
  }
}

/**
 * When the server is to be asked for a sign of life.
 * @param {OpenLink} link
 */
function signDue({ heard, asked }) {
  const silent = heard + SILENCE_MS;
  return asked === null ? silent : Math.min(silent, asked + UNANSWERED_MS);
}

/**
 * @param {Turn} turn
 * @param {OpenLink} link
 * @param {number} patience
 */
function askForLife(turn, link, patience) {
  const until = turn.now + patience;
  if (link.until === null) send(turn, { type: 'ping' });
  changeLink(turn, { until: Math.min(link.until ?? until, until) });
}

/**
 * @param {number} tries
 * @param {number} chance
 */
function waitBefore(tries, chance) {
  const longest = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? 0;
  return longest * (0.5 + chance / 2);
}
