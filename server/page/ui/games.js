/** The games that were finished on this device. */

import { parseGameLink } from '../core/game-link.js';
import { resultTitle } from '../core/results.js';
import { GAMES_PATH } from '../core/route.js';
import { otherMark, ownMark } from '../core/text.js';
import { savedGames } from '../shell/storage.js';
import { byId, create, setOptionalText, setVisible } from './dom.js';
import { smallBoard } from './small-board.js';

/** @import { SavedGame } from '../shell/storage.js' */

export class GamesScreen {
  /** Gets the focus when the screen appears. */
  heading = byId('games-heading', HTMLElement);
  #list = byId('games-list', HTMLElement);

  /** @param {string} notice */
  draw(notice) {
    setOptionalText(byId('games-notice', HTMLElement), notice);
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
  const own = ownMark(snapshot);
  const { X, O } = snapshot.players;
  const players = own ? [snapshot.players[otherMark(own)].name] : [X.name, O.name];
  const names = players.flatMap((name, index) => [index > 0 ? ' and ' : '', create('bdi', {}, name)]);
  const date = new Date(at);
  const time = create(
    'time',
    { datetime: date.toISOString() },
    date.toLocaleDateString('en', { dateStyle: 'medium' }),
  );
  const title = create('b', {}, resultTitle(snapshot, snapshot.result));
  const text = create('span', {}, title, create('span', {}, own ? 'against ' : '', ...names), time);
  return create(
    'li',
    {},
    create('a', { href: `${GAMES_PATH}#${link}` }, smallBoard(snapshot.rules, snapshot.board), text),
  );
}
