/** The lobby of the start and waiting screens: the players who wait and the matches to watch. */

import { gameName } from '../core/boards.js';
import { roomPath, watchPath } from '../core/route.js';
import { act, byId, create, onPlainClick, opponents, smallBoard } from './dom.js';

/** @typedef {{ href: string, content: (Node | string)[], label: string, open: () => void }} Entry */

const lobbySection = byId('lobby', HTMLElement);
/** The drawn one. @type {View['lobby']} */
let shownLobby = { players: [], games: [] };

/**
 * @param {View} view
 * @param {(player: WaitingPlayer) => void} join
 */
export function drawLobby({ screen, lobby }, join) {
  const place = document.getElementById(`${screen}-lobby`);
  if (place && lobbySection.parentElement !== place) place.append(lobbySection);
  if (lobby === shownLobby) return;
  shownLobby = lobby;
  drawList(
    byId('waiting-players', HTMLElement),
    lobby.players.map((player) => playerEntry(player, () => join(player))),
  );
  drawList(byId('running-games', HTMLElement), lobby.games.map(matchEntry));
}

/** @type {(player: WaitingPlayer, open: () => void) => Entry} */
const playerEntry = ({ word, name, kind, rules, best_of }, open) => {
  const who = [create('b', {}, create('bdi', {}, name)), kind === 'bot' ? ' (bot)' : ''];
  const facts = [rules && gameName(rules), best_of && `best of ${best_of}`].filter(Boolean);
  const text = create('span', {}, ...who, [' is waiting', ...facts].join(' · '));
  return { href: roomPath(word), content: [create('i', { class: 'dot' }), text], label: 'Play', open };
};

/** @type {(listed: ListedMatch) => Entry} */
const matchEntry = ({ match, players, board }) => ({
  href: watchPath(match),
  content: [smallBoard(board), create('span', {}, ...opponents(players))],
  label: 'Watch',
  open: () => {
    act({ type: 'leave' });
    act({ type: 'watch', match });
  },
});

/**
 * Keeps the link of an entry that stays, with its focus.
 * @param {HTMLElement} list
 * @param {Entry[]} entries
 */
function drawList(list, entries) {
  const kept = new Map([...list.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link]));
  const links = entries.map(({ href, content, label, open }) => {
    const link = kept.get(href) ?? create('a', { href });
    link.replaceChildren(...content, ' ', create('span', { class: 'link' }, label));
    onPlainClick(link, open);
    return link;
  });
  for (const [index, link] of links.entries()) {
    const item = link.parentElement ?? create('li', {}, link);
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
  }
  while (list.children.length > links.length) list.lastElementChild?.remove();
}
