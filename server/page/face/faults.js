/** What is wrong with a field of the first screen, said at that field until something else is typed there. */

import { part, sayIfAny, setOrDrop, speak } from './elements.js';

/** @import { View } from '../page' */

/** The fields, each with where it is said what is wrong with it, and what else describes it. */
const SAID_AT = {
  name: { fault: 'name-fault', note: '' },
  room: { fault: 'room-fault', note: 'room-note' },
  'board-choice': { fault: 'board-fault', note: '' },
  columns: { fault: 'board-fault', note: '' },
  rows: { fault: 'board-fault', note: '' },
  run: { fault: 'board-fault', note: '' },
};

/** @typedef {keyof typeof SAID_AT} Field */

/** Takes care of what is said at the fields. */
export class Faults {
  /** What the server found, as it was drawn last. @type {View['fault']} */
  #drawn = null;

  constructor() {
    for (const field of fields()) part(field, HTMLElement).addEventListener('input', () => this.clear());
  }

  /**
   * Shows what the server found, once: it may have been put right since.
   * @param {View['fault']} fault
   * @param {boolean} isInRoom There is but one field, the name.
   */
  draw(fault, isInRoom) {
    if (fault === this.#drawn) return;
    this.#drawn = fault;
    if (!fault) return this.clear();
    if (isInRoom && fault.field !== 'name') {
      this.#say('board-fault', fault.message);
      return speak(fault.message);
    }
    this.set(fault.field === 'board' ? 'board-choice' : fault.field, fault.message);
  }

  /**
   * Says what is wrong with a field, and goes there.
   * @param {Field} field
   * @param {string} message
   */
  set(field, message) {
    this.clear();
    const { fault, note } = SAID_AT[field];
    const element = part(field, HTMLElement);
    this.#say(fault, message);
    setOrDrop(element, 'aria-invalid', 'true');
    setOrDrop(element, 'aria-describedby', `${fault} ${note}`.trim());
    element.focus();
  }

  /** Nothing is wrong any more. */
  clear() {
    for (const field of fields()) {
      const { fault, note } = SAID_AT[field];
      this.#say(fault, null);
      setOrDrop(part(field, HTMLElement), 'aria-invalid', null);
      setOrDrop(part(field, HTMLElement), 'aria-describedby', note || null);
    }
  }

  /**
   * @param {string} id
   * @param {string | null} message
   */
  #say(id, message) {
    sayIfAny(part(id, HTMLElement), message);
  }
}

function fields() {
  return /** @type {Field[]} */ (Object.keys(SAID_AT));
}
