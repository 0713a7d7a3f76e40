/** The start screen: whom to play, on which board; and the invitation screen, which the guest of a room sees. */

import { DEFAULT_BOARD, GAMES, LONGEST_SIDE, describe, gameName } from '../core/boards.js';
import { wordIn } from '../core/route.js';
import { MORE_ICON, button, byId, create, lineIcon, setOptionalText, setText } from './dom.js';
import { Lobby } from './lobby.js';

/** The games with a name: what their chips show. */
const CHIPS = Object.entries({
  Classic: 'M7 3v14M13 3v14M3 7h14M3 13h14',
  'Four in a row':
    'M2 14a2 2 0 1 0 4 0a2 2 0 1 0-4 0M8 14a2 2 0 1 0 4 0a2 2 0 1 0-4 0M14 14a2 2 0 1 0 4 0a2 2 0 1 0-4 0M8 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  'Five in a row': 'M3 17h.01M6.5 13.5h.01M10 10h.01M13.5 6.5h.01M17 3h.01',
  Misere: 'M3 10h.01M10 10h.01M17 10h.01M5 17 15 3',
});

const MARK_TEXTS = { any: '', X: 'you are X', O: 'you are O' };

/** The fields of the options, by id. */
const OPTION_FIELDS = /** @type {const} */ ([
  ...['columns', 'rows', 'run', 'misere', 'gravity'],
  ...['mark', 'series', 'room', 'second-name'],
]);

/** @typedef {(typeof OPTION_FIELDS)[number]} Field */

