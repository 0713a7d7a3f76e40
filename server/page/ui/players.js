/** The players: two cards, and the score between them. */

import { announce, byId, create, markIcon, setOptionalText } from './dom.js';

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

const cards = byId('players', HTMLElement);
const [firstCard, secondCard] = [new PlayerCard(), new PlayerCard()];
const score = create('b', { class: 'score' });
const scoreNote = create('span', { class: 'note' });
const series = create('li', { class: 'series' }, hidden('Score'), score, scoreNote);
let wasLow = false;

/** @param {View} view */
export function drawPlayers({ game }) {
  cards.hidden = game === null;
  if (!game) return cards.replaceChildren();
  const { players, lowSeconds } = game;
  if (!cards.hasChildNodes()) cards.append(firstCard.element, series, secondCard.element);
  firstCard.draw(players[0]);
  secondCard.draw(players[1]);
  series.hidden = game.score === '';
  setOptionalText(score, game.score);
  setOptionalText(scoreNote, game.scoreNote);
  const isLow = lowSeconds !== null;
  if (isLow && !wasLow) announce(`${lowSeconds} s left to move.`);
  wasLow = isLow;
  cards.classList.toggle('low', isLow);
}

/** @param {string} text for screen readers only */
function hidden(text) {
  return create('span', { class: 'visually-hidden' }, text);
}
