/** The start screen: name, board and opponent. At the path of a room it shows only what a guest of that room needs. */

import { BOARDS, boardText, boardValue, parseBoard, parseBoardValue } from '../core/boards.js';
import { randomRoom } from '../core/rooms.js';
import { saveChoices, savedChoices } from '../shell/storage.js';
import { byId, create, setText, setVisible } from './dom.js';
import { FieldErrors } from './field-errors.js';
import { MatchList } from './match-list.js';

/** @import { Rules } from '../protocol' */
/** @import { Action, JoinOptions, Route, View } from '../page' */

/** The option for a custom size, and what its fields start with. */
const CUSTOM = 'custom';
const CUSTOM_BOARD = { columns: 6, rows: 6, run: 4 };

export class StartScreen {
  #form = byId('start', HTMLFormElement);
  #roomHeading = byId('start-room', HTMLElement);
  #name = byId('name', HTMLInputElement);
  #board = byId('board-choice', HTMLSelectElement);
  #customBoard = byId('custom-board', HTMLElement);
  #sides = {
    columns: byId('columns', HTMLInputElement),
    rows: byId('rows', HTMLInputElement),
    run: byId('run', HTMLInputElement),
  };
  #mark = byId('mark', HTMLSelectElement);
  #level = byId('level', HTMLSelectElement);
  #room = byId('room', HTMLInputElement);
  #errors = new FieldErrors();
  #matches;
  #act;
  /** The room whose path this is. @type {string | null} */
  #roomName = null;

  /** @param {(action: Action) => void} act */
  constructor(act) {
    this.#act = act;
    this.#matches = new MatchList((match) => act({ type: 'watch', match }));
    const options = BOARDS.map((rules) => create('option', { value: boardValue(rules) }, boardText(rules)));
    this.#board.append(...options, create('option', { value: CUSTOM }, 'Another size'));
    this.#restoreChoices();
    this.#board.addEventListener('change', () => this.#showCustomBoard());
    this.#room.addEventListener('keydown', (event) => this.#onRoomKey(event));
    this.#form.addEventListener('submit', (event) => this.#onSubmit(event));
  }

  /** Gets the focus when the screen appears. */
  get heading() {
    return this.#roomName === null ? byId('brand', HTMLElement) : this.#roomHeading;
  }

  /**
   * @param {View} view
   * @param {Route} route
   */
  draw({ screen, fieldError }, route) {
    const isVisible = screen === 'start';
    this.#roomName = route.kind === 'room' ? route.room : null;
    this.#matches.setWanted(isVisible && this.#roomName === null);
    if (!isVisible) return;
    this.#form.dataset.variant = this.#roomName === null ? 'start' : 'room';
    setVisible(this.#roomHeading, this.#roomName !== null);
    setText(this.#roomHeading, `Room ${this.#roomName}`, [this.#roomName ?? '']);
    this.#errors.draw(fieldError, this.#roomName !== null);
  }

  #restoreChoices() {
    const { name, board, level } = savedChoices();
    this.#name.value = name;
    if (['easy', 'casual', 'perfect'].includes(level)) this.#level.value = level;
    const rules = parseBoardValue(board);
    const sides = rules ?? CUSTOM_BOARD;
    this.#sides.columns.value = String(sides.columns);
    this.#sides.rows.value = String(sides.rows);
    this.#sides.run.value = String(sides.run);
    if (rules) this.#board.value = BOARDS.some((known) => boardValue(known) === board) ? board : CUSTOM;
    this.#showCustomBoard();
  }

  #showCustomBoard() {
    setVisible(this.#customBoard, this.#board.value === CUSTOM);
  }

  /**
   * Enter in the room's field presses its own button, not the form's first one.
   * @param {KeyboardEvent} event
   */
  #onRoomKey(event) {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    this.#form.requestSubmit(byId('invite', HTMLButtonElement));
  }

  /** @param {SubmitEvent} event */
  #onSubmit(event) {
    event.preventDefault();
    const rules = this.#roomName === null ? this.#chosenBoard() : null;
    if (rules === undefined) return;
    const options = this.#joinOptions(event.submitter?.id ?? '', rules);
    if (rules) saveChoices({ name: options.name, level: options.level, board: boardValue(rules) });
    else saveChoices({ ...savedChoices(), name: options.name });
    this.#errors.clear();
    this.#act({ type: 'join', options });
  }

  /**
   * @param {string} pressed the id of the button
   * @param {Rules | null} rules
   * @returns {JoinOptions}
   */
  #joinOptions(pressed, rules) {
    const level = /** @type {JoinOptions['level']} */ (this.#level.value);
    const mark = /** @type {JoinOptions['mark']} */ (this.#mark.value);
    const options = { name: this.#name.value.trim(), level, mark, rules, room: null };
    if (this.#roomName !== null) return { ...options, opponent: 'human', room: this.#roomName };
    if (pressed === 'play-computer') return { ...options, opponent: 'ai' };
    if (pressed !== 'invite') return { ...options, opponent: 'any' };
    const room = this.#room.value.trim() || randomRoom(crypto.getRandomValues(new Uint32Array(3)));
    return { ...options, opponent: 'human', room };
  }

  /** `undefined` if no board was typed. */
  #chosenBoard() {
    if (this.#board.value !== CUSTOM) return parseBoardValue(this.#board.value) ?? undefined;
    const { columns, rows, run } = this.#sides;
    const parsed = parseBoard(columns.value, rows.value, run.value);
    if ('rules' in parsed) return parsed.rules;
    this.#errors.set(parsed.field, parsed.message);
    return undefined;
  }
}
