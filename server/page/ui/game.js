/** The game screen: players, buttons and dialogs. */

import { routePath } from '../core/route.js';
import { button, byId, setOptionalText, setText, setVisible } from './dom.js';
import { InvitationCard } from './invitation.js';
import { ReviewPanel } from './review.js';

/** @import { Level } from '../protocol' */
/** @import { Action, GameView } from '../page' */

/** @type {('rematch' | 'decline' | 'newOpponent' | 'review' | 'resign' | 'leave' | 'stopWatching')[]} */
const BUTTONS = ['rematch', 'decline', 'newOpponent', 'review', 'resign', 'leave', 'stopWatching'];

export class GameScreen {
  #facts = byId('facts', HTMLElement);
  #levels = byId('levels', HTMLFieldSetElement);
  #menu = byId('menu', HTMLDialogElement);
  #question = byId('question', HTMLDialogElement);
  #sharing = byId('sharing', HTMLDialogElement);
  #link = new InvitationCard(byId('shared-link', HTMLElement));
  #review;
  #hint;
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
    const choosesLevel = (/** @type {Level} */ level) => act({ type: 'choose', choices: { level } });
    this.#hint = button('hint', () => act({ type: 'hint' }));
    this.#buttons = {
      rematch: button('rematch', () => act({ type: 'rematch' })),
      decline: button('decline', () => act({ type: 'decline' })),
      newOpponent: button('new-opponent', () => act({ type: 'new-opponent' })),
      review: button('review', () => act({ type: 'review' })),
      resign: button('resign', () => this.#ask('resign')),
      leave: button('leave', () => this.leave()),
      stopWatching: button('stop-watching', () => this.leave()),
    };
    button('more', () => this.#menu.showModal());
    button('close-menu', () => this.#menu.close());
    button('invite-spectators', () => {
      const path = routePath({ kind: 'watch', match: this.#game?.match ?? '' });
      this.#showLink('Invite spectators', path);
    });
    button('close-sharing', () => this.#sharing.close());
    button('keep-playing', () => this.#question.close());
    this.#confirm = button('confirm', () => {
      this.closeDialogs();
      act({ type: this.#asked });
    });
    button('casual', () => {
      choosesLevel('casual');
      act({ type: 'rematch' });
    });
    this.#levels.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLInputElement) choosesLevel(/** @type {Level} */ (target.value));
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
    for (const name of BUTTONS) setOptionalText(this.#buttons[name], actions[name]);
    setVisible(this.#hint, actions.hint);
    setVisible(this.#levels, actions.level !== null);
    for (const radio of this.#levels.querySelectorAll('input')) radio.checked = radio.value === actions.level;
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
    for (const dialog of [this.#menu, this.#question, this.#sharing]) dialog.close();
  }

  /** @param {'resign' | 'leave'} about */
  #ask(about) {
    const verb = about === 'resign' ? 'Resign' : 'Leave';
    const isShared = this.#game?.players.every(({ name }) => name !== 'You');
    const lost = isShared ? 'The player to move loses this game.' : 'You will lose this game.';
    this.#asked = about;
    this.#menu.close();
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
