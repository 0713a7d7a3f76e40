/** The whole of what is seen: one screen at a time, and what stands over all of them. */

import { button, focusOn, isVisible, part, say, sayIfAny, show } from './elements.js';
import { EntranceScreen } from './entrance.js';
import { GameScreen } from './game.js';
import { drawSigns } from './signs.js';
import { StoppedScreen } from './stopped.js';
import { passOverSecondClicks } from './twice.js';
import { WaitingScreen } from './waiting.js';

/** @import { Act, Place, View } from '../page' */

/**
 * What people do on the page.
 * @typedef {object} Deeds
 * @property {(act: Act) => void} act
 * @property {() => void} goBack takes up again the game that was put aside
 */

/** Takes care of the page. */
export class Face {
  #main = part('main', HTMLElement);
  #status = part('status', HTMLElement);
  #result = part('result', HTMLElement);
  #trouble = part('trouble', HTMLElement);
  #troubleText = part('trouble-text', HTMLElement);
  #return = part('return', HTMLElement);
  #retry;
  #entrance;
  #waiting;
  #game;
  #stopped;
  /** What is shown. */
  #shown = '';

  /** @param {Deeds} deeds */
  constructor({ act, goBack }) {
    this.#retry = button('retry', () => act({ do: 'retry' }));
    button('return-button', goBack);
    this.#entrance = new EntranceScreen(act);
    this.#waiting = new WaitingScreen(act);
    this.#game = new GameScreen(act);
    this.#stopped = new StoppedScreen(act);
    passOverSecondClicks();
  }

  /**
   * @param {View} view
   * @param {{ place: Place, canGoBack: boolean }} around
   */
  draw(view, { place, canGoBack }) {
    const focus = document.activeElement;
    this.#drawScreen(view);
    this.#entrance.draw(view, place);
    if (view.waiting) this.#waiting.draw(view.waiting);
    if (view.game) this.#game.draw(view.game);
    if (view.stopped) this.#stopped.draw(view.stopped);
    this.#drawTrouble(view.trouble);
    show(this.#return, canGoBack);
    this.#drawStatus(view);
    drawSigns(view.title, view.attention);
    this.#placeFocus(view, focus);
  }

  /** @param {View} view */
  #drawScreen({ screen, attention }) {
    for (const name of ['entrance', 'waiting', 'game', 'stopped'])
      show(part(name, HTMLElement), name === screen);
    this.#main.dataset.screen = screen;
    this.#main.classList.toggle('attention', attention);
    if (screen !== 'game') this.#game.close();
  }

  /**
   * The status is for everybody; when a game is over, its result is enough to be seen.
   * @param {View} view
   */
  #drawStatus({ status, game }) {
    const names = game?.players.map(({ name }) => name);
    say(this.#status, status, names);
    sayIfAny(this.#result, game?.result ?? null, names);
    this.#main.classList.toggle('over', Boolean(game?.result));
  }

  /** @param {View['trouble']} trouble */
  #drawTrouble(trouble) {
    this.#main.classList.toggle('troubled', trouble !== null);
    show(this.#trouble, trouble !== null);
    say(this.#troubleText, trouble?.text ?? '');
    show(this.#retry, trouble?.retry === true);
  }

  /**
   * Moves the focus to a screen that has come, and from what has gone to what is there instead.
   * @param {View} view
   * @param {Element | null} before what had the focus
   */
  #placeFocus(view, before) {
    const shown = `${view.screen} ${view.stopped?.heading ?? ''}`;
    const isNew = shown !== this.#shown && this.#shown !== '';
    const isLost = before instanceof HTMLElement && before !== document.body && !isVisible(before);
    this.#shown = shown;
    const isAtFault = document.activeElement?.getAttribute('aria-invalid') === 'true';
    if ((!isNew && !isLost) || isAtFault) return;
    if (isNew) scrollTo(0, 0);
    if (view.screen === 'game') this.#game.focus();
    else
      focusOn(
        { entrance: this.#entrance, waiting: this.#waiting, stopped: this.#stopped }[view.screen].heading,
      );
  }
}
