/** The games that were finished on this device. */

import { finalSnapshot, gameFacts } from '../core/replay.js';
import { GAMES_PATH } from '../core/route.js';
import { byId, create, fill, smallBoard } from './dom.js';

/** @param {SavedGame[]} games */
export function drawGames(games) {
  fill(byId('games-list', HTMLElement), games, gameItem);
  byId('no-games', HTMLElement).hidden = games.length > 0;
}

/** @param {SavedGame} game */
function gameItem(game) {
  const facts = create('span', { class: 'note' }, gameFacts(game, game.ended_at));
  const text = create('span', {}, create('b', {}, ...outcome(game)), ' ', facts);
  const href = `${GAMES_PATH}#${game.match}/${game.game}`;
  const replay = create('span', { class: 'link' }, 'Replay');
  return create('li', {}, create('a', { href }, smallBoard(finalSnapshot(game).board), text, ' ', replay));
}

/**
 * `Lost to Bob`, for two players here `Ann beat Bob`.
 * @param {SavedGame} game
 */
function outcome({ players, result: { winner }, you }) {
  const [x, o] = [players.X, players.O].map(({ name, kind }) =>
    create('bdi', {}, kind === 'computer' ? 'the computer' : name),
  );
  const [first = '', second = ''] = winner === 'O' ? [o, x] : [x, o];
  if (you !== 'X' && you !== 'O') return [first, winner ? ' beat ' : ' and ', second, winner ? '' : ' drew'];
  if (!winner) return ['Draw with ', you === 'X' ? second : first];
  return you === winner ? ['Beat ', second] : ['Lost to ', first];
}
