/** The game screen: buttons and dialogs. */

import { watchPath } from '../core/route.js';
import { REACTION_TEXTS } from '../core/text.js';
import { MORE_ICON, button, byId, create, lineIcon, setText } from './dom.js';
import { LinkCard } from './link-card.js';
import { ReviewPanel } from './review.js';

/** The buttons that show an icon over their word. */
const ICONS = {
  hint: 'M7.5 14.5h5M8 17.5h4M7.5 14.5c0-2-2.5-3-2.5-6.5a5 5 0 0 1 10 0c0 3.5-2.5 4.5-2.5 6.5',
  take_back: 'M7.5 4.5 3.5 8.5l4 4M4 8.5h8a4 4 0 0 1 0 8h-2',
  react: 'M10 2.5a7.5 7.5 0 1 0 .01 0M6.8 12a4 4 0 0 0 6.4 0M7.5 8h.01M12.5 8h.01',
  more: MORE_ICON,
};

/** The actions that have a button of the same name. */
const REQUESTS = /** @type {const} */ ([
  ...['hint', 'take_back', 'continue', 'accept', 'rematch', 'decline'],
  ...['new-opponent', 'review', 'play-on', 'show-win'],
]);

export class GameScreen {
  #question = byId('question', HTMLDialogElement);
  #sharing = byId('sharing', HTMLDialogElement);
  #reactions = byId('reactions', HTMLDialogElement);
  #menu = byId('menu', HTMLDialogElement);
  #dialogs = [this.#menu, this.#question, this.#sharing, this.#reactions];
  #link = new LinkCard(byId('shared-link', HTMLElement));
  #review;
  #confirm = button('confirm', () => this.#act({ type: this.#asked }));
  #act;
  /** @type {GameView | null} */
  #game = null;
  /** The action of the open question. @type {'resign' | 'leave'} */
  #asked = 'resign';

  /** @param {(action: Action) => void} act */
  constructor(act) {
    this.#act = act;
    this.#review = new ReviewPanel(act, (path) => this.#showLink('Share this game', path));
    for (const [id, icon] of Object.entries(ICONS)) byId(id, HTMLElement).prepend(lineIcon(icon));
    for (const type of REQUESTS) button(type, () => act({ type }));
    button('react', () => this.#reactions.showModal());
    button('casual', () => this.#playCasual());
    button('resign', () => this.#ask('resign'));
    for (const id of ['leave', 'stop-watching', 'play-again']) button(id, () => this.leave());
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

  /**
   * @param {GameView} game
   * @param {View['link']} link
   */
  draw(game, link) {
    this.#game = game;
    const { actions, leaving } = game;
    byId('game', HTMLElement).classList.toggle('over', game.over || !actions.leave);
    for (const [id, shown] of Object.entries(actions)) {
      const element = byId(id, HTMLElement);
      element.hidden = shown === false;
      if (typeof shown === 'string') setText(element, shown);
    }
    if (leaving === null) this.#question.close();
    this.#review.draw(game);
    this.#link.draw(link);
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
   */
  #showLink(title, path) {
    this.closeDialogs();
    setText(byId('sharing-title', HTMLElement), title);
    this.#act({ type: 'share', path });
    this.#sharing.showModal();
  }
}

/** @param {HTMLDialogElement} dialog closed by every button that does not look like a link */
function closeByButtons(dialog) {
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button:not(.link)')) dialog.close();
  });
}
