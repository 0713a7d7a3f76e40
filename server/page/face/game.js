/** The screen of a game: who plays, how it stands, the board, and what can be done. */

import { Board } from './board.js';
import { button, part, say, sayIfAny, show } from './elements.js';
import { InvitationCard } from './invitation.js';
import { addressOf } from '../core/place.js';
import { Reviewed } from './reviewed.js';
import { Sides } from './sides.js';

/** @import { Act, GameView } from '../page' */

/** Takes care of the screen. */
export class GameScreen {
  #heading = part('game-heading', HTMLElement);
  #notice = part('notice', HTMLElement);
  #rematch = part('rematch-text', HTMLElement);
  #resigning = part('resigning', HTMLDialogElement);
  #leaving = part('leaving', HTMLDialogElement);
  #inviting = part('inviting', HTMLDialogElement);
  #invitation = new InvitationCard(part('watch-invitation', HTMLElement));
  #sides = new Sides();
  #reviewed = new Reviewed();
  #board;
  #ways;
  /** Which match is shown. */
  #match = '';
  #losesByLeaving = false;

  /** @param {(act: Act) => void} act */
  constructor(act) {
    this.#board = new Board((cell) => act({ do: 'play', cell }));
    this.#ways = {
      rematch: button('rematch', () => act({ do: 'rematch' })),
      newOpponent: button('new-opponent', () => act({ do: 'new-opponent' })),
      review: button('review', () => act({ do: 'review' })),
      hint: button('hint', () => act({ do: 'hint' })),
      resign: button('resign', () => this.#resigning.showModal()),
      leave: button('leave', () => (this.#losesByLeaving ? this.#leaving.showModal() : act({ do: 'leave' }))),
    };
    button('invite-watchers', () => this.#inviteWatchers());
    button('close-inviting', () => this.#inviting.close());
    button('go-on', () => this.#resigning.close());
    button('stay', () => this.#leaving.close());
    button('leave-now', () => act({ do: 'leave' }));
    button('resign-now', () => {
      this.#resigning.close();
      act({ do: 'resign' });
    });
  }

  /** @param {GameView} game */
  draw(game) {
    const names = game.players.map(({ name }) => name);
    this.#match = game.match;
    this.#losesByLeaving = game.losesByLeaving;
    say(this.#heading, game.heading);
    this.#sides.draw(game);
    this.#board.draw(game);
    sayIfAny(this.#rematch, game.rematch, names);
    say(this.#notice, game.notice ?? '', names);
    this.#drawWays(game);
    this.#reviewed.draw(game.review, names);
  }

  /** Moves the focus to the board. */
  focus() {
    this.#board.focus();
  }

  /** Closes what stands over the board. */
  close() {
    this.#resigning.close();
    this.#leaving.close();
    this.#inviting.close();
  }

  /** @param {GameView} game */
  #drawWays({ ways, players, losesByLeaving }) {
    show(this.#ways.rematch, ways.rematch);
    show(this.#ways.newOpponent, ways.newOpponent);
    show(this.#ways.review, ways.review);
    show(this.#ways.hint, ways.hint);
    show(this.#ways.resign, ways.resign);
    show(this.#ways.leave, ways.leave);
    say(this.#ways.leave, players[0].you ? 'Leave' : 'Stop watching');
    if (!ways.resign) this.#resigning.close();
    if (!losesByLeaving) this.#leaving.close();
  }

  #inviteWatchers() {
    this.#invitation.invite(addressOf({ kind: 'watch', match: this.#match }));
    this.#inviting.showModal();
  }
}
