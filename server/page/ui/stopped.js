/** What a player can do when the page does not reconnect by itself. */

import { button, setVisible } from './dom.js';

/** @import { Action, StoppedView } from '../page' */

export class StoppedScreen {
  /** @type {string | null} */
  #match = null;
  #buttons;

  /** @param {(action: Action) => void} act */
  constructor(act) {
    this.#buttons = {
      'take-back': button('take-back', () => act({ type: 'take-back' })),
      watch: button(
        'stopped-watch',
        () => this.#match !== null && act({ type: 'watch', match: this.#match }),
      ),
      retry: button('try-again', () => act({ type: 'retry' })),
      leave: button('start-page', () => act({ type: 'leave' })),
    };
  }

  /** @param {StoppedView} view */
  draw({ actions, match }) {
    this.#match = match;
    for (const [action, element] of Object.entries(this.#buttons)) {
      setVisible(
        element,
        actions.some((possible) => possible === action),
      );
      element.classList.toggle('main', actions[0] === action);
    }
  }
}
