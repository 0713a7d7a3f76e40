/** The game screen: players, board, buttons and dialogs. */

import { routePath } from '../core/route.js';
import { Board } from './board.js';
import { button, byId, setOptionalText, setText, setVisible } from './dom.js';
import { InvitationCard } from './invitation.js';
import { Players } from './players.js';
import { ReviewPanel } from './review.js';

/** @import { Action, GameView } from '../page' */

export class GameScreen {
  #heading = byId('game-heading', HTMLElement);
  #notice = byId('notice', HTMLElement);
  #rematch = byId('rematch-text', HTMLElement);
  #resigning = byId('resigning', HTMLDialogElement);
  #leaving = byId('leaving', HTMLDialogElement);
  #inviting = byId('inviting', HTMLDialogElement);
  #invitation = new InvitationCard(byId('watch-invitation', HTMLElement));
  #players = new Players();
  #review;
  #board;
  #buttons;
  #match = '';
  #losesByLeaving = false;

  /** @param {(action: Action) => void} act */
  constructor(act) {
    this.#board = new Board((cell) => act({ type: 'play', cell }));
    this.#review = new ReviewPanel(act);
    this.#buttons = {
      rematch: button('rematch', () => act({ type: 'rematch' })),
      newOpponent: button('new-opponent', () => act({ type: 'new-opponent' })),
      review: button('review', () => act({ type: 'review' })),
      hint: button('hint', () => act({ type: 'hint' })),
      resign: button('resign', () => this.#resigning.showModal()),
      leave: button('leave', () =>
        this.#losesByLeaving ? this.#leaving.showModal() : act({ type: 'leave' }),
      ),
    };
    button('invite-spectators', () => this.#inviteSpectators());
    button('close-inviting', () => this.#inviting.close());
    button('keep-playing', () => this.#resigning.close());
    button('stay', () => this.#leaving.close());
    button('leave-now', () => act({ type: 'leave' }));
    button('resign-now', () => {
      this.#resigning.close();
      act({ type: 'resign' });
    });
  }

  /**
   * @param {GameView} game
   * @param {string[]} names
   */
  draw(game, names) {
    this.#match = game.match;
    this.#losesByLeaving = game.losesByLeaving;
    setText(this.#heading, game.heading);
    this.#players.draw(game);
    this.#board.draw(game);
    setOptionalText(this.#rematch, game.rematch, names);
    setText(this.#notice, game.notice ?? '', names);
    this.#drawButtons(game);
    this.#review.draw(game, names);
  }

  focus() {
    if (!this.#review.focus()) this.#board.focus();
  }

  closeDialogs() {
    this.#resigning.close();
    this.#leaving.close();
    this.#inviting.close();
  }

  /** @param {GameView} game */
  #drawButtons({ actions, players, losesByLeaving }) {
    setVisible(this.#buttons.rematch, actions.rematch);
    setVisible(this.#buttons.newOpponent, actions.newOpponent);
    setVisible(this.#buttons.review, actions.review);
    setVisible(this.#buttons.hint, actions.hint);
    setVisible(this.#buttons.resign, actions.resign);
    setText(this.#buttons.leave, players[0].you ? 'Leave' : 'Stop watching');
    if (!actions.resign) this.#resigning.close();
    if (!losesByLeaving) this.#leaving.close();
  }

  #inviteSpectators() {
    this.#invitation.invite(routePath({ kind: 'watch', match: this.#match }));
    this.#inviting.showModal();
  }
}
