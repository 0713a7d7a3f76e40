/** What is wrong with a field: shown at that field until the player types. */

import { byId, create, isVisible, setAttribute } from './dom.js';

/** @import { View } from '../page' */

const FIELD_IDS = { name: 'name', 'second-name': 'second-name', room: 'room', board: 'game-choice' };

export class FieldErrors {
  #error = create('p', { id: 'error', class: 'error' });
  /** The field that is wrong, and what describes it otherwise. */
  #wrong = { field: byId('name', HTMLElement), note: '' };
  /** @type {View['fieldError']} */
  #drawn = null;

  constructor() {
    document.addEventListener('input', () => this.clear());
  }

  /**
   * Shows what the server refused, once: the player may have corrected it since.
   * @param {View['fieldError']} fieldError
   */
  draw(fieldError) {
    if (fieldError === this.#drawn) return;
    this.#drawn = fieldError;
    if (fieldError) this.set(FIELD_IDS[fieldError.field], fieldError.message);
    else this.clear();
  }

  /**
   * Shows the error at the field, or at the name if that is the only one, and moves the focus there.
   * @param {string} id
   * @param {string} message
   */
  set(id, message) {
    this.clear();
    const wanted = byId(id, HTMLElement);
    wanted.closest('details')?.setAttribute('open', '');
    const field = isVisible(wanted) ? wanted : byId('name', HTMLElement);
    this.#wrong = { field, note: field.getAttribute('aria-describedby') ?? '' };
    this.#error.textContent = message;
    (field.closest('.row') ?? field.closest('.field, label'))?.after(this.#error);
    setAttribute(field, 'aria-invalid', 'true');
    setAttribute(field, 'aria-describedby', `error ${this.#wrong.note}`.trim());
    field.focus();
  }

  clear() {
    const { field, note } = this.#wrong;
    this.#error.remove();
    setAttribute(field, 'aria-invalid', null);
    setAttribute(field, 'aria-describedby', note || null);
  }
}
