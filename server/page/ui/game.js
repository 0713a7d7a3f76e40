/** The game screen: buttons and dialogs. */

import { GAMES_PATH, watchPath } from '../core/route.js';
import { REACTION_TEXTS } from '../core/text.js';
import { MORE_ICON, act, button, byId, create, lineIcon, setText } from './dom.js';
import { LinkCard } from './link-card.js';
import { drawReview } from './review.js';

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

const question = byId('question', HTMLDialogElement);
const sharing = byId('sharing', HTMLDialogElement);
const reactions = byId('reactions', HTMLDialogElement);
const menu = byId('menu', HTMLDialogElement);
const dialogs = [menu, question, sharing, reactions];
const sharedLink = new LinkCard(byId('shared-link', HTMLElement));
const confirmButton = button('confirm', () => act(asked));
/** @type {GameView | null} */
let shownGame = null;
/** The action of the open question. @type {Action} */
let asked = { type: 'leave' };

for (const [id, icon] of Object.entries(ICONS)) byId(id, HTMLElement).prepend(lineIcon(icon));
for (const type of REQUESTS) button(type, () => act({ type }));
button('react', () => reactions.showModal());
button('casual', () => {
  act({ type: 'choose', choices: { level: 'casual' } });
  act({ type: 'rematch' });
});
button('resign', () => confirmAction('Resign', shownGame?.resigning ?? '', { type: 'resign' }));
for (const id of ['leave', 'stop-watching', 'play-again']) button(id, leaveGame);
button('more', () => menu.showModal());
button('invite-spectators', () => showLink('Invite people to watch', watchPath(shownGame?.match ?? '')));
button('review-share', () => showLink('Share this game', `${GAMES_PATH}#${shownGame?.replay?.link}`));
for (const [reaction, text] of /** @type {[Reaction, string][]} */ (Object.entries(REACTION_TEXTS))) {
  const choice = create('button', { type: 'button' }, text);
  choice.addEventListener('click', () => act({ type: 'react', reaction }));
  byId('reaction-choices', HTMLElement).append(choice);
}
dialogs.forEach(closeByButtons);

/**
 * @param {GameView} game
 * @param {View['link']} link
 */
export function drawGame(game, link) {
  shownGame = game;
  const { actions, leaving, replay } = game;
  byId('game', HTMLElement).classList.toggle('over', game.over || !actions.leave);
  for (const [id, shown] of Object.entries(actions)) {
    const element = byId(id, HTMLElement);
    element.hidden = shown === false;
    if (typeof shown === 'string') setText(element, shown);
  }
  if (leaving === null) question.close();
  drawReview(replay);
  sharedLink.draw(link);
}

/** Leaves, after a question if that ends a game. */
export function leaveGame() {
  if (shownGame?.leaving == null) act({ type: 'leave' });
  else confirmAction('Leave', shownGame.leaving, { type: 'leave' });
}

export function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
}

/** @type {(verb: string, text: string, action: Action) => void} */
export function confirmAction(verb, text, action) {
  asked = action;
  closeDialogs();
  setText(byId('question-title', HTMLElement), `${verb}?`);
  setText(byId('question-text', HTMLElement), text);
  setText(confirmButton, verb);
  question.showModal();
}

/** @type {(title: string, path: string) => void} */
function showLink(title, path) {
  act({ type: 'share', path });
  openSharing(title);
}

/** @type {(title: string, link?: View['link']) => void} */
export function openSharing(title, link) {
  closeDialogs();
  setText(byId('sharing-title', HTMLElement), title);
  if (link) sharedLink.draw(link);
  sharing.showModal();
}

/** @param {HTMLDialogElement} dialog closed by every button that does not look like a link */
function closeByButtons(dialog) {
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button:not(.link)')) dialog.close();
  });
}
