/** The lobby of the start and waiting screens: the players who wait and the matches to watch. */

import { gameName } from '../core/boards.js';
import { roomPath, watchPath } from '../core/route.js';
import { act, byId, create, fill, onPlainClick, opponents, smallBoard } from './dom.js';

const lobbySection = byId('lobby', HTMLElement);

/**
 * @param {View} view
 * @param {(player: WaitingPlayer) => void} join
 */
export function drawLobby({ screen, lobby }, join) {
  const place = document.getElementById(`${screen}-lobby`);
  if (place && lobbySection.parentElement !== place) place.append(lobbySection);
  fill(byId('waiting-players', HTMLElement), lobby.players, (player) =>
    playerItem(player, () => join(player)),
  );
  fill(byId('running-games', HTMLElement), lobby.games, matchItem);
}

/** @type {(player: WaitingPlayer, join: () => void) => HTMLElement} */
const playerItem = ({ word, name, kind, rules, best_of }, join) => {
  const who = [create('b', {}, create('bdi', {}, name)), kind === 'bot' ? ' (bot)' : ''];
  const facts = [rules && gameName(rules), best_of && `best of ${best_of}`].filter(Boolean);
  const text = create('span', {}, ...who, [' is waiting', ...facts].join(' · '));
  return lobbyItem(roomPath(word), [create('i', { class: 'dot' }), text], 'Play', join);
};

/** @type {(listed: ListedMatch) => HTMLElement} */
const matchItem = ({ match, players, board }) =>
  lobbyItem(watchPath(match), [smallBoard(board), create('span', {}, ...opponents(players))], 'Watch', () => {
    act({ type: 'leave' });
    act({ type: 'watch', match });
  });

/** @type {(href: string, content: Node[], label: string, open: () => void) => HTMLElement} */
const lobbyItem = (href, content, label, open) => {
  const link = create('a', { href }, ...content, ' ', create('span', { class: 'link' }, label));
  onPlainClick(link, open);
  return create('li', {}, link);
};
