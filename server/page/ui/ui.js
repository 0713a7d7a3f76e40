/** Everything that is visible: one screen at a time, and what is above all of them. */

import { button, byId, isVisible, moveFocus, setOptionalText, setText, setVisible } from './dom.js';
import { ignoreSecondClicks } from './double-click.js';
import { GameScreen } from './game.js';
import { GamesScreen } from './games.js';
import { StartScreen } from './start.js';
import { StoppedScreen } from './stopped.js';
import { drawTitleAndIcon } from './title-icon.js';
import { WaitingScreen } from './waiting.js';

/** @import { Action, Route, View } from '../page' */

export class UI {
  #main = byId('main', HTMLElement);
  #status = byId('status', HTMLElement);
  #result = byId('result', HTMLElement);
  #outage = byId('outage', HTMLElement);
  #outageText = byId('outage-text', HTMLElement);
  #return = byId('return', HTMLElement);
  #retry;
  #start;
  #waiting;
  #game;
  #games = new GamesScreen();
  #stopped;
  /** The screen that is shown. */
  #shown = '';

  /** @param {{ act: (action: Action) => void, returnToGame: () => void }} handlers */
  constructor({ act, returnToGame }) {
    this.#retry = button('retry', () => act({ type: 'retry' }));
    button('return-button', returnToGame);
    this.#start = new StartScreen(act);
    this.#waiting = new WaitingScreen(act);
    this.#game = new GameScreen(act);
    this.#stopped = new StoppedScreen(act);
    ignoreSecondClicks();
  }

  /**
   * @param {View} view
   * @param {Route} route
   * @param {{ opponent: string | null } | null} suspended an interrupted game
   */
  draw(view, route, suspended) {
    const focus = document.activeElement;
    this.#drawScreen(view);
    this.#start.draw(view, route);
    if (view.waiting) this.#waiting.draw(view.waiting, view.names);
    if (view.screen === 'games') this.#games.draw(view.status);
    if (view.game) this.#game.draw(view.game, view.names);
    if (view.stopped) this.#stopped.draw(view.stopped);
    this.#drawOutage(view.outage);
    setVisible(this.#return, suspended !== null);
    const opponent = suspended?.opponent ?? null;
    const text = opponent === null ? 'You left a game.' : `Your game with ${opponent} is still running.`;
    setText(byId('return-text', HTMLElement), suspended ? text : '', opponent === null ? [] : [opponent]);
    this.#drawStatus(view);
    drawTitleAndIcon(view.title, view.attention);
    this.#placeFocus(view, focus);
  }

  /** @param {View} view */
  #drawScreen({ screen, attention }) {
    for (const name of ['start', 'games', 'waiting', 'game', 'stopped'])
      setVisible(byId(name, HTMLElement), name === screen);
    this.#main.dataset.screen = screen;
    this.#main.classList.toggle('attention', attention);
    if (screen !== 'game') this.#game.closeDialogs();
  }

  /**
   * When a game is over, its result is shown in place of the longer status, which only screen readers get.
   * @param {View} view
   */
  #drawStatus({ status, game, names }) {
    setText(this.#status, status, names);
    setOptionalText(this.#result, game?.result ?? null, names);
    this.#main.classList.toggle('over', Boolean(game?.result));
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
    this.#shown = shown;
    const isAtError = document.activeElement?.getAttribute('aria-invalid') === 'true';
    if ((!isNew && !isLost) || isAtError) return;
    if (isNew) scrollTo(0, 0);
    if (view.screen === 'game') this.#game.focus();
    else
      moveFocus(
        { start: this.#start, games: this.#games, waiting: this.#waiting, stopped: this.#stopped }[
          view.screen
        ].heading,
      );
  }
}
