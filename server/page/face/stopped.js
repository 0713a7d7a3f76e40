/** The screen that says why the page does not go on by itself, and what its player can do about it. */

import { button, part, say, show } from './elements.js';

/** @import { Act, StoppedView } from '../page' */

/** Takes care of the screen. */
export class StoppedScreen {
  /** What gets the focus when the screen comes. */
  heading = part('stopped-heading', HTMLElement);
  #text = part('stopped-text', HTMLElement);
  /** @type {string | null} */
  #match = null;
  #ways;

  /** @param {(act: Act) => void} act */
  constructor(act) {
    this.#ways = {
      'take-back': button('take-back', () => act({ do: 'take-back' })),
      watch: button('stopped-watch', () => this.#match !== null && act({ do: 'watch', match: this.#match })),
      retry: button('try-again', () => act({ do: 'retry' })),
      leave: button('start-page', () => act({ do: 'leave' })),
    };
  }

  /** @param {StoppedView} view */
  draw({ heading, text, ways, match }) {
    say(this.heading, heading);
    say(this.#text, text);
    this.#match = match;
    for (const [way, element] of Object.entries(this.#ways)) {
      show(
        element,
        ways.some((possible) => possible === way),
      );
      element.classList.toggle('main', ways[0] === way);
    }
  }
}
