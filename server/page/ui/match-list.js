/** The public matches, refreshed while the list is visible. */

import { boardText } from '../core/boards.js';
import { routePath } from '../core/route.js';
import { byId, create, setVisible } from './dom.js';

/** @import { ListedMatch, Listing } from '../protocol' */

const REFRESH_MS = 5000;

export class MatchList {
  #region = byId('match-list', HTMLElement);
  #list = byId('matches', HTMLElement);
  #more = byId('more-matches', HTMLElement);
  #watch;
  #wanted = false;
  #timer = 0;

  /** @param {(match: string) => void} watch */
  constructor(watch) {
    this.#watch = watch;
    document.addEventListener('visibilitychange', () => this.#startOrStop());
  }

  /** @param {boolean} wanted whether the list is on the current screen */
  setWanted(wanted) {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#startOrStop();
  }

  #startOrStop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#wanted && !document.hidden) this.#refresh();
  }

  async #refresh() {
    const timer = (this.#timer = setTimeout(() => this.#refresh(), REFRESH_MS));
    const listing = await fetchListing();
    if (this.#timer === timer) this.#draw(listing);
  }

  /** @param {Listing} listing */
  #draw({ matches, more }) {
    const old = new Map([...this.#list.children].map((item) => [item.getAttribute('data-match'), item]));
    const items = matches.map((listed) => {
      const item = old.get(listed.match) ?? this.#item(listed.match);
      old.delete(listed.match);
      describe(item, listed);
      return item;
    });
    for (const item of old.values()) item.remove();
    // Items that are in place are not touched: one may have the focus.
    items.forEach((item, index) => {
      const current = this.#list.children[index];
      if (current !== item) this.#list.insertBefore(item, current ?? null);
    });
    setVisible(this.#more, more);
    setVisible(this.#region, matches.length > 0);
  }

  /** @param {string} match */
  #item(match) {
    const link = create('a', { href: routePath({ kind: 'watch', match }) });
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#watch(match);
    });
    return create('li', { 'data-match': match }, link);
  }
}

/** @returns {Promise<Listing>} */
async function fetchListing() {
  try {
    const response = await fetch('/api/matches', { cache: 'no-store' });
    const listing = response.ok ? await response.json() : null;
    if (Array.isArray(listing?.matches)) return listing;
  } catch {
    // The next refresh may succeed.
  }
  return { matches: [], more: false, waiting: [] };
}

/**
 * @param {Element} item
 * @param {ListedMatch} listed
 */
function describe(item, { players, rules, ply }) {
  const names = [players.X, players.O].map(({ name, kind }) => (kind === 'bot' ? `${name} (bot)` : name));
  const details = `, ${boardText(rules)}, move ${ply + 1}`;
  const link = item.querySelector('a');
  if (!link || link.textContent === names.join(' and ') + details) return;
  const [x, o] = names.map((name) => create('bdi', {}, name));
  link.replaceChildren(x ?? '', ' and ', o ?? '', details);
}
