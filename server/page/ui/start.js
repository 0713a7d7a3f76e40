/** The start screen: whom to play, on which board. At the path of a room it shows only what a guest of that room needs. */

import { GAMES, LONGEST_SIDE, describe, gameName } from '../core/boards.js';
import { seriesName } from '../core/text.js';
import { button, byId, create, setText, setVisible } from './dom.js';
import { Lobby } from './lobby.js';

/** @import { Rules } from '../protocol' */
/** @import { Action, Choices, JoinOptions, View } from '../page' */
/** @import { FieldErrors } from './field-errors.js' */

/** The option for other rules, and what their fields start with. */
const CUSTOM = 'Custom';
const CUSTOM_RULES = { columns: 6, rows: 6, run: 4 };

const MARK_TEXTS = { any: '', X: 'you are X', O: 'you are O' };

export class StartScreen {
  #game = byId('game-choice', HTMLSelectElement);
  #custom = byId('custom-game', HTMLElement);
  #sides = {
    columns: byId('columns', HTMLSelectElement),
    rows: byId('rows', HTMLSelectElement),
    run: byId('run', HTMLSelectElement),
  };
  #misere = byId('misere', HTMLInputElement);
  #gravity = byId('gravity', HTMLInputElement);
  #mark = byId('mark', HTMLSelectElement);
  #series = byId('series', HTMLSelectElement);
  #room = byId('room', HTMLInputElement);
  #secondName = byId('second-name', HTMLInputElement);
  #joinRoom;
  #roomComputer = button('room-computer', () => this.#join({ opponent: 'ai' }));
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
    this.#game.append(...[...GAMES.keys(), CUSTOM].map((name) => create('option', {}, name)));
    const lengths = Array.from({ length: LONGEST_SIDE }, (_, index) => String(index + 1));
    for (const side of Object.values(this.#sides))
      side.append(...lengths.map((length) => create('option', {}, length)));
    button('play-person', () => this.#join({ opponent: 'human', room: this.#typedRoom || null }));
    button('play-computer', () => this.#join({ opponent: 'ai' }));
    button('play-here', () => this.#join({ opponent: 'hotseat' }));
    this.#joinRoom = button('join-room', () => this.#enterRoom());
    byId('start', HTMLElement).addEventListener('change', () => this.#choose());
  }

  /** @param {number} cell */
  playAt(cell) {
    if (this.#path === null) this.#join({ opponent: 'ai', firstMove: cell });
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
    const [name, described] = [gameName(choices.rules), describe(choices.rules)];
    setText(byId('game-text', HTMLElement), name);
    const meeting = this.#typedRoom && `room ${this.#typedRoom}`;
    const series = choices.bestOf && seriesName(choices.bestOf);
    const facts = [name === described ? null : described, series, MARK_TEXTS[choices.mark], meeting];
    setText(byId('options-text', HTMLElement), ['', ...facts.filter(Boolean)].join(' · '));
  }

  /** @param {Choices} choices */
  #restore({ rules, bestOf, mark, secondName }) {
    const name = gameName(rules);
    const isCustom = !GAMES.has(name);
    this.#showCustom(isCustom ? rules : CUSTOM_RULES);
    this.#game.value = isCustom ? CUSTOM : name;
    this.#mark.value = mark;
    this.#series.value = String(bestOf ?? '');
    this.#secondName.value = secondName;
    setVisible(this.#custom, isCustom);
  }

  /** @param {Rules} rules */
  #showCustom({ columns, rows, run, misere = false, gravity = false }) {
    this.#sides.columns.value = String(columns);
    this.#sides.rows.value = String(rows);
    this.#sides.run.value = String(run);
    this.#misere.checked = misere;
    this.#gravity.checked = gravity;
  }

  /** A run is not longer than the board. @returns {Rules} */
  #customRules() {
    const { columns, rows, run } = this.#sides;
    const longest = Math.max(Number(columns.value), Number(rows.value));
    return {
      columns: Number(columns.value),
      rows: Number(rows.value),
      run: Math.min(Number(run.value), longest),
      ...(this.#misere.checked && { misere: true }),
      ...(this.#gravity.checked && { gravity: true }),
    };
  }

  #choose() {
    const mark = /** @type {Choices['mark']} */ (this.#mark.value);
    const bestOf = /** @type {Choices['bestOf']} */ (Number(this.#series.value) || null);
    const named = GAMES.get(this.#game.value);
    const rules = named ?? this.#customRules();
    if (!named) this.#showCustom(rules);
    setVisible(this.#custom, !named);
    this.#act({
      type: 'choose',
      choices: { mark, bestOf, rules, secondName: this.#secondName.value.trim() },
    });
  }

  get #typedRoom() {
    return this.#room.value.trim().replaceAll(/\s+/g, '-');
  }

  #enterRoom() {
    this.#join({ opponent: 'human', room: this.#path, host: this.#host, rules: null, bestOf: null });
  }

  /**
   * With the chosen game, unless another one is named.
   * @param {Pick<JoinOptions, 'opponent'> & Partial<JoinOptions>} part
   */
  #join(part) {
    if (!this.#choices) return;
    this.#errors.clear();
    this.#act({ type: 'join', options: { ...this.#choices, room: null, ...part } });
  }
}
