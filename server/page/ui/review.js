/** Steps through a finished game or a forced win: a strip of its moves, a sentence on the one that is shown, and what to do next. */

import { GAMES_PATH } from '../core/route.js';
import { act, button, byId, create, fill, isVisible, markIcon } from './dom.js';

/** A finger that moves this far sideways steps. */
const SWIPE_PX = 40;

const section = byId('review-section', HTMLElement);
const strip = byId('review-strip', HTMLElement);
const sentence = byId('review-sentence', HTMLElement);
const backButton = button('review-close', closeReview);
const field = byId('field', HTMLElement);
/** @type {ReplayView | null} */
let shownReplay = null;
let swipeFrom = Number.NaN;

strip.addEventListener('click', ({ target }) => {
  const chip = target instanceof Element && target.closest('button');
  if (chip) act({ type: 'step', ply: moveButtons().indexOf(chip) + 1 });
});
document.addEventListener('keydown', onReviewKey);
field.addEventListener('pointerdown', (event) => {
  swipeFrom = event.clientX;
  // The focus stays where the arrow keys step.
  if (shownReplay) event.preventDefault();
});
field.addEventListener('pointerup', ({ clientX }) => {
  const distance = clientX - swipeFrom;
  if (Math.abs(distance) >= SWIPE_PX) stepBy(distance < 0 ? 1 : -1);
});

/** @param {ReplayView | null} replay */
export function drawReview(replay) {
  const before = shownReplay;
  shownReplay = replay;
  section.hidden = backButton.hidden = replay === null;
  byId('main', HTMLElement).classList.toggle('reviewing', replay !== null);
  byId('review-share', HTMLElement).hidden = !replay?.link;
  const hadFocus = strip.contains(document.activeElement);
  drawStrip(replay?.moves ?? [], replay?.ply ?? 0);
  const parts = (replay?.sentence ?? []).map(({ text, tone = '' }) =>
    create(tone ? 'b' : 'span', { class: tone }, text),
  );
  sentence.replaceChildren(...parts);
  if (replay && (before?.isWin !== replay.isWin || hadFocus)) focusReview();
}

export function focusReview() {
  moveButtons()[(shownReplay?.ply ?? 0) - 1]?.focus({ preventScroll: true });
}

function closeReview() {
  if (shownReplay?.isByLink) location.assign(GAMES_PATH);
  else act({ type: 'step', ply: null });
}

function moveButtons() {
  return [...strip.querySelectorAll('button')];
}

/**
 * @param {ReplayView['moves']} moves
 * @param {number} ply
 */
function drawStrip(moves, ply) {
  fill(strip, moves, ({ mark, label, mistake }, index) => {
    const attributes = { type: 'button', 'aria-label': label, ...(mistake && { class: 'mistake' }) };
    return create('li', {}, create('button', attributes, markIcon(mark), String(index + 1)));
  });
  moveButtons().forEach((chip, index) => {
    chip.ariaCurrent = index + 1 === ply ? 'step' : null;
    chip.tabIndex = index + 1 === ply ? 0 : -1;
    if (index + 1 === ply) strip.scrollLeft = chip.offsetLeft - strip.clientWidth / 2;
  });
}

/** @param {KeyboardEvent} event */
function onReviewKey(event) {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  const isElsewhere = target instanceof Element && target.closest('#board, dialog, input');
  if (!shownReplay || isElsewhere || altKey || ctrlKey || metaKey || !isVisible(section)) return;
  if (key === 'ArrowRight') stepBy(1);
  else if (key === 'ArrowLeft') stepBy(-1);
  else if (key === 'Home') stepBy(-Infinity);
  else if (key === 'End') stepBy(Infinity);
  else if (key === 'Escape') closeReview();
  else return;
  event.preventDefault();
}

/** @param {number} moves */
function stepBy(moves) {
  if (shownReplay) act({ type: 'step', ply: shownReplay.ply + moves });
}
