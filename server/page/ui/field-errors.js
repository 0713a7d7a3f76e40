/** What is wrong with a field: shown at that field until the player types. */

import { byId, create, isVisible, setAttribute } from './dom.js';

/** @import { View } from '../page' */

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
   * Shows what the server refused, once: the player may have corrected it since. It is shown at the field, or at the name
   * if that is the only one, which gets the focus.
   * @param {View['fieldError']} fieldError
   */
  draw(fieldError) {
    if (fieldError === this.#drawn) return;
    this.#drawn = fieldError;
    this.clear();
    if (!fieldError) return;
    const wanted = byId(fieldError.field, HTMLElement);
    wanted.closest('details')?.setAttribute('open', '');
    const field = isVisible(wanted) ? wanted : byId('name', HTMLElement);
    this.#wrong = { field, note: field.getAttribute('aria-describedby') ?? '' };
    this.#error.textContent = fieldError.message;
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
