/** The name, changed in place at any time; and the error of a field, shown at it until the player types. */

import { byId, create, isVisible } from './dom.js';

export class NameChip {
  #input = byId('name', HTMLInputElement);
  #name = '';

  /** @param {(action: Action) => void} act */
  constructor(act) {
    this.#input.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Escape') this.#input.value = this.#name;
      if ((key === 'Enter' && !isComposing) || key === 'Escape') this.#input.blur();
    });
    this.#input.addEventListener('change', () => {
      const name = this.#input.value.trim() || this.#name;
      this.#input.value = name;
      if (name !== this.#name) act({ type: 'choose', choices: { name } });
    });
  }

  /** @param {View} view */
  draw({ choices: { name }, fieldError }) {
    this.#name = name;
    if (document.activeElement !== this.#input && fieldError?.field !== 'name') this.#input.value = name;
  }
}

export class FieldErrors {
  #error = create('p', { id: 'error', class: 'error' });
  #field = byId('name', HTMLElement);
  /** @type {View['fieldError']} */
  #shown = null;

  /** @param {(action: Action) => void} act */
  constructor(act) {
    document.addEventListener('input', () => this.#shown && act({ type: 'choose', choices: {} }));
  }

  /**
   * Shows what the server refused at the field, or at the name if that is the only one. The field gets the focus.
   * @param {View['fieldError']} fieldError
   */
  draw(fieldError) {
    if (fieldError === this.#shown) return;
    this.#shown = fieldError;
    this.#error.remove();
    this.#mark(false);
    if (!fieldError) return;
    const wanted = byId(fieldError.field, HTMLElement);
    wanted.closest('#options')?.removeAttribute('hidden');
    this.#field = isVisible(wanted) ? wanted : byId('name', HTMLElement);
    this.#error.textContent = fieldError.message;
    (this.#field.closest('label') ?? this.#field).after(this.#error);
    this.#mark(true);
    this.#field.focus();
  }

  /** @param {boolean} isWrong */
  #mark(isWrong) {
    this.#field.ariaInvalid = isWrong ? 'true' : null;
    const note = document.getElementById(`${this.#field.id}-note`)?.id;
    const descriptions = [isWrong && 'error', note].filter(Boolean).join(' ');
    this.#field.setAttribute('aria-describedby', descriptions);
  }
}