export class StartScreen {
  #options = byId('options', HTMLElement);
  #fields = /** @type {Record<Field, HTMLInputElement>} */ (
    Object.fromEntries(OPTION_FIELDS.map((id) => [id, byId(id, HTMLElement)]))
  );
  #chips = byId('chips', HTMLElement);
  #more = chip('More', 'More', MORE_ICON, () => this.#toggleOptions());
  #playPerson = button('play-person', () => this.#meet());
  #joinRoom = button('join-room', () => this.#enterOrWatch());
  #roomComputer = button('room-computer', () => this.#join({ opponent: 'ai' }));
  #lobby;
  #act;
  /** The newest. @type {View | null} */
  #view = null;

  /** @param {(action: Action) => void} act */
  constructor(act) {
    this.#act = act;
    this.#lobby = new Lobby(act, (player) => this.#joinPlayer(player));
    const lengths = Array.from({ length: LONGEST_SIDE }, (_, index) => String(index + 1));
    for (const id of ['columns', 'rows', 'run'])
      byId(id, HTMLElement).append(...lengths.map((text) => create('option', {}, text)));
    const chips = CHIPS.map(([name, icon]) => {
      const rules = GAMES.get(name) ?? DEFAULT_BOARD;
      const label = name.split(' ', 1)[0] ?? '';
      return chip(name, label, icon, () => act({ type: 'choose', choices: { rules } }));
    });
    this.#chips.append(...chips, this.#more);
    button('play-computer', () => this.#join({ opponent: 'ai' }));
    button('play-here', () => this.#join({ opponent: 'hotseat' }));
    byId('start', HTMLElement).addEventListener('change', () => this.#choose());
  }

  /** @param {number} cell */
  playAt(cell) {
    if (this.#view?.room == null) this.#join({ opponent: 'ai', firstMove: cell });
    else this.#enterRoom();
  }

  /** @param {View} view */
  draw(view) {
    const { choices, host, playing, screen } = view;
    const { rules, mark, bestOf, secondName } = choices;
    const { columns, rows, run, misere = false, gravity = false } = rules;
    const name = gameName(rules);
    if (!this.#view) this.#fill({ 'second-name': secondName });
    this.#fill({ columns, rows, run, mark, series: bestOf ?? '' });
    this.#fields.misere.checked = misere;
    this.#fields.gravity.checked = gravity;
    this.#view = view;
    this.#lobby.draw(view);
    this.#chips.hidden = screen !== 'start';
    for (const chip of this.#chips.children) chip.ariaPressed = String(chip.ariaLabel === name);
    this.#more.ariaPressed = String(!GAMES.has(name));
    this.#more.ariaExpanded = String(!this.#options.hidden);
    this.#roomComputer.hidden = host !== null;
    const alone = playing ? 'Watch' : 'Wait here';
    setText(this.#joinRoom, host === null ? alone : `Play ${host?.name ?? ''}`);
    const meeting = this.#typedRoom && `room ${this.#typedRoom}`;
    const facts = [!GAMES.has(name) && name, bestOf && `best of ${bestOf}`, MARK_TEXTS[mark], meeting];
    setOptionalText(byId('options-text', HTMLElement), facts.filter(Boolean).join(' · '));
    const opponent = this.#opponent?.name;
    setText(byId('play-person-text', HTMLElement), `Play ${opponent ?? 'a person'}`);
    this.#playPerson.querySelector('i')?.toggleAttribute('hidden', opponent === undefined);
  }

  /** The person who has waited longest for just this game. */
  get #opponent() {
    if (!this.#view || this.#typedRoom) return undefined;
    const { rules, bestOf } = this.#view.choices;
    return this.#view.lobby.players.find(
      ({ kind, rules: wanted, best_of = null }) =>
        kind === 'person' && (!wanted || describe(wanted) === describe(rules)) && best_of === bestOf,
    );
  }

  #meet() {
    const opponent = this.#opponent;
    if (opponent) this.#joinPlayer(opponent);
    else this.#join({ opponent: 'human', room: this.#typedRoom || null });
  }

  #toggleOptions() {
    const { hidden } = this.#options;
    this.#options.hidden = !hidden;
    this.#more.ariaExpanded = String(hidden);
    if (hidden) this.#options.scrollIntoView({ block: 'nearest' });
  }

  /** @param {{ [field in Field]?: string | number }} values */
  #fill(values) {
    for (const id of OPTION_FIELDS) if (id in values) this.#fields[id].value = String(values[id]);
  }

  #choose() {
    const { columns, rows, run, misere, gravity, mark, series, ...fields } = this.#fields;
    const [width, height] = [Number(columns.value), Number(rows.value)];
    this.#act({
      type: 'choose',
      choices: {
        mark: /** @type {Choices['mark']} */ (mark.value),
        bestOf: /** @type {Choices['bestOf']} */ (Number(series.value) || null),
        rules: {
          ...{ columns: width, rows: height },
          // A run is not longer than the board.
          run: Math.min(Number(run.value), Math.max(width, height)),
          ...(misere.checked && { misere: true }),
          ...(gravity.checked && { gravity: true }),
        },
        secondName: fields['second-name'].value.trim(),
      },
    });
  }

  get #typedRoom() {
    return wordIn(this.#fields.room.value);
  }

  #enterRoom() {
    const { room = null, host } = this.#view ?? {};
    this.#join({ opponent: 'human', room, host: host?.name, rules: null, bestOf: null });
  }

  #enterOrWatch() {
    const { host, playing } = this.#view ?? {};
    if (!host && playing) this.#act({ type: 'watch', match: playing });
    else this.#enterRoom();
  }

  /** @param {WaitingPlayer} player */
  #joinPlayer({ word, name, rules = null, best_of: bestOf = null }) {
    this.#join({ opponent: 'any', room: word, host: name, rules, bestOf });
  }

  /**
   * Joins with the chosen game, unless another one is named.
   * @param {Pick<JoinOptions, 'opponent'> & Partial<JoinOptions>} part
   */
  #join(part) {
    if (!this.#view) return;
    this.#act({ type: 'join', options: { ...this.#view.choices, room: null, ...part } });
  }
}

/**
 * @param {string} label
 * @param {string} text
 * @param {string} icon
 * @param {() => void} act
 */
function chip(label, text, icon, act) {
  const element = create('button', { type: 'button', 'aria-label': label }, lineIcon(icon), text);
  element.addEventListener('click', act);
  return element;
}
