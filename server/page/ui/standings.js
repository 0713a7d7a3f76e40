/** The table of an arena. */

import { create } from './dom.js';

const COLUMNS = ['points', 'won', 'games'];

export class Standings {
  #body = create('tbody');
  #table = create('table', { class: 'card standings', 'aria-label': 'Standings' });
  #shown = '';

  /** @param {HTMLElement} parent */
  constructor(parent) {
    const name = create('th', { scope: 'col' }, create('span', { class: 'visually-hidden' }, 'player'));
    const columns = COLUMNS.map((text) => create('th', { scope: 'col' }, text));
    this.#table.append(create('thead', {}, create('tr', {}, create('td'), name, ...columns)), this.#body);
    parent.append(this.#table);
  }

  /** @param {RowView[]} rows */
  draw(rows) {
    const shown = JSON.stringify(rows);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#table.hidden = rows.length === 0;
    this.#table.style.setProperty('--rows', String(rows.length));
    this.#body.replaceChildren(...rows.map(rowElement));
  }
}

/** @param {RowView} row */
function rowElement({ rank, name, isOwn, isWinner, isBot, points, wins, games }) {
  const bot = isBot ? [' ', create('small', { class: 'tag' }, 'bot')] : [];
  const numbers = [points, wins, games].map((number) => create('td', {}, String(number)));
  return create(
    'tr',
    { class: `${isOwn ? 'own' : ''} ${isWinner ? 'winner' : ''}` },
    create('td', {}, String(rank)),
    create('th', { scope: 'row' }, create('bdi', {}, name), ...bot),
    ...numbers,
  );
}
