/** Everything that is visible: one screen at a time, and what is above all of them. */

import { levelName } from '../core/boards.js';
import { ArenaScreen } from './arena.js';
import { Board } from './board.js';
import { announce, button, byId, isVisible, onPlainClick, setOptionalText, setText } from './dom.js';
import { ignoreSecondClicks } from './double-click.js';
import { NameChip } from './name-chip.js';
import { GameScreen } from './game.js';
import { GamesScreen } from './games.js';
import { Players } from './players.js';
import { StartScreen } from './start.js';
import { WaitingScreen } from './waiting.js';

/** A winning line is drawn for this long before the words change. */
const STRIKE_MS = 250;

export class UI {
  #main = byId('main', HTMLElement);
  #icon = byId('icon', HTMLLinkElement);
  #headline = byId('headline', HTMLElement);
  #players = new Players();
  #retry;
  #sound = button('sound', () => this.#choose({ sounds: !this.#view?.choices.sounds }));
  #level = byId('level', HTMLSelectElement);
  #act;
  #name;
  #board;
  #start;
  #waiting;
  #game;
  #games = new GamesScreen();
  #arena;
  /** The newest view. @type {View | null} */
  #view = null;
  #strikeTimer = 0;
  #shown = '';

  /** @param {(action: Action) => void} act */
  constructor(act) {
    this.#retry = button('retry', () => act({ type: 'retry' }));
    button('return-button', () => act({ type: 'return' }));
    this.#level.addEventListener('change', () =>
      this.#choose({ level: /** @type {Level} */ (this.#level.value) }),
    );
    this.#name = new NameChip(act);
    this.#start = new StartScreen(act);
    this.#waiting = new WaitingScreen(act);
    this.#game = new GameScreen(act);
    this.#arena = new ArenaScreen(act);
    button('way-on', () => this.#view?.wayOn && act(this.#view.wayOn.action));
    button('start-page', () => act({ type: 'leave' }));
    button('mute', () => this.#choose({ reactions: !this.#view?.choices.reactions }));
    this.#board = new Board((cell) =>
      this.#view?.screen === 'game' ? act({ type: 'play', cell }) : this.#start.playAt(cell),
    );
    this.#act = act;
    onPlainClick(byId('home', HTMLElement), () => this.leave());
    ignoreSecondClicks();
  }

  /** @param {View} view */
  draw(view) {
    const [before, after] = [this.#view?.board, view.board];
    const isWon = before && before.id === after?.id && after.lines.length > before.lines.length;
    this.#view = view;
    if (isWon && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#board.draw(after);
      this.#strikeTimer = setTimeout(() => {
        this.#strikeTimer = 0;
        this.#drawNow();
      }, STRIKE_MS);
    }
    if (this.#strikeTimer === 0) this.#drawNow();
  }

  /** To the start screen, after a question if that ends a game. */
  leave() {
    if (this.#view?.screen === 'game') this.#game.leave();
    else this.#act({ type: 'leave' });
  }

  /** @param {Partial<Choices>} choices */
  #choose(choices) {
    this.#act({ type: 'choose', choices });
  }

  #drawNow() {
    const [view, focus] = [this.#view, document.activeElement];
    if (!view) return;
    this.#drawScreen(view);
    this.#arena.draw(view);
    this.#name.draw(view);
    this.#start.draw(view);
    this.#players.draw(view);
    if (view.screen === 'games') this.#games.draw(view.games);
    if (view.board) this.#board.draw(view.board);
    this.#waiting.draw(view);
    if (view.game) this.#game.draw(view.game, view.link);
    this.#drawTexts(view);
    this.#sound.ariaPressed = String(view.choices.sounds);
    this.#retry.hidden = !view.outage?.canRetry;
    byId('return', HTMLElement).hidden = !view.canReturn;
    this.#level.value = view.choices.level;
    const best = levelName('perfect', view.board?.rules ?? view.choices.rules) ?? '';
    setText(byId('best-level', HTMLElement), best);
    if (document.title !== view.title) document.title = view.title;
    const icon = view.attention ? '/page/turn.svg' : '/page/icon.svg';
    if (this.#icon.getAttribute('href') !== icon) this.#icon.href = icon;
    this.#placeFocus(view, focus);
  }

  /** @param {View} view */
  #drawScreen({ screen, board, outage, game, headline }) {
    for (const name of ['start', 'invitation', 'games', 'waiting', 'arena', 'game', 'stopped'])
      byId(name, HTMLElement).hidden = name !== screen;
    if (screen !== this.#main.dataset.screen) announce('');
    byId('field', HTMLElement).hidden = board === null;
    this.#main.dataset.screen = screen;
    this.#main.dataset.winner = (board?.outcome !== 'lost' && game?.winner) || '';
    this.#main.classList.toggle('two-columns', board !== null);
    this.#main.classList.toggle('offline', outage !== null);
    byId('status', HTMLElement).classList.toggle('visually-hidden', headline === '');
    if (screen !== 'game') this.#game.closeDialogs();
  }

  /** @param {View} view */
  #drawTexts({ headline, detail, outage, levelText, wayOn, game }) {
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
  #placeFocus(view, before) {
    const shown = `${view.screen} ${view.wayOn ? view.headline : ''}`;
    const isNew = shown !== this.#shown && this.#shown !== '';
    const isLost = before instanceof HTMLElement && before !== document.body && !isVisible(before);
    const isAtBoard = byId('board', HTMLElement).contains(before);
    this.#shown = shown;
    const active = document.activeElement;
    if ((!isNew && !isLost) || (isAtBoard && view.screen === 'game')) return;
    if (isNew) scrollTo(0, 0);
    // A focus that moves away from a text field would lose what is typed, or play it.
    if (active instanceof HTMLInputElement && isVisible(active)) return;
    if (view.game?.replay) this.#game.focus();
    else if (view.board) this.#board.focus();
    else this.#headline.focus();
  }
}
