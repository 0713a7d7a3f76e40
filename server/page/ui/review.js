/** Steps through a finished game or a forced win: a strip of its moves, a sentence on the one that is shown, and what to do next. */

import { GAMES_PATH } from '../core/route.js';
import { button, byId, create, fill, isVisible, markIcon } from './dom.js';

/** A finger that moves this far sideways steps. */
const SWIPE_PX = 40;

export class ReviewPanel {
  #section = byId('review-section', HTMLElement);
  #strip = byId('review-strip', HTMLElement);
  #sentence = byId('review-sentence', HTMLElement);
  #back = button('review-close', () => this.#close());
  #share;
  #act;
  /** @type {ReplayView | null} */
  #replay = null;
  #swipeFrom = Number.NaN;

  /**
   * @param {(action: Action) => void} act
   * @param {(path: string) => void} share
   */
  constructor(act, share) {
    this.#act = act;
    this.#share = button('review-share', () => share(`${GAMES_PATH}#${this.#replay?.link}`));
    this.#strip.addEventListener('click', ({ target }) => {
      const chip = target instanceof Element && target.closest('button');
      if (chip) act({ type: 'step', ply: this.#chips.indexOf(chip) + 1 });
    });
    document.addEventListener('keydown', (event) => this.#onKey(event));
    const field = byId('field', HTMLElement);
    field.addEventListener('pointerdown', (event) => {
      this.#swipeFrom = event.clientX;
      // The focus stays where the arrow keys step.
      if (this.#replay) event.preventDefault();
    });
    field.addEventListener('pointerup', ({ clientX }) => {
      const distance = clientX - this.#swipeFrom;
      if (Math.abs(distance) >= SWIPE_PX) this.#step(distance < 0 ? 1 : -1);
    });
  }

  /** @param {GameView} game */
  draw({ replay }) {
    const before = this.#replay;
    this.#replay = replay;
    this.#section.hidden = this.#back.hidden = replay === null;
    byId('main', HTMLElement).classList.toggle('reviewing', replay !== null);
    this.#share.hidden = !replay?.link;
    const hadFocus = this.#strip.contains(document.activeElement);
    this.#drawStrip(replay?.moves ?? [], replay?.ply ?? 0);
    const parts = (replay?.sentence ?? []).map(({ text, tone = '' }) =>
      create(tone ? 'b' : 'span', { class: tone }, text),
    );
    this.#sentence.replaceChildren(...parts);
    if (replay && (before?.isWin !== replay.isWin || hadFocus)) this.focus();
  }

  focus() {
    this.#chips[(this.#replay?.ply ?? 0) - 1]?.focus({ preventScroll: true });
  }

  #close() {
    if (this.#replay?.isByLink) location.assign(GAMES_PATH);
    else this.#act({ type: 'step', ply: null });
  }

  get #chips() {
    return [...this.#strip.querySelectorAll('button')];
  }

  /**
   * @param {ReplayView['moves']} moves
   * @param {number} ply
   */
  #drawStrip(moves, ply) {
    fill(this.#strip, moves, ({ mark, label, mistake }, index) => {
      const attributes = { type: 'button', 'aria-label': label, ...(mistake && { class: 'mistake' }) };
      return create('li', {}, create('button', attributes, markIcon(mark), String(index + 1)));
    });
    this.#chips.forEach((chip, index) => {
      chip.ariaCurrent = index + 1 === ply ? 'step' : null;
      chip.tabIndex = index + 1 === ply ? 0 : -1;
      if (index + 1 === ply) this.#strip.scrollLeft = chip.offsetLeft - this.#strip.clientWidth / 2;
    });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    const isElsewhere = target instanceof Element && target.closest('#board, dialog, input');
    if (!this.#replay || isElsewhere || altKey || ctrlKey || metaKey || !isVisible(this.#section)) return;
    if (key === 'ArrowRight') this.#step(1);
    else if (key === 'ArrowLeft') this.#step(-1);
    else if (key === 'Home') this.#step(-Infinity);
    else if (key === 'End') this.#step(Infinity);
    else if (key === 'Escape') this.#close();
    else return;
    event.preventDefault();
  }

  /** @param {number} by */
  #step(by) {
    if (this.#replay) this.#act({ type: 'step', ply: this.#replay.ply + by });
  }
}
