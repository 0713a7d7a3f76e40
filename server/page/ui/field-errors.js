/** What is wrong with a field: shown at that field until the player types there. */

import { announce, byId, setAttribute, setOptionalText } from './dom.js';

/** @import { View } from '../page' */

/** For each field, the element for its error, and another one that describes it. */
const FIELD_IDS = {
  name: { error: 'name-error', note: '' },
  room: { error: 'room-error', note: 'room-note' },
  'board-choice': { error: 'board-error', note: '' },
  columns: { error: 'board-error', note: '' },
  rows: { error: 'board-error', note: '' },
  run: { error: 'board-error', note: '' },
};

/** @typedef {keyof typeof FIELD_IDS} Field */

export class FieldErrors {
  /** @type {View['fieldError']} */
  #drawn = null;

  constructor() {
    for (const field of fields()) byId(field, HTMLElement).addEventListener('input', () => this.clear());
  }

  /**
   * Shows what the server refused, once: the player may have corrected it since.
   * @param {View['fieldError']} fieldError
   * @param {boolean} isInRoom whether the name is the only field
   */
  draw(fieldError, isInRoom) {
    if (fieldError === this.#drawn) return;
    this.#drawn = fieldError;
    if (!fieldError) return this.clear();
    const { field, message } = fieldError;
    if (isInRoom && field !== 'name') {
      setOptionalText(byId('name-error', HTMLElement), message);
      return announce(message);
    }
    this.set(field === 'board' ? 'board-choice' : field, message);
  }

  /**
   * Shows the error at the field, and moves the focus there.
   * @param {Field} field
   * @param {string} message
   */
  set(field, message) {
    this.clear();
    const { error, note } = FIELD_IDS[field];
    const element = byId(field, HTMLElement);
    setOptionalText(byId(error, HTMLElement), message);
    setAttribute(element, 'aria-invalid', 'true');
    setAttribute(element, 'aria-describedby', `${error} ${note}`.trim());
    element.closest('details')?.setAttribute('open', '');
    element.focus();
  }

  clear() {
    for (const field of fields()) {
      const { error, note } = FIELD_IDS[field];
      setOptionalText(byId(error, HTMLElement), null);
      setAttribute(byId(field, HTMLElement), 'aria-invalid', null);
      setAttribute(byId(field, HTMLElement), 'aria-describedby', note || null);
    }
  }
}

function fields() {
  return /** @type {Field[]} */ (Object.keys(FIELD_IDS));
}
