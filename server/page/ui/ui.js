/** Everything that is visible: one screen at a time, and what is above all of them. */

import { Board } from './board.js';
import {
  announce,
  button,
  byId,
  isTyping,
  isVisible,
  onPlainClick,
  setAttribute,
  setOptionalText,
  setText,
  setVisible,
} from './dom.js';
import { ignoreSecondClicks } from './double-click.js';
import { FieldErrors } from './field-errors.js';
import { GameScreen } from './game.js';
import { GamesScreen } from './games.js';
import { NameChip } from './name-chip.js';
import { Players } from './players.js';
import { StartScreen } from './start.js';
import { WaitingScreen } from './waiting.js';

/** @import { Level } from '../protocol' */
/** @import { Action, Choices, View } from '../page' */

/** How long a winning line is drawn before the words change. */
const STRIKE_MS = 250;

export class UI {
  #main = byId('main', HTMLElement);
  #headline = byId('headline', HTMLElement);
  #detail = byId('detail', HTMLElement);
  #suggestion = byId('suggestion', HTMLElement);
  #outage = byId('outage', HTMLElement);
  #outageText = byId('outage-text', HTMLElement);
  #return = byId('return', HTMLElement);
  #errors = new FieldErrors();
  #players = new Players();
  #retry;
  #sound = button('sound', () => this.#choose({ sounds: !this.#view?.choices.sounds }));
  #level = byId('level', HTMLSelectElement);
  #levelLine = byId('level-line', HTMLElement);
  #mute = button('mute', () => this.#choose({ reactions: !this.#view?.choices.reactions }));
  #act;
  #name;
  #board;
  #start;
  #waiting;
  #game;
  #games = new GamesScreen();
  #wayOn;
  /** The newest view. @type {View | null} */
  #view = null;
  /** A game to return to. @type {{ opponent: string | null } | null} */
  #offered = null;
  #strikeTimer = 0;
  #shown = '';

  /** @param {{ act: (action: Action) => void, returnToGame: () => void }} handlers */
  constructor({ act, returnToGame }) {
    this.#retry = button('retry', () => act({ type: 'retry' }));
    button('return-button', returnToGame);
    this.#level.addEventListener('change', () =>
      this.#choose({ level: /** @type {Level} */ (this.#level.value) }),
    );
    this.#name = new NameChip(act);
    this.#start = new StartScreen(act, this.#errors);
    this.#waiting = new WaitingScreen(act);
    this.#game = new GameScreen(act);
    this.#wayOn = button('way-on', () => this.#view?.stopped && act(this.#view.stopped.way.action));
    button('start-page', () => act({ type: 'leave' }));
    this.#board = new Board((cell) =>
      this.#view?.screen === 'start' ? this.#start.playAt(cell) : act({ type: 'play', cell }),
    );
    this.#act = act;
    onPlainClick(byId('home', HTMLElement), () => this.leave());
    ignoreSecondClicks();
  }

  /**
   * @param {View} view
   * @param {{ opponent: string | null } | null} offered a game to return to
   */
  draw(view, offered) {
    const [before, after] = [this.#view?.board, view.board];
    const isWon = before && before.id === after?.id && after.lines.length > before.lines.length;
    this.#view = view;
    this.#offered = offered;
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
    this.#name.draw(view);
    this.#start.draw(view);
    this.#players.draw(view);
    if (view.screen === 'games') this.#games.draw();
    if (view.board) this.#board.draw(view.board);
    this.#waiting.draw(view.waiting);
    if (view.game) this.#game.draw(view.game, view.names);
    setText(this.#wayOn, view.stopped?.way.label ?? '');
    this.#drawOutage(view.outage);
    this.#drawReturn();
    setAttribute(this.#sound, 'aria-pressed', String(view.choices.sounds));
    setOptionalText(this.#mute, view.game?.actions.mute ?? null);
    this.#drawStatus(view);
    this.#errors.draw(view.fieldError);
    if (document.title !== view.title) document.title = view.title;
    const icon = view.attention ? '/page/turn.svg' : '/page/icon.svg';
    setAttribute(byId('icon', HTMLLinkElement), 'href', icon);
    this.#placeFocus(view, focus);
  }

  /** @param {View} view */
  #drawScreen({ screen, board }) {
    for (const name of ['start', 'games', 'waiting', 'game', 'stopped'])
      setVisible(byId(name, HTMLElement), name === screen);
    if (screen !== this.#main.dataset.screen) {
      announce('');
      for (const id of ['terminal-room', 'facts', 'question-text', 'review-strip'])
        byId(id, HTMLElement).textContent = '';
    }
    setVisible(byId('field', HTMLElement), board !== null);
    this.#main.dataset.screen = screen;
    this.#main.classList.toggle('two-columns', board !== null);
    if (screen !== 'game') this.#game.closeDialogs();
  }

  /** @param {View} view */
  #drawStatus({ headline, detail, names, game, choices, levelText }) {
    setText(this.#headline, headline, names);
    setVisible(this.#headline, headline !== '');
    setText(this.#detail, detail, names);
    setVisible(this.#suggestion, game?.suggestsCasual === true);
    byId('status', HTMLElement).classList.toggle('visually-hidden', headline === '');
    setVisible(this.#levelLine, levelText !== null);
    setText(byId('level-text', HTMLElement), levelText ?? '');
    this.#level.value = choices.level;
    this.#main.dataset.winner = game?.winner ?? '';
  }

  #drawReturn() {
    const opponent = this.#offered?.opponent ?? '';
    const text = opponent ? `Your game with ${opponent} is still running.` : 'You have an unfinished game.';
    setVisible(this.#return, this.#offered !== null);
    setText(byId('return-text', HTMLElement), text, [opponent]);
  }

  /** @param {View['outage']} outage */
  #drawOutage(outage) {
    this.#main.classList.toggle('offline', outage !== null);
    setVisible(this.#outage, outage !== null);
    setText(this.#outageText, outage?.text ?? '');
    setVisible(this.#retry, outage?.canRetry === true);
  }

  /**
   * Moves the focus to a new screen, and away from an element that is no longer visible.
   * @param {View} view
   * @param {Element | null} before what had the focus
   */
  #placeFocus(view, before) {
    const shown = `${view.screen} ${view.stopped?.heading ?? ''}`;
    const isNew = shown !== this.#shown && this.#shown !== '';
    const isLost = before instanceof HTMLElement && before !== document.body && !isVisible(before);
    const isAtBoard = byId('board', HTMLElement).contains(before);
    this.#shown = shown;
    const isAtError = document.activeElement?.getAttribute('aria-invalid') === 'true';
    if ((!isNew && !isLost) || isAtError || (isAtBoard && view.screen === 'game')) return;
    if (isNew) scrollTo(0, 0);
    if (isTyping()) return;
    if (view.game?.replay) this.#game.focus();
    else if (view.board) this.#board.focus();
    else this.#headline.focus();
  }
}
