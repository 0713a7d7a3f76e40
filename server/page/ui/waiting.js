/** The screen of a player who waits for another one. */

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

  /** @param {View} view */
  draw({ screen, waitingWord, link }) {
    if (screen !== 'waiting') return;
    this.#computer.hidden = this.#card.hidden = this.#terminal.hidden = waitingWord === null;
    setText(byId('terminal-room', HTMLElement), waitingWord === null ? '' : `--room ${waitingWord}`);
    this.#link.draw(link);
    const download = link?.download ?? '';
    setText(byId('download', HTMLElement), download);
    byId('download-step', HTMLElement).hidden = byId('here', HTMLElement).hidden = download === '';
  }
}
