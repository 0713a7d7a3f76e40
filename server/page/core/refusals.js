/** Refusals, in sentences for people: the server's own, where those do not speak to programs. */

import { DECLINED } from './words.js';

/** @import { Refused } from '../protocol' */

/** Nothing is wrong with what was said: the server cannot take it now. */
export const BUSY = ['rate_limited', 'full', 'unavailable', 'busy'];

/** What a ticket or a match's name stood for is there no more. */
const GONE = ['bad_ticket', 'left', 'no_such_match'];

/** @type {Record<string, string>} */
const SENTENCES = {
  bad_ticket: 'Your seat is no longer kept.',
  left: 'You have left this game.',
  no_such_match: 'The match is no longer kept.',
  not_seated: 'Your seat is no longer kept.',
  stale: 'The position has changed meanwhile: look at the board.',
  ahead: 'The position has changed meanwhile: look at the board.',
  game_over: DECLINED.over,
  game_on: DECLINED.on,
  opponent_left: DECLINED.left,
  no_hints: DECLINED.hints,
};

/**
 * Whether what was to be come back to is there no more.
 * @param {string} code
 */
export function isGone(code) {
  return GONE.includes(code);
}

/**
 * Why something was refused.
 * @param {Refused} refused
 */
export function refusalWords({ code, message }) {
  return SENTENCES[code] ?? message;
}

/**
 * Why something is not done yet.
 * @param {Refused} refused
 */
export function busyWords({ code }) {
  const why = code === 'full' ? 'keeps as many matches as it may' : 'is busy';
  return `The server ${why}: it is asked again and again.`;
}
