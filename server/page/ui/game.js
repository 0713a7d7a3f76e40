/** The game screen: players, buttons and dialogs. */

import { routePath } from '../core/route.js';
import { REACTION_TEXTS } from '../core/reactions.js';
import { button, byId, create, setOptionalText, setText, setVisible } from './dom.js';
import { InvitationCard } from './invitation.js';
import { ReviewPanel } from './review.js';

/** @import { Action, GameView, Reaction } from '../page' */

export class GameScreen {
  #facts = byId('facts', HTMLElement);
  #menu = byId('menu', HTMLDialogElement);
  #question = byId('question', HTMLDialogElement);
  #sharing = byId('sharing', HTMLDialogElement);
  #reactions = byId('reactions', HTMLDialogElement);
  #link = new InvitationCard(byId('shared-link', HTMLElement));
  #review;
  #hint;
  #takeBack;
  #react;
  #buttons;
  #confirm;
  #act;
  /** @type {GameView | null} */
  #game = null;
  /** What the open question is about. @type {'resign' | 'leave'} */
  #asked = 'resign';

  /** @param {(action: Action) => void} act */
  constructor(act) {
    this.#act = act;
    this.#review = new ReviewPanel(act, (link) => this.#showLink('Share this game', '/', link));
    this.#hint = button('hint', () => act({ type: 'hint' }));
    this.#takeBack = button('take-back', () => act({ type: 'take_back' }));
    this.#react = button('react', () => this.#reactions.showModal());
    this.#buttons = /** @type {const} */ ([
      ['continue', button('continue', () => act({ type: 'continue' }))],
      ['accept', button('accept', () => act({ type: 'accept' }))],
      ['rematch', button('rematch', () => act({ type: 'rematch' }))],
      ['decline', button('decline', () => act({ type: 'decline' }))],
      ['newOpponent', button('new-opponent', () => act({ type: 'new-opponent' }))],
      ['review', button('review', () => act({ type: 'review' }))],
      ['resign', button('resign', () => this.#ask('resign'))],
      ['leave', button('leave', () => this.leave())],
      ['stopWatching', button('stop-watching', () => this.leave())],
      ['playAgain', button('play-again', () => this.leave())],
    ]);
    button('more', () => this.#menu.showModal());
    button('close-menu', () => this.#menu.close());
    button('invite-spectators', () => {
      const path = routePath({ kind: 'watch', match: this.#game?.match ?? '' });
      this.#showLink('Invite spectators', path);
    });
    const reactions = /** @type {[Reaction, string][]} */ (Object.entries(REACTION_TEXTS));
    for (const [reaction, text] of reactions) {
      const choice = create('button', { type: 'button' }, text);
      choice.addEventListener('click', () => {
        this.#reactions.close();
        act({ type: 'react', reaction });
      });
      byId('reaction-choices', HTMLElement).append(choice);
    }
    button('close-reactions', () => this.#reactions.close());
    button('close-sharing', () => this.#sharing.close());
    button('keep-playing', () => this.#question.close());
    this.#confirm = button('confirm', () => {
      this.closeDialogs();
      act({ type: this.#asked });
    });
    button('casual', () => {
      act({ type: 'choose', choices: { level: 'casual' } });
      act({ type: 'rematch' });
    });
  }

  /**
   * @param {GameView} game
   * @param {string[]} names
   */
  draw(game, names) {
    this.#game = game;
    const { actions, leaving } = game;
    byId('game', HTMLElement).classList.toggle('over', game.over || actions.leave === null);
    for (const [action, button] of this.#buttons) setOptionalText(button, actions[action]);
    setVisible(this.#hint, actions.hint);
    setVisible(this.#takeBack, actions.takeBack);
    setVisible(this.#react, actions.react);
    setOptionalText(this.#facts, game.facts);
    if (leaving === null) this.#question.close();
    this.#review.draw(game, names);
  }

  /** Leaves, after a question if that ends a game. */
  leave() {
    if (this.#game?.leaving == null) this.#act({ type: 'leave' });
    else this.#ask('leave');
  }

  focus() {
    this.#review.focus();
  }

  closeDialogs() {
    for (const dialog of [this.#menu, this.#question, this.#sharing, this.#reactions]) dialog.close();
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
    this.#menu.close();
    setText(byId('sharing-title', HTMLElement), title);
    void this.#link.invite(path, suffix);
    this.#sharing.showModal();
  }
}
