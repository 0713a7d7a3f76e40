/** The screen of an arena: the table, the button to join, and on a large screen games. */

import { arenaPath, wordIn } from '../core/route.js';
import { resultHeadline } from '../core/sentences.js';
import { button, byId, create, fill, opponents, setOptionalText, setText, smallBoard } from './dom.js';
import { LinkCard } from './link-card.js';

export class ArenaScreen {
  #standings = byId('standings', HTMLTableElement);
  #link = new LinkCard(byId('arena-invitation', HTMLElement));
  #join;
  #leave;
  /** The newest. @type {View | null} */
  #view = null;

  /** @param {(action: Action) => void} act */
  constructor(act) {
    this.#join = button('join-arena', () => {
      const { choices, arena } = this.#view ?? {};
      const entry = /** @type {const} */ ({ opponent: 'human', room: null });
      if (choices && arena) act({ type: 'join', options: { ...choices, ...entry, arena: arena.word } });
    });
    this.#leave = button('leave-arena', () => act({ type: 'leave' }));
    const [choice, word] = [byId('arena-choice', HTMLDialogElement), byId('arena-word', HTMLInputElement)];
    button('arenas', () => choice.showModal());
    button('arena-cancel', () => choice.close());
    choice.addEventListener('submit', () => location.assign(arenaPath(wordIn(word.value))));
  }

  /** @param {View} view */
  draw(view) {
    const { arena, link } = view;
    this.#view = view;
    byId('main', HTMLElement).classList.toggle('wall', arena?.isWall === true);
    if (!arena) return;
    setOptionalText(this.#join, arena.joinText);
    this.#leave.hidden = !arena.isJoined;
    setText(byId('arena-time', HTMLElement), arena.time);
    setText(byId('arena-game', HTMLElement), arena.facts);
    this.#standings.hidden = arena.rows.length === 0;
    fill(byId('arena-rows', HTMLElement), arena.rows, rowElement);
    fill(byId('arena-boards', HTMLElement), arena.boards, boardCard);
    this.#link.draw(link);
    setText(byId('arena-command', HTMLElement), `tictactoe arena ${arena.word}`);
    byId('wall-link', HTMLAnchorElement).href = `${arenaPath(arena.word)}?wall`;
  }
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
