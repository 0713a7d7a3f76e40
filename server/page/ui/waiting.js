/** The screen of a player who waits for another one. */

import { act, button, byId, setText } from './dom.js';
import { LinkCard } from './link-card.js';

const invitation = byId('waiting-invitation', HTMLElement);
const invitationLink = new LinkCard(invitation);
const terminalLine = byId('terminal-line', HTMLElement);
const computerNow = button('computer-now', () => act({ type: 'computer' }));

button('cancel', () => act({ type: 'leave' }));
setText(
  byId('terminal-server', HTMLElement),
  location.protocol === 'http:' && location.port ? location.host : location.origin,
);

/** @param {View} view */
export function drawWaiting({ screen, waitingWord, link }) {
  if (screen !== 'waiting') return;
  computerNow.hidden = invitation.hidden = terminalLine.hidden = waitingWord === null;
  setText(byId('terminal-room', HTMLElement), waitingWord === null ? '' : `--room ${waitingWord}`);
  invitationLink.draw(link);
  const download = link?.download ?? '';
  setText(byId('download', HTMLElement), download);
  byId('download-step', HTMLElement).hidden = byId('here', HTMLElement).hidden = download === '';
}
