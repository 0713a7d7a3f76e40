/** The screen that says why the page does not reconnect by itself, and what the player can do. */

import { button, byId, setText, setVisible } from './dom.js';

/** @import { Action, StoppedView } from '../page' */

export class StoppedScreen {
  /** Gets the focus when the screen appears. */
  heading = byId('stopped-heading', HTMLElement);
  #text = byId('stopped-text', HTMLElement);
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
  draw({ heading, text, actions, match }) {
    setText(this.heading, heading);
    setText(this.#text, text);
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
