/** The screen of an arena between games: the table, and the button to join. */

import { arenaPath } from '../core/route.js';
import { button, byId, setOptionalText } from './dom.js';
import { LinkCard } from './link-card.js';
import { Standings } from './standings.js';

export class ArenaScreen {
  #chip = byId('name-chip', HTMLElement);
  #title = byId('title', HTMLElement);
  #name = byId('arena-name', HTMLElement);
  #standings = new Standings(byId('arena-table', HTMLElement));
  #link = new LinkCard(byId('arena-invitation', HTMLElement));
  #join;
  #leave;
  /** The newest. @type {View | null} */
  #view = null;

  /** @param {(action: Action) => void} act */
  constructor(act) {
    this.#join = button('join-arena', () => {
      const { choices, arena } = this.#view ?? {};
      const entry = /** @type {const} */ ({ opponent: 'human', room: null });
      if (choices && arena) act({ type: 'join', options: { ...choices, ...entry, arena: arena.word } });
    });
    this.#leave = button('leave-arena', () => act({ type: 'leave' }));
  }

  /** @param {View} view */
  draw(view) {
    const { arena, link, canRename, screen } = view;
    this.#view = view;
    this.#chip.hidden = !canRename;
    this.#placeName(screen === 'arena' && canRename);
    if (screen !== 'arena' || !arena) return;
    setOptionalText(this.#join, arena.joinText);
    this.#leave.hidden = !arena.isJoined;
    const facts = [arena.game, arena.time, arena.people].filter(Boolean).join(' · ');
    setOptionalText(byId('arena-facts', HTMLElement), facts);
    this.#standings.draw(arena.rows);
    this.#link.draw(link);
    byId('wall-link', HTMLAnchorElement).href = `${arenaPath(arena.word)}?wall`;
  }

  /** A player who joins sees the name beside the button. @param {boolean} isJoining */
  #placeName(isJoining) {
    if (isJoining === (this.#chip.parentElement === this.#name)) return;
    if (isJoining) this.#name.append(this.#chip);
    else this.#title.after(this.#chip);
  }
}
