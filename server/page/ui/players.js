/** The players with their score, the clock, and facts about the match. */

import {
  announce,
  byId,
  create,
  markIcon,
  setAttribute,
  setOptionalText,
  setText,
  setVisible,
} from './dom.js';

/** @import { GameView, PlayerView } from '../page' */

/** Warn when this many seconds are left. */
const LOW_SECONDS = 10;

export class Players {
  #rows = [new PlayerRow(), new PlayerRow()];
  #clock = byId('clock', HTMLElement);
  #time = byId('clock-time', HTMLElement);
  #low = byId('clock-low', HTMLElement);
  #facts = [create('li'), create('li'), create('li')];

  constructor() {
    byId('players', HTMLElement).append(...this.#rows.map(({ element }) => element));
    byId('facts', HTMLElement).append(...this.#facts);
  }

  /** @param {GameView} game */
  draw(game) {
    this.#rows.forEach((row, index) => row.draw(game.players[index === 0 ? 0 : 1]));
    const facts = [game.board, `Score ${game.score}`, game.spectators];
    this.#facts.forEach((fact, index) => setOptionalText(fact, facts[index] ?? null));
    this.#drawClock(game);
  }

  /** @param {GameView} game */
  #drawClock({ clock, players }) {
    const isLow = clock !== null && clock.seconds <= LOW_SECONDS;
    if (isLow && this.#low.hidden && players[0].you && players[0].toMove)
      announce(`${clock.seconds} s left to move.`);
    setVisible(this.#clock, clock !== null);
    setText(this.#time, clock?.text ?? '');
    setVisible(this.#low, isLow);
    this.#clock.classList.toggle('low', isLow);
  }
}

class PlayerRow {
  #mark = create('span');
  #name = create('bdi', { class: 'name' });
  #you = create('span', { class: 'you' }, ' (you)');
  #toMove = create('span', { class: 'visually-hidden' }, ' to move');
  #presence = create('span', { class: 'presence' });
  #wins = create('b', { class: 'wins' });
  #won = create('span', { class: 'visually-hidden' }, ' won');
  element = create('li');

  constructor() {
    this.element.append(
      this.#mark,
      this.#name,
      this.#you,
      this.#toMove,
      ' ',
      this.#presence,
      ' ',
      this.#wins,
      this.#won,
    );
  }

  /** @param {PlayerView} player */
  draw({ name, mark, you, presence, away, toMove, wins }) {
    if (this.element.dataset.mark !== mark) {
      this.#mark.replaceChildren(markIcon(mark), create('span', { class: 'visually-hidden' }, `${mark}: `));
    }
    setAttribute(this.element, 'data-mark', mark);
    setText(this.#name, name);
    setAttribute(this.#name, 'title', name);
    setVisible(this.#you, you);
    setVisible(this.#toMove, toMove);
    setText(this.#presence, presence);
    setText(this.#wins, String(wins));
    this.element.classList.toggle('to-move', toMove);
    this.element.classList.toggle('away', away);
  }
}
