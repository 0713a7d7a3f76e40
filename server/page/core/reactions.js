/** Reactions: sent, and shown beside a player for a moment. They are not kept, and not resent. */

import { isReady } from './moves.js';
import { change, send } from './step.js';
import { DECLINED } from './text.js';

const SHOWN_MS = 3000;

/** @type {Record<Reaction, string>} */
export const REACTION_TEXTS = {
  hello: 'Hello!',
  nice_move: 'Nice move!',
  oops: 'Oops!',
  thinking: 'Thinking...',
  thanks: 'Thanks!',
  good_game: 'Good game!',
};

/**
 * @param {Step} step
 * @param {Reaction} reaction
 */
export function react(step, reaction) {
  if (!isReady(step.state)) return change(step, { notice: DECLINED.lost });
  change(step, { reactionId: send(step, { type: 'react', reaction }), notice: null });
}

/**
 * @param {Step} step
 * @param {{ mark: Mark, reaction: Reaction }} reacted
 */
export function onReaction(step, { mark, reaction }) {
  const { seen, choices, reactions } = step.state;
  if (!seen || !(choices.reactions || mark === seen.own)) return;
  change(step, { reactions: { ...reactions, [mark]: { reaction, until: step.now + SHOWN_MS } } });
}

/**
 * @param {State} state
 * @param {Mark} mark
 * @param {number} now
 */
export function reactionText({ reactions }, mark, now) {
  const shown = reactions[mark];
  return shown && now < shown.until ? (REACTION_TEXTS[shown.reaction] ?? null) : null;
}
