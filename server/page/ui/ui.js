/** Everything that is visible: one screen at a time, and what is above all of them. */

import { levelName } from '../core/boards.js';
import { drawArena } from './arena.js';
import { Board } from './board.js';
import { act, announce, button, byId, isVisible, onPlainClick, setOptionalText, setText } from './dom.js';
import { ignoreSecondClicks } from './double-click.js';
import { drawName } from './name-chip.js';
import { closeDialogs, drawGame, leaveGame } from './game.js';
import { drawGames } from './games.js';
import { drawPlayers } from './players.js';
import { focusReview } from './review.js';
import { drawStart, playAt } from './start.js';
import { drawWaiting } from './waiting.js';

/** A winning line is drawn for this long before the words change. */
const STRIKE_MS = 250;

const main = byId('main', HTMLElement);
const icon = byId('icon', HTMLLinkElement);
const headlineText = byId('headline', HTMLElement);
const retryButton = button('retry', () => act({ type: 'retry' }));
const soundButton = button('sound', () => choose({ sounds: !newest?.choices.sounds }));
const level = byId('level', HTMLSelectElement);
const board = new Board((cell) => (newest?.screen === 'game' ? act({ type: 'play', cell }) : playAt(cell)));
/** The newest view. @type {View | null} */
let newest = null;
let strikeTimer = 0;
let shownScreenName = '';

button('return-button', () => act({ type: 'return' }));
level.addEventListener('change', () => choose({ level: /** @type {Level} */ (level.value) }));
button('way-on', () => newest?.wayOn && act(newest.wayOn.action));
button('start-page', () => act({ type: 'leave' }));
button('mute', () => choose({ reactions: !newest?.choices.reactions }));
onPlainClick(byId('home', HTMLElement), leaveScreen);
ignoreSecondClicks();
// Without a listener, iPhones do not tell what is being pressed.
addEventListener('touchstart', () => {}, { passive: true });

/** @param {View} view */
export function draw(view) {
  const [before, after] = [newest?.board, view.board];
  const isWon = before && before.id === after?.id && after.lines.length > before.lines.length;
  newest = view;
  if (isWon && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
    board.draw(after);
    strikeTimer = setTimeout(() => {
      strikeTimer = 0;
      if (newest) drawNow(newest);
    }, STRIKE_MS);
  }
  if (strikeTimer === 0) drawNow(view);
}

/** To the start screen, after a question if that ends a game. */
export function leaveScreen() {
  if (newest?.screen === 'game') leaveGame();
  else act({ type: 'leave' });
}

/** @param {Partial<Choices>} choices */
function choose(choices) {
  act({ type: 'choose', choices });
}

/** @param {View} view */
function drawNow(view) {
  const focus = document.activeElement;
  drawScreen(view);
  drawArena(view);
  drawName(view);
  drawStart(view);
  drawPlayers(view);
  if (view.screen === 'games') drawGames(view.games);
  if (view.board) board.draw(view.board);
  drawWaiting(view);
  if (view.game) drawGame(view.game, view.link);
  drawTexts(view);
  soundButton.ariaPressed = String(view.choices.sounds);
  retryButton.hidden = !view.outage?.canRetry;
  byId('return', HTMLElement).hidden = !view.canReturn;
  level.value = view.choices.level;
  const best = levelName('perfect', view.board?.rules ?? view.choices.rules) ?? '';
  setText(byId('best-level', HTMLElement), best);
  if (document.title !== view.title) document.title = view.title;
  const image = view.attention ? '/page/turn.svg' : '/page/icon.svg';
  if (icon.getAttribute('href') !== image) icon.href = image;
  placeFocus(view, focus);
}

/** @param {View} view */
function drawScreen({ screen, board, outage, game, headline }) {
  for (const name of ['start', 'invitation', 'games', 'waiting', 'arena', 'game', 'stopped'])
    byId(name, HTMLElement).hidden = name !== screen;
  if (screen !== main.dataset.screen) {
    announce('');
    // The keys of a name that is typed would play.
    if (!(document.activeElement instanceof HTMLInputElement)) closeDialogs();
  }
  byId('field', HTMLElement).hidden = board === null;
  main.dataset.screen = screen;
  main.dataset.winner = (board?.outcome !== 'lost' && game?.winner) || '';
  main.classList.toggle('two-columns', board !== null);
  main.classList.toggle('offline', outage !== null);
  byId('status', HTMLElement).classList.toggle('visually-hidden', headline === '');
}

/** @param {View} view */
function drawTexts({ headline, detail, outage, levelText, wayOn, game }) {
  const texts = {
    headline,
    detail,
    'outage-text': outage?.text,
    'level-text': levelText?.replace('Tap', matchMedia('(pointer: fine)').matches ? 'Click' : 'Tap'),
    'way-on': wayOn?.label,
    facts: game?.facts,
  };
  for (const [id, text] of Object.entries(texts)) setOptionalText(byId(id, HTMLElement), text || null);
}

/**
 * Moves the focus to a new screen, and away from an element that is no longer visible.
 * @param {View} view
 * @param {Element | null} before what had the focus
 */
function placeFocus(view, before) {
  const shown = `${view.screen} ${view.wayOn ? view.headline : ''}`;
  const isNew = shown !== shownScreenName && shownScreenName !== '';
  const active = document.activeElement;
  const isKept = active !== before && active !== document.body;
  const isLost = before instanceof HTMLElement && before !== document.body && !isVisible(before) && !isKept;
  const isAtBoard = byId('board', HTMLElement).contains(before);
  shownScreenName = shown;
  if ((!isNew && !isLost) || (isAtBoard && view.screen === 'game')) return;
  if (isNew) scrollTo(0, 0);
  // A focus that moves away from a text field would lose what is typed, or play it.
  if (active instanceof HTMLInputElement && isVisible(active)) return;
  if (view.game?.replay) focusReview();
  else if (view.board) board.focus();
  else headlineText.focus();
}
