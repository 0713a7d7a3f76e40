/** The start screen: whom to play, on which board; and the invitation screen, which the guest of a room sees. */

import { GAMES, LONGEST_SIDE, describe, gameName } from '../core/boards.js';
import { button, byId, create, setText } from './dom.js';
import { Lobby } from './lobby.js';

/** The option for other rules, whose fields start with those of the game before. */
const CUSTOM = 'Custom';

const MARK_TEXTS = { any: '', X: 'you are X', O: 'you are O' };

/** The fields of the options, by id. */
const OPTION_FIELDS = /** @type {const} */ ([
  ...['game-choice', 'columns', 'rows', 'run', 'misere', 'gravity'],
  ...['mark', 'series', 'room', 'second-name'],
]);

/** @typedef {(typeof OPTION_FIELDS)[number]} Field */

export class StartScreen {
  #custom = byId('custom-game', HTMLElement);
  #fields = /** @type {Record<Field, HTMLInputElement>} */ (
    Object.fromEntries(OPTION_FIELDS.map((id) => [id, byId(id, HTMLElement)]))
  );
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
    const lengths = Array.from({ length: LONGEST_SIDE }, (_, index) => String(index + 1));
    const choices = {
      'game-choice': [...GAMES.keys(), CUSTOM],
      columns: lengths,
      rows: lengths,
      run: lengths,
    };
    for (const [id, texts] of Object.entries(choices))
      byId(id, HTMLElement).append(...texts.map((text) => create('option', {}, text)));
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
    const { rules, mark, bestOf, secondName } = choices;
    const { columns, rows, run, misere = false, gravity = false } = rules;
    const [name, described] = [gameName(rules), describe(rules)];
    const game = GAMES.has(name) ? name : CUSTOM;
    if (!this.#view) this.#fill({ 'game-choice': game, 'second-name': secondName });
    this.#fill({ columns, rows, run, mark, series: bestOf ?? '' });
    this.#fields.misere.checked = misere;
    this.#fields.gravity.checked = gravity;
    this.#view = view;
    this.#lobby.draw(view);
    this.#custom.hidden = this.#fields['game-choice'].value !== CUSTOM;
    this.#roomComputer.hidden = host !== null;
    setText(this.#joinRoom, host === null ? 'Wait here' : `Play ${host?.name ?? ''}`);
    setText(byId('game-text', HTMLElement), name);
    const meeting = this.#typedRoom && `room ${this.#typedRoom}`;
    const facts = [name !== described && described, bestOf && `best of ${bestOf}`, MARK_TEXTS[mark], meeting];
    setText(byId('options-text', HTMLElement), ['', ...facts.filter(Boolean)].join(' · '));
  }

  /** @param {{ [field in Field]?: string | number }} values */
  #fill(values) {
    for (const id of OPTION_FIELDS) if (id in values) this.#fields[id].value = String(values[id]);
  }

  #choose() {
    const { columns, rows, run, misere, gravity, mark, series, ...fields } = this.#fields;
    const [width, height] = [Number(columns.value), Number(rows.value)];
    const custom = {
      ...{ columns: width, rows: height },
      // A run is not longer than the board.
      run: Math.min(Number(run.value), Math.max(width, height)),
      ...(misere.checked && { misere: true }),
      ...(gravity.checked && { gravity: true }),
    };
    this.#act({
      type: 'choose',
      choices: {
        mark: /** @type {Choices['mark']} */ (mark.value),
        bestOf: /** @type {Choices['bestOf']} */ (Number(series.value) || null),
        rules: GAMES.get(fields['game-choice'].value) ?? custom,
        secondName: fields['second-name'].value.trim(),
      },
    });
  }

  get #typedRoom() {
    return this.#fields.room.value.trim().replaceAll(/\s+/g, '-');
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
