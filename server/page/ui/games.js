/** The games that were finished on this device. */

import { finalSnapshot, gameFacts } from '../core/replay.js';
import { GAMES_PATH } from '../core/route.js';
import { counted } from '../core/text.js';
import { byId, create, setText, smallBoard } from './dom.js';

export class GamesScreen {
  #list = byId('games-list', HTMLElement);

  /** @param {SavedGame[]} games */
  draw(games) {
    if (this.#list.childElementCount > 0) return;
    this.#list.replaceChildren(...games.map(gameItem));
    setText(byId('games-summary', HTMLElement), summary(games));
  }
}

/**
 * `4 games, 2 won, 1 lost, 1 draw`
 * @param {SavedGame[]} games
 */
function summary(games) {
  if (games.length === 0) return 'No finished games on this device yet.';
  const own = games.filter(({ you }) => you === 'X' || you === 'O');
  const won = own.filter(({ you, result }) => you === result.winner).length;
  const draws = own.filter(({ result }) => !result.winner).length;
  const lost = own.length - won - draws;
  const parts = [won && `${won} won`, lost && `${lost} lost`, draws && counted(draws, 'draw')].filter(
    Boolean,
  );
  return [counted(games.length, 'game'), ...parts].join(', ');
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
