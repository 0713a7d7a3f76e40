/** The review of a finished game. */

import { announce, byId, create, setText, setVisible } from './dom.js';

/** @import { GameView } from '../page' */

export class ReviewList {
  #section = byId('review-section', HTMLElement);
  #summary = byId('review-summary', HTMLElement);
  #moves = byId('review-moves', HTMLElement);
  #drawn = '';

  /**
   * @param {GameView['review']} review
   * @param {string[]} names
   */
  draw(review, names) {
    const json = JSON.stringify(review);
    if (json === this.#drawn) return;
    this.#drawn = json;
    setVisible(this.#section, review !== null);
    setText(this.#summary, review?.summary ?? '', names);
    const items = (review?.moves ?? []).map(({ text, mistake }) => {
      const item = create('li', mistake ? { class: 'mistake' } : {});
      setText(item, text, names);
      return item;
    });
    this.#moves.replaceChildren(...items);
    if (!review) return;
    this.#section.scrollIntoView({ block: 'nearest' });
    announce(review.summary);
  }
}
