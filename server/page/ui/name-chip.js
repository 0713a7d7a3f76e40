/** The player's name, changed in place at any time. */

import { byId } from './dom.js';

export class NameChip {
  #chip = byId('name-chip', HTMLElement);
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
  draw({ choices: { name }, canRename }) {
    this.#chip.hidden = !canRename;
    this.#name = name;
    if (document.activeElement !== this.#input) this.#input.value = name;
  }
}
