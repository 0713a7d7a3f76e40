/** The matches that anybody may watch, asked for again and again while somebody looks at them. */

import { boardWords } from '../core/boards.js';
import { make, part, show } from './elements.js';
import { addressOf } from '../core/place.js';

/** @import { ListedMatch, Listing } from '../protocol' */

/** How long a list is good. */
const FRESH_MS = 5000;

/** Takes care of the list. */
export class ListingRegion {
  #region = part('listing', HTMLElement);
  #list = part('matches', HTMLElement);
  #more = part('more-matches', HTMLElement);
  #watch;
  /** The list is on the screen. */
  #wanted = false;
  #timer = 0;

  /** @param {(match: string) => void} watch */
  constructor(watch) {
    this.#watch = watch;
    document.addEventListener('visibilitychange', () => this.#tend());
  }

  /**
   * Says whether the list is on the screen.
   * @param {boolean} wanted
   */
  want(wanted) {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#tend();
  }

  #tend() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.#wanted && !document.hidden) this.#refresh();
  }

  async #refresh() {
    const turn = (this.#timer = setTimeout(() => this.#refresh(), FRESH_MS));
    const listing = await askForListing();
    if (this.#timer === turn) this.#draw(listing);
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
    // What is in its place already stays: it may have the focus.
    items.forEach((item, index) => {
      const there = this.#list.children[index];
      if (there !== item) this.#list.insertBefore(item, there ?? null);
    });
    show(this.#more, more);
    show(this.#region, matches.length > 0);
  }

  /** @param {string} match */
  #item(match) {
    const link = make('a', { href: addressOf({ kind: 'watch', match }) });
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.#watch(match);
    });
    return make('li', { 'data-match': match }, link);
  }
}

/**
 * The list; an empty one when the server does not tell.
 * @returns {Promise<Listing>}
 */
async function askForListing() {
  try {
    const answer = await fetch('/api/matches', { cache: 'no-store' });
    const told = answer.ok ? await answer.json() : null;
    if (Array.isArray(told?.matches)) return told;
  } catch {
    // A server that is gone has no matches; the next time it may be back.
  }
  return { matches: [], more: false };
}

/**
 * @param {Element} item
 * @param {ListedMatch} listed
 */
function describe(item, { players, rules, ply }) {
  const about = `, ${boardWords(rules)}, move ${ply + 1}`;
  const [x, o] = [players.X.name, players.O.name];
  const link = item.querySelector('a');
  if (!link || link.textContent === `${x} and ${o}${about}`) return;
  link.replaceChildren(make('bdi', {}, x), ' and ', make('bdi', {}, o), about);
}
