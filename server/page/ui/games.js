/** The games that were finished on this device. */

import { finalSnapshot, gameFacts } from '../core/replay.js';
import { GAMES_PATH } from '../core/route.js';
import { resultHeadline } from '../core/sentences.js';
import { byId, create, fill, opponents, smallBoard } from './dom.js';

/** @param {SavedGame[]} games */
export function drawGames(games) {
  fill(byId('games-list', HTMLElement), games, gameItem);
  byId('no-games', HTMLElement).hidden = games.length > 0;
}

/** @param {SavedGame} game */
function gameItem(game) {
  const end = finalSnapshot(game);
  const facts = `${resultHeadline(end, game.result)} · ${gameFacts(game, game.ended_at)}`;
  const note = create('span', { class: 'note' }, facts);
  const text = create('span', {}, create('b', {}, ...opponents(end.players)), ' ', note);
  const href = `${GAMES_PATH}#${game.match}/${game.game}`;
  const replay = create('span', { class: 'link' }, 'Replay');
  return create('li', {}, create('a', { href }, smallBoard(end.board), text, ' ', replay));
}
