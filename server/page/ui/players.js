/** The players: two cards, and the score between them. */

import { announce, byId, create, markIcon, setOptionalText } from './dom.js';

export class Players {
  #list = byId('players', HTMLElement);
  #cards = [new PlayerCard(), new PlayerCard()];
  #score = create('b', { class: 'score' });
  #note = create('span', { class: 'note' });
  #series = create('li', { class: 'series' }, hidden('Score'), this.#score, this.#note);
  #isLow = false;

  /** @param {View} view */
  draw({ game }) {
    this.#list.hidden = game === null;
    if (!game) return this.#list.replaceChildren();
    const { players, score, scoreNote, lowSeconds } = game;
    const [first, second] = this.#cards.map(({ element }) => element);
    if (!this.#list.hasChildNodes()) this.#list.append(first ?? '', this.#series, second ?? '');
    this.#cards.forEach((card, index) => card.draw(players[index === 0 ? 0 : 1]));
    this.#series.hidden = score === '';
    setOptionalText(this.#score, score);
    setOptionalText(this.#note, scoreNote);
    const isLow = lowSeconds !== null;
    if (isLow && !this.#isLow) announce(`${lowSeconds} s left to move.`);
    this.#isLow = isLow;
    this.#list.classList.toggle('low', isLow);
  }
}

class PlayerCard {
  #mark = create('span', { class: 'mark' });
  #name = create('bdi', { class: 'name' });
  #toMove = hidden('to move');
  #label = create('span');
  #presence = create('span', { class: 'presence' });
  #clock = create('b', { role: 'timer' });
  #reaction = create('span', { class: 'reaction' });
  element = create('li', { class: 'player' });

  constructor() {
    const facts = create('span', { class: 'player-facts' });
    facts.append(this.#toMove, this.#label, ' ', this.#presence, ' ', this.#clock);
    this.element.append(this.#mark, ' ', create('span', {}, this.#name, ' ', facts), this.#reaction);
  }

  /** @param {PlayerView} player */
  draw({ name, mark, label, presence, clock, toMove, reaction }) {
    if (this.element.dataset.mark !== mark) this.#mark.replaceChildren(markIcon(mark), hidden(mark));
    this.element.dataset.mark = mark;
    setOptionalText(this.#name, name);
    this.#name.title = name;
    setOptionalText(this.#label, label);
    setOptionalText(this.#presence, presence);
    this.#presence.dataset.presence = presence ?? '';
    setOptionalText(this.#clock, clock);
    this.#toMove.hidden = !toMove;
    if (reaction && this.#reaction.textContent !== reaction) announce(`${name}: ${reaction}`);
    setOptionalText(this.#reaction, reaction);
    this.element.classList.toggle('to-move', toMove);
  }
}

/** @param {string} text for screen readers only */
function hidden(text) {
  return create('span', { class: 'visually-hidden' }, text);
}
