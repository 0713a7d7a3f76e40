/** The screen of a player who waits for another one. */

import { roomPath } from '../core/route.js';
import { button, byId, setText } from './dom.js';
import { LinkCard } from './link-card.js';

export class WaitingScreen {
  #card = byId('waiting-invitation', HTMLElement);
  #link = new LinkCard(this.#card);
  #terminal = byId('terminal-line', HTMLElement);
  #computer;

  /** @param {(action: Action) => void} act */
  constructor(act) {
    this.#computer = button('computer-now', () => act({ type: 'computer' }));
    const server = location.protocol === 'http:' && location.port ? location.host : location.origin;
    setText(byId('terminal-server', HTMLElement), server);
    button('cancel', () => act({ type: 'leave' }));
  }

  /** @param {WaitingView | null} view */
  draw(view) {
    if (!view) return this.#link.clear();
    const { word, queued } = view;
    this.#computer.hidden = !queued;
    this.#card.hidden = this.#terminal.hidden = word === null;
    setText(byId('terminal-room', HTMLElement), word === null ? '' : `--room ${word}`);
    if (word !== null) void this.#invite(word);
  }

  /** @param {string} word */
  async #invite(word) {
    const invitation = await this.#link.invite(roomPath(word));
    if (!invitation) return;
    const download = invitation.download ?? '';
    setText(byId('download', HTMLElement), download);
    byId('download-step', HTMLElement).hidden = byId('here', HTMLElement).hidden = download === '';
  }
}
