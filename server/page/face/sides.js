/** Who plays, whose turn it is, how they stand, and how long there is to move. */

import { drawing, make, part, say, sayIfAny, setOrDrop, show, speak } from './elements.js';

/** @import { GameView, PlayerView } from '../page' */

/** When so many seconds are left, it is said that time runs short. */
const LOW = 10;

/** Takes care of the players, the clock, and what else is known of a match. */
export class Sides {
  #players = [new Side(), new Side()];
  #clock = part('clock', HTMLElement);
  #time = part('clock-time', HTMLElement);
  #low = part('clock-low', HTMLElement);
  #facts = [make('li'), make('li'), make('li')];

  constructor() {
    part('players', HTMLElement).append(...this.#players.map(({ row }) => row));
    part('facts', HTMLElement).append(...this.#facts);
  }

  /** @param {GameView} game */
  draw(game) {
    this.#players.forEach((side, index) => side.draw(game.players[index === 0 ? 0 : 1]));
    const facts = [game.board, `Score ${game.score}`, game.watchers];
    this.#facts.forEach((fact, index) => sayIfAny(fact, facts[index] ?? null));
    this.#drawClock(game);
  }

  /** @param {GameView} game */
  #drawClock({ clock, players }) {
    const isLow = clock !== null && clock.seconds <= LOW;
    if (isLow && this.#low.hidden && players[0].you && players[0].toMove)
      speak(`${clock.seconds} s left to move.`);
    show(this.#clock, clock !== null);
    say(this.#time, clock?.text ?? '');
    show(this.#low, isLow);
    this.#clock.classList.toggle('low', isLow);
  }
}

/** A player's row. */
class Side {
  #sign = make('span');
  #name = make('bdi', { class: 'name' });
  #you = make('span', { class: 'you' }, ' (you)');
  #turn = make('span', { class: 'unseen' }, ' to move');
  #presence = make('span', { class: 'presence' });
  #wins = make('b', { class: 'wins' });
  #won = make('span', { class: 'unseen' }, ' won');
  row = make('li');

  constructor() {
    this.row.append(
      this.#sign,
      this.#name,
      this.#you,
      this.#turn,
      ' ',
      this.#presence,
      ' ',
      this.#wins,
      this.#won,
    );
  }

  /** @param {PlayerView} player */
  draw({ name, mark, you, presence, away, toMove, wins }) {
    if (this.row.dataset.mark !== mark) {
      this.#sign.replaceChildren(drawing(mark), make('span', { class: 'unseen' }, `${mark}: `));
    }
    setOrDrop(this.row, 'data-mark', mark);
    say(this.#name, name);
    setOrDrop(this.#name, 'title', name);
    show(this.#you, you);
    show(this.#turn, toMove);
    say(this.#presence, presence);
    say(this.#wins, String(wins));
    this.row.classList.toggle('to-move', toMove);
    this.row.classList.toggle('away', away);
  }
}
