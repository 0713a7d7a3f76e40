/** The start screen: whom to play, on which board. At the path of a room it shows only what a guest of that room needs. */

import { BOARDS, boardText, boardValue, parseBoard, parseBoardValue, sizeText } from '../core/boards.js';
import { seriesName } from '../core/text.js';
import { button, byId, create, setText, setVisible } from './dom.js';
import { Lobby } from './lobby.js';

/** @import { Rules } from '../protocol' */
/** @import { Action, Choices, JoinOptions, View } from '../page' */
/** @import { FieldErrors } from './field-errors.js' */

/** The option for a custom size, and what its fields start with. */
const CUSTOM = 'custom';
const CUSTOM_BOARD = { columns: 6, rows: 6, run: 4 };

const MARK_TEXTS = { any: '', X: 'you are X', O: 'you are O' };

export class StartScreen {
  #board = byId('board-choice', HTMLSelectElement);
  #customBoard = byId('custom-board', HTMLElement);
  #sides = {
    columns: byId('columns', HTMLInputElement),
    rows: byId('rows', HTMLInputElement),
    run: byId('run', HTMLInputElement),
  };
  #mark = byId('mark', HTMLSelectElement);
  #series = byId('series', HTMLSelectElement);
  #room = byId('room', HTMLInputElement);
  #secondName = byId('second-name', HTMLInputElement);
  #joinRoom;
  #roomComputer = button('room-computer', () => this.#joinWith({ opponent: 'ai' }));
  #lobby;
  #errors;
  #act;
  /** @type {Choices | null} */
  #choices = null;
  /** The room whose path this is. @type {string | null} */
  #path = null;
  /** Who waits there. @type {string | undefined} */
  #host;

  /**
   * @param {(action: Action) => void} act
   * @param {FieldErrors} errors
   */
  constructor(act, errors) {
    this.#act = act;
    this.#errors = errors;
    this.#lobby = new Lobby(act, ({ word, name, rules = null, best_of: bestOf = null }) =>
      this.#join({ opponent: 'any', room: word, host: name, rules, bestOf }),
    );
    const options = BOARDS.map((rules) => create('option', { value: boardValue(rules) }, boardText(rules)));
    this.#board.append(...options, create('option', { value: CUSTOM }, 'Another size'));
    button('play-person', () => this.#joinWith({ opponent: 'human', room: this.#typedRoom || null }));
    button('play-computer', () => this.#joinWith({ opponent: 'ai' }));
    button('play-here', () => this.#joinWith({ opponent: 'hotseat' }));
    this.#joinRoom = button('join-room', () => this.#enterRoom());
    byId('start', HTMLElement).addEventListener('change', () => this.#choose());
  }

  /** @param {number} cell */
  playAt(cell) {
    if (this.#path === null) this.#joinWith({ opponent: 'ai', firstMove: cell });
    else this.#enterRoom();
  }

  /** @param {View} view */
  draw({ screen, choices, room, host, ownWord }) {
    if (!this.#choices) this.#restore(choices);
    this.#choices = choices;
    this.#path = room;
    this.#host = host?.name;
    this.#lobby.ownWord = ownWord;
    this.#lobby.show(screen, room);
    if (screen !== 'start') return;
    byId('start', HTMLElement).dataset.variant = room === null ? 'start' : 'room';
    setVisible(this.#roomComputer, host === null);
    setText(this.#joinRoom, host === null ? 'Wait here' : `Play ${this.#host ?? ''}`);
    setText(byId('size-text', HTMLElement), sizeText(choices.rules));
    const meeting = this.#typedRoom && `room ${this.#typedRoom}`;
    const series = choices.bestOf && seriesName(choices.bestOf);
    const options = [`${choices.rules.run} in a row`, series, MARK_TEXTS[choices.mark], meeting].filter(
      Boolean,
    );
    setText(byId('options-text', HTMLElement), `· ${options.join(' · ')}`);
  }

  /** @param {Choices} choices */
  #restore({ rules, bestOf, mark, secondName }) {
    const isKnown = BOARDS.some((known) => boardValue(known) === boardValue(rules));
    const sides = isKnown ? CUSTOM_BOARD : rules;
    this.#sides.columns.value = String(sides.columns);
    this.#sides.rows.value = String(sides.rows);
    this.#sides.run.value = String(sides.run);
    this.#board.value = isKnown ? boardValue(rules) : CUSTOM;
    this.#mark.value = mark;
    this.#series.value = String(bestOf ?? '');
    this.#secondName.value = secondName;
    setVisible(this.#customBoard, !isKnown);
  }

  #choose() {
    setVisible(this.#customBoard, this.#board.value === CUSTOM);
    const mark = /** @type {Choices['mark']} */ (this.#mark.value);
    const bestOf = /** @type {Choices['bestOf']} */ (Number(this.#series.value) || null);
    const parsed = this.#parsedBoard();
    const rules = 'rules' in parsed ? { rules: parsed.rules } : {};
    this.#act({
      type: 'choose',
      choices: { mark, bestOf, secondName: this.#secondName.value.trim(), ...rules },
    });
  }

  get #typedRoom() {
    return this.#room.value.trim().replaceAll(/\s+/g, '-');
  }

  #enterRoom() {
    this.#join({ opponent: 'human', room: this.#path, host: this.#host, rules: null, bestOf: null });
  }

  /**
   * Joins with the chosen board, unless something else was typed for it.
   * @param {Pick<JoinOptions, 'opponent'> & Partial<JoinOptions>} part
   */
  #joinWith(part) {
    const parsed = this.#parsedBoard();
    if ('rules' in parsed) this.#join({ ...part, rules: parsed.rules });
    else this.#errors.set(parsed.field, parsed.message);
  }

  /** @param {Pick<JoinOptions, 'opponent' | 'rules'> & Partial<JoinOptions>} part */
  #join(part) {
    if (!this.#choices) return;
    this.#errors.clear();
    this.#act({ type: 'join', options: { ...this.#choices, room: null, ...part } });
  }

  /** @returns {{ rules: Rules } | { field: 'columns' | 'rows' | 'run', message: string }} */
  #parsedBoard() {
    const { columns, rows, run } = this.#sides;
    const known = parseBoardValue(this.#board.value);
    return known ? { rules: known } : parseBoard(columns.value, rows.value, run.value);
  }
}
