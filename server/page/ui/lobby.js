/**
 * Who is there, refreshed while the start screen is visible: the players who wait and the matches to watch; on the start
 * screen of a room, the player who waits in it.
 */

import { sizeText } from '../core/boards.js';
import { routePath } from '../core/route.js';
import { fetchInvitation, fetchListing } from '../shell/api.js';
import { byId, create, setVisible, smallBoard } from './dom.js';

/** @import { ListedMatch, WaitingPlayer } from '../protocol' */
/** @import { Action } from '../page' */

const REFRESH_MS = 5000;

/**
 * @typedef {object} Entry
 * @property {string} key
 * @property {string} href
 * @property {(Node | string)[]} content
 * @property {() => void} open
 */

export class Lobby {
  #region = byId('lobby', HTMLElement);
  #waiting = byId('waiting-players', HTMLElement);
  #matches = byId('matches', HTMLElement);
  #act;
  #joinRoom;
  /** The room whose host is wanted; `''`: the lists; `null`: nothing. @type {string | null} */
  #wanted = null;
  #timer = 0;

  /**
   * @param {(action: Action) => void} act
   * @param {(room: string) => void} joinRoom
   */
  constructor(act, joinRoom) {
    this.#act = act;
    this.#joinRoom = joinRoom;
    document.addEventListener('visibilitychange', () => this.#startOrStop());
  }

  /**
   * @param {boolean} visible
   * @param {string | null} room
   */
  show(visible, room) {
    const wanted = visible ? (room ?? '') : null;
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
    const answer = room ? await fetchInvitation(routePath({ kind: 'room', room })) : await fetchListing();
    if (this.#timer !== timer) return;
    if (answer && 'url' in answer) return this.#act({ type: 'host', host: answer.waiting ?? null });
    const { waiting = [], matches = [] } = answer ?? {};
    drawList(
      this.#waiting,
      waiting.map((player) => this.#playerEntry(player)),
    );
    drawList(
      this.#matches,
      matches.map((match) => this.#matchEntry(match)),
    );
    setVisible(this.#region, waiting.length + matches.length > 0);
  }

  /**
   * @param {WaitingPlayer} player
   * @returns {Entry}
   */
  #playerEntry({ word, name, kind, rules }) {
    const who = [create('b', {}, create('bdi', {}, name)), kind === 'bot' ? ' (bot)' : ''];
    return {
      key: word,
      href: routePath({ kind: 'room', room: word }),
      content: [
        create('i', { class: 'dot online' }),
        create('span', {}, ...who, ` is waiting${rules ? ` · ${sizeText(rules)}` : ''}`),
        'Play',
      ],
      open: () => this.#joinRoom(word),
    };
  }

  /**
   * @param {ListedMatch} listed
   * @returns {Entry}
   */
  #matchEntry({ match, players, board }) {
    const [x, o] = [players.X, players.O].map(({ name, kind }) =>
      create('bdi', {}, kind === 'bot' ? `${name} (bot)` : name),
    );
    return {
      key: match,
      href: routePath({ kind: 'watch', match }),
      content: [smallBoard(board), create('span', {}, x ?? '', ' – ', o ?? ''), 'Watch'],
      open: () => this.#act({ type: 'watch', match }),
    };
  }
}

/**
 * Keeps the element of an entry that stays, with its focus.
 * @param {HTMLElement} list
 * @param {Entry[]} entries
 */
function drawList(list, entries) {
  const kept = new Map([...list.children].map((item) => [item.getAttribute('data-key'), item]));
  const items = entries.map(({ key, href, content, open }) => {
    const item = kept.get(key) ?? create('li', { 'data-key': key }, create('a', { href }));
    const link = item.firstElementChild;
    if (!(link instanceof HTMLElement)) return item;
    link.replaceChildren(
      ...content.slice(0, -1),
      ' ',
      create('span', { class: 'link' }, content.at(-1) ?? ''),
    );
    link.onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open();
    };
    return item;
  });
  for (const item of [...list.children]) if (!items.includes(item)) item.remove();
  items.forEach((item, index) => {
    const current = list.children[index];
    if (current !== item) list.insertBefore(item, current ?? null);
  });
}
