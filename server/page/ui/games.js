/** The games that were finished on this device. */

import { finalSnapshot } from '../core/replay.js';
import { resultTitle } from '../core/results.js';
import { GAMES_PATH } from '../core/route.js';
import { otherMark, ownMark } from '../core/text.js';
import { savedGames } from '../shell/storage.js';
import { byId, create, setVisible, smallBoard } from './dom.js';

/** @import { SavedGame } from '../page' */

const DATE = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

export class GamesScreen {
  #list = byId('games-list', HTMLElement);

  draw() {
    if (this.#list.childElementCount > 0) return;
    const items = savedGames().map(gameItem);
    this.#list.replaceChildren(...items);
    setVisible(byId('no-games', HTMLElement), items.length === 0);
  }
}

/** @param {SavedGame} game */
function gameItem(game) {
  const { match, players, result, ended_at } = game;
  const snapshot = finalSnapshot(game);
  const opponent = players[otherMark(ownMark(snapshot) ?? result.winner ?? 'X')].name;
  const title = create('b', {}, resultTitle(snapshot, result));
  const text = create('span', {}, title, ' against ', create('bdi', {}, opponent));
  const date = create('time', { class: 'note' }, DATE.format(Date.parse(ended_at)));
  const href = `${GAMES_PATH}#${match}/${game.game}`;
  return create('li', {}, create('a', { href }, smallBoard(snapshot.board), text, date));
}
