/** The lobby of the start and waiting screens: the players who wait and the matches to watch. */

import { gameName } from '../core/boards.js';
import { roomPath, watchPath } from '../core/route.js';
import { byId, create, onPlainClick, opponents, smallBoard } from './dom.js';

/** @typedef {{ href: string, content: (Node | string)[], label: string, open: () => void }} Entry */

export class Lobby {
  #section = byId('lobby', HTMLElement);
  #players = byId('waiting-players', HTMLElement);
  #games = byId('running-games', HTMLElement);
  #act;
  #joinPlayer;
  /** The drawn one. @type {View['lobby']} */
  #lobby = { players: [], games: [] };

  /**
   * @param {(action: Action) => void} act
   * @param {(player: WaitingPlayer) => void} joinPlayer
   */
  constructor(act, joinPlayer) {
    this.#act = act;
    this.#joinPlayer = joinPlayer;
  }

  /** @param {View} view */
  draw({ screen, lobby }) {
    const place = document.getElementById(`${screen}-lobby`);
    if (place && this.#section.parentElement !== place) place.append(this.#section);
    if (lobby === this.#lobby) return;
    this.#lobby = lobby;
    drawList(this.#players, lobby.players.map(this.#playerEntry));
    drawList(this.#games, lobby.games.map(this.#matchEntry));
  }

  /**
   * @param {WaitingPlayer} player
   * @returns {Entry}
   */
  #playerEntry = (player) => {
    const { word, name, kind, rules, best_of } = player;
    const who = [create('b', {}, create('bdi', {}, name)), kind === 'bot' ? ' (bot)' : ''];
    const facts = [rules && gameName(rules), best_of && `best of ${best_of}`].filter(Boolean);
    return {
      href: roomPath(word),
      content: [
        create('i', { class: 'dot' }),
        create('span', {}, ...who, [' is waiting', ...facts].join(' · ')),
      ],
      label: 'Play',
      open: () => this.#joinPlayer(player),
    };
  };

  /**
   * @param {ListedMatch} listed
   * @returns {Entry}
   */
  #matchEntry = ({ match, players, board }) => ({
    href: watchPath(match),
    content: [smallBoard(board), create('span', {}, ...opponents(players))],
    label: 'Watch',
    open: () => {
      this.#act({ type: 'leave' });
      this.#act({ type: 'watch', match });
    },
  });
}

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
