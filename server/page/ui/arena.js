/** The screen of an arena: the table, the button to join, and on a large screen games. */

import { arenaPath, wordIn } from '../core/route.js';
import { resultHeadline } from '../core/sentences.js';
import { act, button, byId, create, fill, opponents, setOptionalText, setText, smallBoard } from './dom.js';
import { LinkCard } from './link-card.js';

const standings = byId('standings', HTMLTableElement);
const arenaLink = new LinkCard(byId('arena-invitation', HTMLElement));
const [arenaChoice, arenaWord] = [
  byId('arena-choice', HTMLDialogElement),
  byId('arena-word', HTMLInputElement),
];
const joinButton = button('join-arena', joinShown);
const leaveButton = button('leave-arena', () => act({ type: 'leave' }));
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

/** @param {View} view */
export function drawArena(view) {
  const { arena, link } = view;
  arenaView = view;
  byId('main', HTMLElement).classList.toggle('wall', arena?.isWall === true);
  if (!arena) return;
  setOptionalText(joinButton, arena.joinText);
  leaveButton.hidden = !arena.isJoined;
  setText(byId('arena-time', HTMLElement), arena.time);
  setText(byId('arena-game', HTMLElement), arena.facts);
  standings.hidden = arena.rows.length === 0;
  fill(byId('arena-rows', HTMLElement), arena.rows, rowElement);
  fill(byId('arena-boards', HTMLElement), arena.boards, boardCard);
  arenaLink.draw(link);
  setText(byId('arena-command', HTMLElement), `tictactoe arena ${arena.word}`);
  byId('wall-link', HTMLAnchorElement).href = `${arenaPath(arena.word)}?wall`;
}

function joinShown() {
  const { choices, arena } = arenaView ?? {};
  const entry = /** @type {const} */ ({ opponent: 'human', room: null });
  if (choices && arena) act({ type: 'join', options: { ...choices, ...entry, arena: arena.word } });
}

/** @param {Snapshot} match */
function boardCard(match) {
  const { board, players, result, moves } = match;
  const squares = result ? { won: result.lines.flat() } : { last: moves.slice(-1) };
  const outcome = result ? resultHeadline(match, result) : '';
  const end = create('p', { class: result?.winner ?? '' }, outcome);
  return create('div', { class: 'card' }, ...opponents(players), smallBoard(board, squares), end);
}

/** @param {RowView} row */
function rowElement({ rank, name, isOwn, isWinner, isBot, points, wins, games }) {
  const numbers = [points, wins, games].map((number) => create('td', {}, String(number)));
  return create(
    'tr',
    { class: `${isOwn ? 'own' : ''} ${isWinner ? 'winner' : ''}` },
    create('td', {}, String(rank)),
    create('th', { scope: 'row' }, create('bdi', {}, name), isBot ? ' (bot)' : ''),
    ...numbers,
  );
}
