/** The screen of an arena: the table, the button to join, and on a large screen games. */

import { arenaPath, wordIn } from '../core/route.js';
import { resultHeadline } from '../core/sentences.js';
import { isolated } from '../core/text.js';
import { act, button, byId, create, fill, setOptionalText, setText, smallBoard } from './dom.js';
import { confirmAction, openSharing } from './game.js';
import { LinkCard } from './link-card.js';

const RUNNING = 'Running games are played to their end, and count. No new ones begin.';

const standings = byId('standings', HTMLTableElement);
const tableRows = byId('arena-rows', HTMLElement);
const [player, rowName] = [byId('arena-player', HTMLDialogElement), byId('player-name', HTMLInputElement)];
const boards = byId('arena-boards', HTMLElement);
const arenaLink = new LinkCard(byId('arena-invitation', HTMLElement));
const [arenaChoice, arenaWord] = [
  byId('arena-choice', HTMLDialogElement),
  byId('arena-word', HTMLInputElement),
];
const joinButton = button('join-arena', joinShown);
const leaveButton = button('leave-arena', () => act({ type: 'leave' }));
const endButton = button('end-arena', () =>
  confirmAction('End the arena', RUNNING, { type: 'manage', change: 'end' }),
);
/** The newest. @type {View | null} */
let arenaView = null;

button('arenas', () => arenaChoice.showModal());
button('arena-cancel', () => arenaChoice.close());
arenaChoice.addEventListener('submit', (event) => {
  const word = wordIn(arenaWord.value);
  if (word !== '') return location.assign(arenaPath(word));
  event.preventDefault();
  arenaWord.focus();
});

button('manage-elsewhere', () => {
  const { link, arena } = arenaView ?? {};
  if (link && arena?.managingLink)
    openSharing('Only for you', { ...link, url: arena.managingLink, qr: null });
});
button('player-cancel', () => player.close());
button('remove-player', () => {
  const text = `${isolated(rowName.defaultValue)} disappears from the table. No one can join under this name again.`;
  confirmAction('Remove', text, { type: 'manage', change: { remove: rowName.defaultValue } });
});
player.addEventListener('submit', () =>
  act({ type: 'manage', change: { rename: { from: rowName.defaultValue, to: rowName.value } } }),
);

/** @param {View} view */
export function drawArena(view) {
  const { arena, link } = view;
  arenaView = view;
  byId('main', HTMLElement).classList.toggle('wall', arena?.isWall === true);
  if (!arena) return;
  setOptionalText(joinButton, arena.joinText);
  leaveButton.hidden = byId('leave-first', HTMLElement).hidden = !arena.isJoined;
  setText(byId('arena-time', HTMLElement), arena.time);
  setText(byId('arena-game', HTMLElement), arena.facts);
  standings.hidden = arena.rows.length === 0;
  standings.classList.toggle('over', arena.isOver);
  drawRows(arena);
  byId('managing', HTMLElement).hidden = arena.managingLink === null;
  endButton.hidden = arena.isOver;
  fill(boards, arena.boards, boardCard);
  boards.hidden = arena.boards.length === 0;
  arenaLink.draw(link);
  setText(byId('arena-command', HTMLElement), `tictactoe arena ${arena.word}`);
  byId('wall-link', HTMLAnchorElement).href = `${arenaPath(arena.word)}?wall`;
}

function joinShown() {
  const { arena } = arenaView ?? {};
  if (arena) act({ type: 'join', options: { opponent: 'human', arena: arena.word } });
}

/** The row whose dialog is open gets the focus back. @param {ArenaView} arena */
function drawRows({ rows, ownName, managingLink }) {
  if (document.querySelector('dialog[open]')) return;
  const isManaged = managingLink !== null;
  fill(
    tableRows,
    rows.map((row) => ({ ...row, isOwn: row.name === ownName, isManaged })),
    rowElement,
  );
}

/** @param {string} name */
function openPlayer(name) {
  rowName.defaultValue = rowName.value = name;
  setText(byId('player-title', HTMLElement), name);
  player.showModal();
}

/** @param {Snapshot} match */
function boardCard(match) {
  const { board, players, result, moves } = match;
  const squares = result ? { won: result.lines.flat() } : { last: moves.slice(-1) };
  const outcome = result ? resultHeadline(match, result) : '\u00A0';
  return create(
    'div',
    { class: 'card' },
    create('bdi', { class: 'X' }, players.X.name),
    create('bdi', { class: 'O' }, players.O.name),
    smallBoard(board, squares),
    create('p', { class: result?.winner ?? '' }, outcome),
  );
}

/** @type {(row: Table['rows'][number] & { isOwn: boolean, isManaged: boolean }, index: number) => Element} */
const rowElement = ({ name, kind, points, wins, draws, losses, isOwn, isManaged }, index) => {
  const numbers = [points, wins, wins + draws + losses].map((number) => create('td', {}, String(number)));
  const attributes = { type: 'button', class: 'link', 'aria-describedby': 'managing-note' };
  const text = create(isManaged ? 'button' : 'bdi', isManaged ? attributes : {}, isOwn ? 'You' : name);
  text.addEventListener('click', () => isManaged && openPlayer(name));
  return create(
    'tr',
    { class: isOwn ? 'own' : '', 'data-points': String(points) },
    create('td', {}, String(index + 1)),
    create('th', { scope: 'row' }, text, kind === 'bot' ? ' (bot)' : ''),
    ...numbers,
  );
};
