/** The screen of a player who waits for an opponent: countdown, buttons and invitation. */

import { routePath } from '../core/route.js';
import { button, byId, setOptionalText, setText, setVisible } from './dom.js';
import { InvitationCard } from './invitation.js';

/** @import { Action, WaitingView } from '../page' */

export class WaitingScreen {
  /** Gets the focus when the screen appears. */
  heading = byId('waiting-heading', HTMLElement);
  #text = byId('waiting-text', HTMLElement);
  #board = byId('waiting-board', HTMLElement);
  #card = byId('waiting-invitation', HTMLElement);
  #invitation = new InvitationCard(this.#card);
  #computer;
  #keep;

  /** @param {(action: Action) => void} act */
  constructor(act) {
    this.#computer = button('computer-now', () => act({ type: 'computer' }));
    this.#keep = button('keep-waiting', () => act({ type: 'keep-waiting' }));
    button('cancel', () => act({ type: 'leave' }));
  }

  /**
   * @param {WaitingView} view
   * @param {string[]} names
   */
  draw({ heading, board, text, countsDown, queued, invitation }, names) {
    setText(this.heading, heading);
    setText(this.#text, text, names);
    setOptionalText(this.#board, board);
    setVisible(this.#computer, queued);
    setVisible(this.#keep, queued && countsDown);
    setVisible(this.#card, queued && invitation !== null);
    if (queued && invitation) this.#invitation.invite(routePath(invitation));
  }
}
