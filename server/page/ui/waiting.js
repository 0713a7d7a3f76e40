/** The screen of a player who waits for an opponent: the invitation. */

import { routePath } from '../core/route.js';
import { button, byId, setText, setVisible } from './dom.js';
import { InvitationCard } from './invitation.js';

/** @import { Action } from '../page' */

export class WaitingScreen {
  #queued = byId('queued', HTMLElement);
  #invitation = new InvitationCard(byId('waiting-invitation', HTMLElement));

  /** @param {(action: Action) => void} act */
  constructor(act) {
    button('computer-now', () => act({ type: 'computer' }));
    button('cancel', () => act({ type: 'leave' }));
  }

  /** @param {string | null} word */
  draw(word) {
    setVisible(this.#queued, word !== null);
    if (word === null) return;
    setText(byId('terminal-command', HTMLElement), `tictactoe --room ${word}`);
    void this.#invitation.invite(routePath({ kind: 'room', room: word }));
  }
}
