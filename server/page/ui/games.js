/** The games that were finished on this device. */

import { parseGameLink } from '../core/game-link.js';
import { resultTitle } from '../core/results.js';
import { GAMES_PATH } from '../core/route.js';
import { otherMark, ownMark } from '../core/text.js';
import { savedGames } from '../shell/storage.js';
import { byId, create, setVisible, smallBoard } from './dom.js';

/** @import { SavedGame } from '../shell/storage.js' */

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
function gameItem({ link: game, you, at }) {
  const snapshot = parseGameLink(game, you);
  if (!snapshot?.result) return null;
  const { board, players, result } = snapshot;
  const own = ownMark(snapshot);
  const [first, second] = own ? [null, otherMark(own)] : /** @type {const} */ (['X', 'O']);
  const names = create('span', {}, first ? create('bdi', {}, players[first].name) : '', ' against ');
  names.append(create('bdi', {}, players[second].name));
  const title = create('b', {}, resultTitle(snapshot, result));
  const date = new Date(at).toLocaleDateString('en', { dateStyle: 'medium' });
  const link = create(
    'a',
    { href: `${GAMES_PATH}#${game}` },
    smallBoard(board),
    title,
    names,
    create('time', {}, date),
  );
  return create('li', {}, link);
}
