/** The dialog of the start screen that leads to an arena. */

import { arenaPath, wordIn } from '../core/route.js';
import { button, byId } from './dom.js';

export class ArenaChoice {
  #dialog = byId('arena-choice', HTMLDialogElement);
  #word = byId('arena-word', HTMLInputElement);

  constructor() {
    button('arenas', () => this.#dialog.showModal());
    button('open-arena', () => this.#open());
    this.#dialog.querySelector('button')?.addEventListener('click', () => this.#dialog.close());
    this.#word.addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Enter' && !isComposing) this.#open();
    });
  }

  #open() {
    const word = wordIn(this.#word.value);
    if (word === '') this.#word.focus();
    else location.assign(arenaPath(word));
  }
}
