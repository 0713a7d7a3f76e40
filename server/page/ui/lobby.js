/**
 * Who is online, refreshed on the start and waiting screens: the players who wait and the matches to watch; on the
 * invitation screen, the player who waits in the room.
 */

import { gameName } from '../core/boards.js';
import { roomPath, watchPath } from '../core/route.js';
import { isAgainstComputer } from '../core/match.js';
import { fetchInvitation, fetchListing } from '../shell/api.js';
import { button, byId, create, onPlainClick, setOptionalText, smallBoard } from './dom.js';

const REFRESH_MS = 5000;

/** How many games are listed until all are wanted. */
const FEW_GAMES = 4;

/** @typedef {{ href: string, content: (Node | string)[], label: string, open: () => void }} Entry */

export class Lobby {
  #lobby = byId('lobby', HTMLElement);
  #players = byId('waiting-players', HTMLElement);
  #games = byId('running-games', HTMLElement);
  #allGames = button('all-games', () => {
    this.#wantsAll = true;
    this.#startOrStop();
  });
  #wantsAll = false;
  #act;
  #joinPlayer;
  #onPlayers;
  /** The room whose host is wanted; `''`: the list; `null`: nothing. @type {string | null} */
  #wanted = null;
  /** The player's own entry, which the server's list may still have. @type {string | null} */
  #listedWord = null;
  #timer = 0;

  /**
   * @param {(action: Action) => void} act
   * @param {(player: WaitingPlayer) => void} joinPlayer
   * @param {(players: WaitingPlayer[]) => void} onPlayers reports who waits
   */
  constructor(act, joinPlayer, onPlayers) {
    this.#act = act;
    this.#joinPlayer = joinPlayer;
    this.#onPlayers = onPlayers;
    document.addEventListener('visibilitychange', () => this.#startOrStop());
  }

  /** @param {View} view */
  draw({ screen, room, listedWord }) {
    this.#listedWord = listedWord;
    const place = document.getElementById(`${screen}-lobby`);
    const wanted = place ? '' : room;
    if (place && this.#lobby.parentElement !== place) place.append(this.#lobby);
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#startOrStop();
  }

  #startOrStop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#wanted !== null && !document.hidden) this.#refresh(this.#wanted);
  }

  /** @param {string} room */
  async #refresh(room) {
    const timer = (this.#timer = setTimeout(() => this.#refresh(room), REFRESH_MS));
    const answer = room ? await fetchInvitation(roomPath(room)) : await fetchListing();
    if (this.#timer !== timer) return;
    if (!answer) return;
    if ('url' in answer) {
      const { waiting: host = null, playing = null } = answer;
      return this.#act({ type: 'host', host, playing });
    }
    const others = answer.waiting?.filter(({ word }) => word !== this.#listedWord) ?? [];
    const { matches } = answer;
    // The games of people come first.
    const games = [false, true].flatMap((is) => matches.filter((match) => isAgainstComputer(match) === is));
    const listed = this.#wantsAll ? games : games.slice(0, FEW_GAMES);
    this.#onPlayers(others);
    drawList(this.#players, others.map(this.#playerEntry));
    drawList(this.#games, listed.map(this.#matchEntry));
    setOptionalText(this.#allGames, listed.length < games.length ? `All games (${games.length})` : null);
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
  #matchEntry = ({ match, players, board }) => {
    const [x, o] = [players.X, players.O].map(({ name, kind }) =>
      create('bdi', {}, kind === 'bot' ? `${name} (bot)` : name),
    );
    return {
      href: watchPath(match),
      content: [smallBoard(board), create('span', {}, x ?? '', ' – ', o ?? '')],
      label: 'Watch',
      open: () => {
        this.#act({ type: 'leave' });
        this.#act({ type: 'watch', match });
      },
    };
  };
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
