/** The screen of whoever has no opponent yet: the countdown, what to do instead, and the invitation. */

import { button, part, say, sayIfAny, show } from './elements.js';
import { InvitationCard } from './invitation.js';
import { addressOf } from '../core/place.js';

/** @import { Act, WaitingView } from '../page' */

/** Takes care of the screen. */
export class WaitingScreen {
  /** What gets the focus when the screen comes. */
  heading = part('waiting-heading', HTMLElement);
  #text = part('waiting-text', HTMLElement);
  #board = part('waiting-board', HTMLElement);
  #card = part('waiting-invitation', HTMLElement);
  #invitation = new InvitationCard(this.#card);
  #computer;
  #keep;

  /** @param {(act: Act) => void} act */
  constructor(act) {
    this.#computer = button('computer-now', () => act({ do: 'computer' }));
    this.#keep = button('keep-waiting', () => act({ do: 'keep-waiting' }));
    button('cancel', () => act({ do: 'leave' }));
  }

  /** @param {WaitingView} view */
  draw({ heading, board, text, counting, placed, invitation }) {
    say(this.heading, heading);
    say(this.#text, text);
    sayIfAny(this.#board, board);
    show(this.#computer, placed);
    show(this.#keep, placed && counting);
    show(this.#card, placed && invitation !== null);
    if (placed && invitation) this.#invitation.invite(addressOf(invitation));
  }
}
