/** The games that were finished on this device. */

import { parseGameLink } from '../core/game-link.js';
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
    const items = savedGames().flatMap((game) => gameItem(game) ?? []);
    this.#list.replaceChildren(...items);
    setVisible(byId('no-games', HTMLElement), items.length === 0);
  }
}

/** @param {SavedGame} game */
function gameItem({ link, you, at }) {
  const snapshot = parseGameLink(link, you);
  if (!snapshot?.result) return null;
  const { board, players, result } = snapshot;
  const opponent = players[otherMark(ownMark(snapshot) ?? result.winner ?? 'X')].name;
  const title = create('b', {}, resultTitle(snapshot, result));
  const text = create('span', {}, title, ' against ', create('bdi', {}, opponent));
  const date = create('time', { class: 'note' }, DATE.format(at));
  return create('li', {}, create('a', { href: `${GAMES_PATH}#${link}` }, smallBoard(board), text, date));
}
