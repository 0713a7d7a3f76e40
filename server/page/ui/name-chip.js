/** The player's name, changed in place at any time. */

import { byId, setAttribute } from './dom.js';

/** @import { Action, View } from '../page' */

export class NameChip {
  #input = byId('name', HTMLInputElement);
  #name = '';

  /** @param {(action: Action) => void} act */
  constructor(act) {
    this.#input.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Escape') this.#input.value = this.#name;
      if ((key === 'Enter' && !isComposing) || key === 'Escape') this.#input.blur();
    });
    this.#input.addEventListener('input', () => this.#fit());
    this.#input.addEventListener('change', () => {
      const name = this.#input.value.trim() || this.#name;
      this.#input.value = name;
      if (name !== this.#name) act({ type: 'choose', choices: { name } });
      this.#fit();
    });
  }

  /** @param {View} view */
  draw({ choices: { name }, fieldError }) {
    this.#name = name;
    if (document.activeElement === this.#input || fieldError?.field === 'name') return;
    this.#input.value = name;
    this.#fit();
  }

  #fit() {
    setAttribute(this.#input, 'size', String(Math.max(this.#input.value.length, 4)));
  }
}
