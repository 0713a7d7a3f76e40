/**
 * The connection: when to connect, back off, ping, and give up.
 *
 * A browser answers the server's pings without telling the page, so the page sends pings of its own after a silence.
 */

import { NO_PENDING, change, send } from './step.js';

/** The longest wait before each attempt, each shortened by a random amount; the last one repeats. */
const BACKOFF_MS = [0, 500, 1000, 2000, 4000, 5000];

/** The timeout of an attempt, which is shorter while no outage is shown. */
const CONNECT_TIMEOUT_MS = { unnoticed: 5000, shown: 10_000 };

/** After a connection that lasted less, back off: what cut it may cut every one. */
const STABLE_MS = 2000;

/** The longest wait that the server may ask for. */
const LONGEST_RETRY_MS = 60_000;

/** Ping after this silence: earlier while it is someone's turn, or when a message is unanswered. */
const SILENCE_MS = { usual: 20_000, urgent: 3000 };

/** Without an answer to a ping until then, the connection is dead. */
const PONG_TIMEOUT_MS = 3000;

/**
 * @param {Step} step
 * @returns {OpenLink | null}
 */
export function openLink({ state: { link } }) {
  return link.kind === 'open' ? link : null;
}

/** @type {Transition<[part: Partial<OpenLink>]>} */
export const changeLink = (step, part) => {
  const link = openLink(step);
  if (link) change(step, { link: { ...link, ...part } });
};

/** @type {Transition<[tries: number, isShown?: boolean]>} */
export const connect = (step, tries, isShown = tries > 0) => {
  disconnect(step);
  step.effects.push({ type: 'connect' });
  change(step, { link: { kind: 'opening', tries, isShown, since: step.now } });
};

/** Not during a first attempt without a wait, which often succeeds. @param {State} state */
export function isOutageShown({ link, pending }) {
  if (link.kind === 'off' || link.kind === 'lost') return link.kind === 'lost';
  return link.isShown && (link.kind === 'opening' || Boolean(pending.hello));
}

/** @param {Step} step */
export function disconnect(step) {
  const { kind } = step.state.link;
  if (kind === 'open' || kind === 'opening') step.effects.push({ type: 'disconnect' });
  change(step, { link: { kind: 'off' } });
}

/** @type {Transition<[stop: Stop]>} */
export const stopWith = (step, stop) => {
  disconnect(step);
  change(step, { stop, pending: NO_PENDING, notice: null });
};

/**
 * After at least `retryIn`, if the server asks for a wait.
 * @type {Transition<[chance: number, retryIn?: number]>}
 */
export const reconnect = (step, chance, retryIn = 0) => {
  const { link } = step.state;
  const wasStable = link.kind === 'open' && step.now >= link.since + STABLE_MS;
  const tries = wasStable || link.kind === 'off' ? 0 : link.tries + 1;
  const longest = BACKOFF_MS[Math.min(tries, BACKOFF_MS.length - 1)] ?? 0;
  const wait = Math.max(longest * (0.5 + chance / 2), Math.min(retryIn, LONGEST_RETRY_MS));
  const wasSilent = link.kind === 'open' && link.pongDue !== null && step.now >= link.pongDue;
  if (wait === 0) return connect(step, tries, tries > 0 || wasSilent);
  disconnect(step);
  change(step, { link: { kind: 'lost', tries, retryAt: step.now + wait } });
};

/** @param {Step} step */
export function onWoken(step) {
  const { link } = step.state;
  if (link.kind === 'lost') return connect(step, link.tries, true);
  if (link.kind === 'opening' && step.now >= link.since + PONG_TIMEOUT_MS)
    return connect(step, link.tries, link.isShown);
  if (link.kind === 'open') ping(step, link);
}

/** @type {Transition<[chance: number]>} */
export const onLinkTimer = (step, chance) => {
  const { link } = step.state;
  if (link.kind === 'lost') return connect(step, link.tries, true);
  if (link.kind === 'open' && link.pongDue === null) return ping(step, link);
  reconnect(step, chance);
};

/** @param {State} state */
export function linkDeadline({ link, snapshot, heardAt, pending }) {
  switch (link.kind) {
    case 'opening':
      return link.since + (link.isShown ? CONNECT_TIMEOUT_MS.shown : CONNECT_TIMEOUT_MS.unnoticed);
    case 'open': {
      const isAsked = Object.values(pending).some((asked) => asked?.retryAt === null);
      const silence = isAsked || snapshot?.turn ? SILENCE_MS.urgent : SILENCE_MS.usual;
      return link.pongDue ?? Math.max(link.since, heardAt) + silence;
    }
    case 'lost':
      return link.retryAt;
    default:
      return Infinity;
  }
}

/** @type {Transition<[link: OpenLink]>} */
const ping = (step, link) => {
  if (link.pongDue !== null) return;
  send(step, { type: 'ping' });
  changeLink(step, { pongDue: step.now + PONG_TIMEOUT_MS });
};
