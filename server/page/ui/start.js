/** The start screen: whom to play, on which board; and the invitation screen, which the guest of a room sees. */

import { GAMES, LONGEST_SIDE, describe, gameName } from '../core/boards.js';
import { seriesName } from '../core/text.js';
import { button, byId, create, setText, setVisible } from './dom.js';
import { Lobby } from './lobby.js';

/** The option for other rules, whose fields start with those of the game before. */
const CUSTOM = 'Custom';

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
  #act;
  /** The newest. @type {View | null} */
  #view = null;

  /** @param {(action: Action) => void} act */
  constructor(act) {
    this.#act = act;
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
    if (this.#view?.room == null) this.#join({ opponent: 'ai', firstMove: cell });
    else this.#enterRoom();
  }

  /** @param {View} view */
  draw(view) {
    const { choices, host } = view;
    if (!this.#view) this.#restore(choices);
    this.#view = view;
    this.#lobby.draw(view);
    setVisible(this.#custom, this.#game.value === CUSTOM);
    setVisible(this.#roomComputer, host === null);
    setText(this.#joinRoom, host === null ? 'Wait here' : `Play ${host?.name ?? ''}`);
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
    this.#game.value = GAMES.has(name) ? name : CUSTOM;
    this.#showRules(rules);
    this.#mark.value = mark;
    this.#series.value = String(bestOf ?? '');
    this.#secondName.value = secondName;
  }

  /** @param {Rules} rules */
  #showRules({ columns, rows, run, misere = false, gravity = false }) {
    this.#sides.columns.value = String(columns);
    this.#sides.rows.value = String(rows);
    this.#sides.run.value = String(run);
    this.#misere.checked = misere;
    this.#gravity.checked = gravity;
  }

  /** A run is not longer than the board. @returns {Rules} */
  get #rules() {
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
    const rules = GAMES.get(this.#game.value) ?? this.#rules;
    this.#showRules(rules);
    this.#act({
      type: 'choose',
      choices: { mark, bestOf, rules, secondName: this.#secondName.value.trim() },
    });
  }

  get #typedRoom() {
    return this.#room.value.trim().replaceAll(/\s+/g, '-');
  }

  #enterRoom() {
    const { room = null, host } = this.#view ?? {};
    this.#join({ opponent: 'human', room, host: host?.name, rules: null, bestOf: null });
  }

  /**
   * With the chosen game, unless another one is named.
   * @param {Pick<JoinOptions, 'opponent'> & Partial<JoinOptions>} part
   */
  #join(part) {
    if (!this.#view) return;
    this.#act({ type: 'join', options: { ...this.#view.choices, room: null, ...part } });
  }
}
