/** Refusals, in sentences: the server's own, unless it is written for programs. */

import { NOTICES } from './text.js';

/** The message was fine, and the server cannot handle it now. */
export const BUSY = ['rate_limited', 'full', 'unavailable', 'busy'];

/** The wait before something that the server was too busy for is sent again: doubled each time. */
const RETRY_MS = { first: 500, longest: 5000 };

/** The match or the seat no longer exists. */
export const GONE = ['bad_ticket', 'left', 'no_such_match'];

const UNRETURNABLE = "You can't return to this game. Start a new one.";

const CHANGED = 'The board has changed. Try again.';

/** @type {Record<string, string>} */
const SENTENCES = {
  bad_ticket: UNRETURNABLE,
  left: 'You have left this game.',
  no_such_match: 'It is no longer stored here.',
  not_seated: UNRETURNABLE,
  stale: CHANGED,
  ahead: CHANGED,
  game_over: NOTICES.over,
  game_on: NOTICES.on,
  name_taken: 'That name is taken here. Choose another one.',
  opponent_left: NOTICES.left,
  rate_limited: 'Too fast. Try again in a moment.',
  no_hints: NOTICES.hints,
  set_aside: 'You gave up two games in a row, so you are not being paired. Press Next game to play on.',
  wrong_kind: 'This arena is for bots only. Choose another word to play.',
  nothing_to_take_back: NOTICES.nothing_to_take_back,
};

/** @param {Refused} refused */
export function refusalText({ code, message }) {
  return SENTENCES[code] ?? message;
}

/** @type {(refused: Refused) => Notice} */
export const busyNotice = ({ code }) => (code === 'full' || code === 'game_on' ? code : 'busy');

/**
 * When to send it again.
 * @param {Step} step
 * @param {number} tries how often it was sent again so far
 * @param {Refused} refused
 */
export function retryTime({ now }, tries, { retry_in_ms }) {
  return now + Math.max(Math.min(RETRY_MS.first * 2 ** tries, RETRY_MS.longest), retry_in_ms ?? 0);
}
