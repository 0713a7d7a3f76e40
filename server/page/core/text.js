/** Words that several parts of the page use. */

import { cellName } from './boards.js';

/** `Nov 20` */
export const DATES = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

/** `a, b or c` */
const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/**
 * @param {number} count
 * @param {string} what
 */
export function counted(count, what) {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/** Rounded up, so that 0 is shown only when no time is left. @param {number} ms */
export function secondsLeft(ms) {
  return Math.max(0, Math.ceil(ms / 1000));
}

/** @param {number} seconds */
export function clockText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * @param {Mark} mark
 * @returns {Mark}
 */
export function otherMark(mark) {
  return mark === 'X' ? 'O' : 'X';
}

/**
 * `top left, centre or top right`, `a1, b1, c1, d1, e1, f1, g1, h1 or others`.
 * @param {Rules} rules
 * @param {number[]} cells
 */
export function cellChoices(rules, cells, most = 9) {
  const names = cells.map((cell) => cellName(rules, cell));
  return ALTERNATIVES.format(names.length > most ? [...names.slice(0, most - 1), 'others'] : names);
}

/**
 * A name within a sentence: isolated if it might be written from right to left, so that it does not reverse the rest.
 * @param {string} name
 */
export function isolated(name) {
  return /[^\x20-\x7e]/.test(name) ? `\u2068${name}\u2069` : name;
}

export const NOT_DONE = "That didn't work";

const UNRETURNABLE = "You can't return to this game. Start a new one.";

const CHANGED = 'The board has changed. Try again.';

/** The answers to requests: the page's own, and in place of sentences that the server writes for programs. */
export const NOTICES = {
  lost: 'The connection is lost. Wait until it is back.',
  watching: 'You are watching. Only the players can do that.',
  unanswered: 'Waiting for the server.',
  game_over: 'This game is over. Press Rematch to play again.',
  game_on: 'The game is not over yet.',
  taken: 'That square is taken. Pick an empty one.',
  opponent_left: 'Your opponent has left. Press New opponent.',
  no_hints: 'Hints are only for games against the computer.',
  thinking: 'The computer is still thinking.',
  imagined: 'Press Back to return to the game.',
  nothing_to_take_back: 'You have no move to take back.',
  too_many_reactions: 'Too many reactions. Wait a moment.',
  retrying: 'The server is busy. Retrying...',
  earlier_game: 'Your last game here is still running. You can join when it is over.',
  retrying_full: 'The server is full. Retrying...',
  full: 'The server is full. Try again later.',
  other_rules: "This room's game is not the one you chose. You can still join.",
  no_room: "This room's name can't be used. Ask for a new link.",
  not_managed: 'You do not manage this arena.',
  no_replay: 'This link is incomplete, or the game is no longer stored. Ask for a new link.',
  bad_ticket: UNRETURNABLE,
  left: 'You have left this game.',
  no_such_match: 'It is no longer stored here.',
  not_seated: UNRETURNABLE,
  stale: CHANGED,
  ahead: CHANGED,
  name_taken: 'That name is taken here. Choose another one.',
  rate_limited: 'Too fast. Try again in a moment.',
  set_aside: 'Two games in a row ended because of you before both players had moved. Join again to play on.',
  wrong_kind: 'This arena is for bots only. Choose another word to play.',
};

/** @type {Record<Reaction, string>} */
export const REACTION_TEXTS = {
  hello: 'Hello!',
  nice_move: 'Nice move!',
  oops: 'Oops!',
  thinking: 'Thinking...',
  thanks: 'Thanks!',
  good_game: 'Good game!',
};

/** `an open three` @param {Shape} shape */
export function shapeText(shape) {
  return `${shape.open ? 'an open' : 'a'} ${shapeName(shape)}`;
}

/** @param {Shape} shape */
export function shapeName({ marks }) {
  return ['two', 'three', 'four', 'five'][marks - 2] ?? `row of ${marks}`;
}
