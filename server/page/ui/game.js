/** The game screen: buttons and dialogs. */

import { watchPath } from '../core/route.js';
import { REACTION_TEXTS } from '../core/text.js';
import { button, byId, create, setText } from './dom.js';
import { LinkCard } from './link-card.js';
import { ReviewPanel } from './review.js';

export class GameScreen {
  #question = byId('question', HTMLDialogElement);
  #sharing = byId('sharing', HTMLDialogElement);
  #reactions = byId('reactions', HTMLDialogElement);
  #menu = byId('menu', HTMLDialogElement);
  #dialogs = [this.#menu, this.#question, this.#sharing, this.#reactions];
  #link = new LinkCard(byId('shared-link', HTMLElement));
  #review;
  #buttons;
  #confirm = button('confirm', () => this.#act({ type: this.#asked }));
  #act;
  /** @type {GameView | null} */
  #game = null;
  /** What the open question is about. @type {'resign' | 'leave'} */
  #asked = 'resign';

  /** @param {(action: Action) => void} act */
  constructor(act) {
    this.#act = act;
    this.#review = new ReviewPanel(act, (link) => this.#showLink('Share this game', '/', link));
    this.#buttons = /** @type {const} */ ([
      ['hint', button('hint', () => act({ type: 'hint' }))],
      ['takeBack', button('take-back', () => act({ type: 'take_back' }))],
      ['react', button('react', () => this.#reactions.showModal())],
      ['continue', button('continue', () => act({ type: 'continue' }))],
      ['accept', button('accept', () => act({ type: 'accept' }))],
      ['rematch', button('rematch', () => act({ type: 'rematch' }))],
      ['casual', button('casual', () => this.#playCasual())],
      ['decline', button('decline', () => act({ type: 'decline' }))],
      ['newOpponent', button('new-opponent', () => act({ type: 'new-opponent' }))],
      ['review', button('review', () => act({ type: 'review' }))],
      ['playOn', button('play-on', () => act({ type: 'play-on' }))],
      ['win', button('show-win', () => act({ type: 'show-win' }))],
      ['resign', button('resign', () => this.#ask('resign'))],
      ['leave', button('leave', () => this.leave())],
      ['stopWatching', button('stop-watching', () => this.leave())],
      ['playAgain', button('play-again', () => this.leave())],
    ]);
    button('more', () => this.#menu.showModal());
    button('invite-spectators', () =>
      this.#showLink('Invite spectators', watchPath(this.#game?.match ?? '')),
    );
    const reactions = /** @type {[Reaction, string][]} */ (Object.entries(REACTION_TEXTS));
    for (const [reaction, text] of reactions) {
      const choice = create('button', { type: 'button' }, text);
      choice.addEventListener('click', () => act({ type: 'react', reaction }));
      byId('reaction-choices', HTMLElement).append(choice);
    }
    for (const dialog of this.#dialogs) closeByButtons(dialog);
  }

  /** @param {GameView} game */
  draw(game) {
    this.#game = game;
    const { actions, leaving } = game;
    byId('game', HTMLElement).classList.toggle('over', game.over || !actions.leave);
    for (const [action, button] of this.#buttons) {
      const shown = actions[action];
      button.hidden = shown === false;
      if (typeof shown === 'string') setText(button, shown);
    }
    if (leaving === null) this.#question.close();
    this.#review.draw(game);
  }

  /** Leaves, after a question if that ends a game. */
  leave() {
    if (this.#game?.leaving == null) this.#act({ type: 'leave' });
    else this.#ask('leave');
  }

  #playCasual() {
    this.#act({ type: 'choose', choices: { level: 'casual' } });
    this.#act({ type: 'rematch' });
  }

  focus() {
    this.#review.focus();
  }

  closeDialogs() {
    for (const dialog of this.#dialogs) dialog.close();
  }

  /** @param {'resign' | 'leave'} about */
  #ask(about) {
    const verb = about === 'resign' ? 'Resign' : 'Leave';
    const isShared = this.#game?.players.every(({ name }) => name !== 'You');
    const lost = isShared ? 'The player to move loses this game.' : 'You will lose this game.';
    this.#asked = about;
    this.closeDialogs();
    setText(byId('question-title', HTMLElement), `${verb}?`);
    setText(byId('question-text', HTMLElement), about === 'resign' ? lost : (this.#game?.leaving ?? ''));
    setText(this.#confirm, verb);
    this.#question.showModal();
  }

  /**
   * @param {string} title
   * @param {string} path
   * @param {string} [suffix]
   */
  #showLink(title, path, suffix) {
    this.closeDialogs();
    setText(byId('sharing-title', HTMLElement), title);
    void this.#link.invite(path, suffix);
    this.#sharing.showModal();
  }
}

/** @param {HTMLDialogElement} dialog closed by every button that does not look like a link */
function closeByButtons(dialog) {
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button:not(.link)')) dialog.close();
  });
}
