/** What the computer says about each move of a game that is over. */

import { make, part, say, show, speak } from './elements.js';

/** @import { GameView } from '../page' */

/** Takes care of the list. */
export class Reviewed {
  #section = part('reviewed', HTMLElement);
  #summary = part('reviewed-summary', HTMLElement);
  #moves = part('reviewed-moves', HTMLElement);
  /** What is drawn. */
  #drawn = '';

  /**
   * @param {GameView['review']} review
   * @param {string[]} names
   */
  draw(review, names) {
    const drawn = JSON.stringify(review);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    show(this.#section, review !== null);
    say(this.#summary, review?.summary ?? '', names);
    this.#moves.replaceChildren(
      ...(review?.moves ?? []).map(({ text, mistake }) => item(text, mistake, names)),
    );
    if (!review) return;
    this.#section.scrollIntoView({ block: 'nearest' });
    speak(review.summary);
  }
}

/**
 * @param {string} text
 * @param {boolean} mistake
 * @param {string[]} names
 */
function item(text, mistake, names) {
  const element = make('li', mistake ? { class: 'mistake' } : {});
  say(element, text, names);
  return element;
}
