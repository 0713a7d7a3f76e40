/** What every part of a step does: change what is known, and send. */

/** @import { ClientFrame } from '../protocol' */
/** @import { Errand, State, Turn } from '../page' */

/** Nothing is wanted and nothing is known. @returns {State} */
export function newState() {
  return { ...nothingKnown(), errand: { kind: 'none' }, link: { kind: 'off' }, stop: null, nextId: 1 };
}

/**
 * Changes a part of what is known.
 * @param {Turn} turn
 * @param {Partial<State>} part
 */
export function change(turn, part) {
  turn.state = { ...turn.state, ...part };
}

/**
 * Takes up another errand: what was known of the one before is forgotten.
 * @param {Turn} turn
 * @param {Errand} errand
 */
export function takeUp(turn, errand) {
  change(turn, { ...nothingKnown(), errand });
}

/**
 * Sends a message, and gives its id.
 * @param {Turn} turn
 * @param {ClientFrame} message
 * @param {number} id another than the next one for what was sent before
 */
export function send(turn, message, id = turn.state.nextId) {
  const { link, nextId } = turn.state;
  change(turn, { nextId: Math.max(nextId, id + 1) });
  if (link.kind === 'open') change(turn, { link: { ...link, asked: link.asked ?? turn.now } });
  turn.effects.push({ do: 'send', frame: { ...message, id } });
  return id;
}

/** What is known of a match before anything was heard. */
function nothingKnown() {
  return {
    seen: null,
    waiting: null,
    pending: null,
    question: null,
    request: null,
    /** @type {State['news']} */
    news: { kind: 'position' },
    hint: null,
    review: null,
    notice: null,
    fault: null,
  };
}
