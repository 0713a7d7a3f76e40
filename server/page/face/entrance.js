/** The first screen: who plays, on which board, and against whom. At the address of a room only what is asked there. */

import { BOARDS, boardOfValue, boardValue, boardWords, readBoard } from '../core/boards.js';
import { make, part, say, show } from './elements.js';
import { Faults } from './faults.js';
import { ListingRegion } from './listing.js';
import { keepChoices, keptChoices } from '../shell/memory.js';
import { roomByLot } from '../core/rooms.js';

/** @import { Rules } from '../protocol' */
/** @import { Act, Place, View, Wish } from '../page' */

/** The option for a board that is not on offer. */
const OTHER = 'other';

/** What another size begins with. */
const OTHER_BOARD = { columns: '6', rows: '6', run: '4' };

/** Takes care of the screen. */
export class EntranceScreen {
  #form = part('entrance', HTMLFormElement);
  #roomHeading = part('entrance-room', HTMLElement);
  #name = part('name', HTMLInputElement);
  #board = part('board-choice', HTMLSelectElement);
  #other = part('other-board', HTMLElement);
  #sides = {
    columns: part('columns', HTMLInputElement),
    rows: part('rows', HTMLInputElement),
    run: part('run', HTMLInputElement),
  };
  #mark = part('mark', HTMLSelectElement);
  #level = part('level', HTMLSelectElement);
  #room = part('room', HTMLInputElement);
  #faults = new Faults();
  #listing;
  #act;
  /** In which room somebody is to be met, if it is the address of one. @type {string | null} */
  #address = null;

  /** @param {(act: Act) => void} act */
  constructor(act) {
    this.#act = act;
    this.#listing = new ListingRegion((match) => act({ do: 'watch', match }));
    const options = BOARDS.map((rules) => make('option', { value: boardValue(rules) }, boardWords(rules)));
    this.#board.append(...options, make('option', { value: OTHER }, 'Another size'));
    this.#fill();
    this.#board.addEventListener('change', () => this.#showSides());
    this.#room.addEventListener('keydown', (event) => this.#typeRoom(event));
    this.#form.addEventListener('submit', (event) => this.#submit(event));
  }

  /** What gets the focus when the screen comes. */
  get heading() {
    return this.#address === null ? part('brand', HTMLElement) : this.#roomHeading;
  }

  /**
   * @param {View} view
   * @param {Place} place
   */
  draw({ screen, fault }, place) {
    const isHere = screen === 'entrance';
    this.#address = place.kind === 'room' ? place.room : null;
    this.#listing.want(isHere && this.#address === null);
    if (!isHere) return;
    this.#form.dataset.place = this.#address === null ? 'lobby' : 'room';
    show(this.#roomHeading, this.#address !== null);
    say(this.#roomHeading, `Room ${this.#address}`, [this.#address ?? '']);
    this.#faults.draw(fault, this.#address !== null);
  }

  /** Fills in what was chosen last. */
  #fill() {
    const { name, board, level } = keptChoices();
    this.#name.value = name;
    if (['easy', 'casual', 'perfect'].includes(level)) this.#level.value = level;
    const rules = boardOfValue(board);
    const sides = rules ? textsOf(rules) : OTHER_BOARD;
    this.#sides.columns.value = sides.columns;
    this.#sides.rows.value = sides.rows;
    this.#sides.run.value = sides.run;
    if (rules) this.#board.value = BOARDS.some((known) => boardValue(known) === board) ? board : OTHER;
    this.#showSides();
  }

  #showSides() {
    show(this.#other, this.#board.value === OTHER);
  }

  /** @param {KeyboardEvent} event */
  #typeRoom(event) {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    this.#form.requestSubmit(part('invite', HTMLButtonElement));
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    event.preventDefault();
    const rules = this.#address === null ? this.#chosenBoard() : null;
    if (rules === undefined) return;
    const wish = this.#wish(event.submitter?.id ?? '', rules);
    if (rules) keepChoices({ name: wish.name, level: wish.level, board: boardValue(rules) });
    else keepChoices({ ...keptChoices(), name: wish.name });
    this.#faults.clear();
    this.#act({ do: 'join', wish });
  }

  /**
   * @param {string} pressed the id of the button
   * @param {Rules | null} rules
   * @returns {Wish}
   */
  #wish(pressed, rules) {
    const level = /** @type {Wish['level']} */ (this.#level.value);
    const mark = /** @type {Wish['mark']} */ (this.#mark.value);
    const wish = { name: this.#name.value.trim(), level, mark, rules, room: null };
    if (this.#address !== null) return { ...wish, opponent: 'human', room: this.#address };
    if (pressed === 'play-computer') return { ...wish, opponent: 'ai' };
    if (pressed !== 'invite') return { ...wish, opponent: 'any' };
    const room = this.#room.value.trim() || roomByLot(crypto.getRandomValues(new Uint32Array(3)));
    return { ...wish, opponent: 'human', room };
  }

  /** The board that is chosen; `undefined` when what was typed is none. */
  #chosenBoard() {
    if (this.#board.value !== OTHER) return boardOfValue(this.#board.value) ?? undefined;
    const { columns, rows, run } = this.#sides;
    const read = readBoard(columns.value, rows.value, run.value);
    if ('rules' in read) return read.rules;
    this.#faults.set(read.field, read.message);
    return undefined;
  }
}

/** @param {Rules} rules */
function textsOf({ columns, rows, run }) {
  return { columns: String(columns), rows: String(rows), run: String(run) };
}
