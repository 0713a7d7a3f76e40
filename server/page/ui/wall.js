/** An arena on a large screen: the table, games, and the way to join. */

import { counted } from '../core/text.js';
import { byId, create, setText, smallBoard } from './dom.js';
import { Standings } from './standings.js';

/** How many rows can be read from far away. */
const MOST_ROWS = 10;

const MOST_WINNERS = 3;

export class WallScreen {
  #table = byId('wall-table', HTMLElement);
  #standings = new Standings(this.#table);
  #boards = byId('wall-boards', HTMLElement);
  #code = byId('wall-code', HTMLImageElement);
  #shown = '';
  #url = '';

  /** @param {View} view */
  draw({ screen, arena, link }) {
    if (screen !== 'wall' || !arena) return;
    const { word, time, rows, boards, game, people } = arena;
    const shown = rows.slice(0, MOST_ROWS);
    this.#table.style.setProperty('--rows', String(shown.length));
    this.#standings.draw(shown);
    this.#drawBoards(boards, boards.length === 0 ? rows.slice(0, MOST_WINNERS) : []);
    setText(byId('wall-time', HTMLElement), time);
    setText(byId('wall-facts', HTMLElement), game);
    setText(byId('wall-people', HTMLElement), people);
    setText(byId('wall-command', HTMLElement), `tictactoe arena ${word}`);
    if (link && link.url !== this.#url) this.#drawLink(link);
  }

  /** The path on a line of its own if both do not fit on one. @param {Invitation} link */
  #drawLink({ url, qr }) {
    this.#url = url;
    const [host = '', path] = url.replace(/^http:\/\//, '').split('/arena/');
    byId('wall-url', HTMLElement).replaceChildren(host, create('wbr'), `/arena/${path}`);
    this.#code.hidden = !qr;
    if (qr) this.#code.src = `data:image/svg+xml,${encodeURIComponent(qr)}`;
  }

  /**
   * Games, and without one the best players.
   * @param {WallBoard[]} boards
   * @param {RowView[]} winners
   */
  #drawBoards(boards, winners) {
    const shown = JSON.stringify([boards, winners]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const best = winners.map(({ name, points }) =>
      create('p', {}, create('bdi', {}, name), ` ${counted(points, 'point')}`),
    );
    const list = winners.length > 0 ? [create('div', { class: 'card winners' }, ...best)] : [];
    this.#boards.replaceChildren(...boards.map(boardCard), ...list);
  }
}

/** @param {WallBoard} board */
function boardCard({ names, board, outcome, winner }) {
  const [x, o] = names.map((name, index) => create('bdi', { class: index === 0 ? 'X' : 'O' }, name));
  const players = create('div', { class: 'opponents' }, x ?? '', o ?? '');
  const result = create('span', winner ? { class: winner } : {}, outcome);
  return create('div', { class: 'card' }, players, smallBoard(board), result);
}
