/** The start screen: whom to play, on which board; and the invitation screen, which the guest of a room sees. */

import { DEFAULT_BOARD, GAMES, LONGEST_SIDE, describe, gameName } from '../core/boards.js';
import { wordIn } from '../core/route.js';
import { MORE_ICON, act, button, byId, create, lineIcon, setOptionalText, setText } from './dom.js';
import { drawLobby } from './lobby.js';

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

const optionCard = byId('options', HTMLElement);
const optionFields = /** @type {Record<Field, HTMLInputElement>} */ (
  Object.fromEntries(OPTION_FIELDS.map((id) => [id, byId(id, HTMLElement)]))
);
const chips = byId('chips', HTMLElement);
const moreChip = chip('More', 'More', MORE_ICON, toggleOptions);
const playPerson = button('play-person', meet);
const joinRoom = button('join-room', enterOrWatch);
const roomComputer = button('room-computer', () => join({ opponent: 'ai' }));
/** The newest. @type {View | null} */
let startView = null;

const lengths = Array.from({ length: LONGEST_SIDE }, (_, index) => String(index + 1));
for (const id of ['columns', 'rows', 'run'])
  byId(id, HTMLElement).append(...lengths.map((text) => create('option', {}, text)));
const gameChips = CHIPS.map(([name, icon]) => {
  const rules = GAMES.get(name) ?? DEFAULT_BOARD;
  const label = name.split(' ', 1)[0] ?? '';
  return chip(name, label, icon, () => act({ type: 'choose', choices: { rules } }));
});
chips.append(...gameChips, moreChip);
button('play-computer', () => join({ opponent: 'ai' }));
button('play-here', () => join({ opponent: 'hotseat' }));
byId('start', HTMLElement).addEventListener('change', chooseOptions);

/** @param {number} cell */
export function playAt(cell) {
  if (startView?.room == null) join({ opponent: 'ai', firstMove: cell });
  else enterRoom();
}

/** @param {View} view */
export function drawStart(view) {
  const { choices, host, playing, screen } = view;
  const { rules, mark, bestOf, secondName } = choices;
  const { columns, rows, run, misere = false, gravity = false } = rules;
  const name = gameName(rules);
  if (!startView) fillOptions({ 'second-name': secondName });
  fillOptions({ columns, rows, run, mark, series: bestOf ?? '' });
  optionFields.misere.checked = misere;
  optionFields.gravity.checked = gravity;
  startView = view;
  drawLobby(view, joinPlayer);
  chips.hidden = screen !== 'start';
  for (const chip of chips.children) chip.ariaPressed = String(chip.ariaLabel === name);
  moreChip.ariaPressed = String(!GAMES.has(name));
  moreChip.ariaExpanded = String(!optionCard.hidden);
  roomComputer.hidden = host !== null;
  const alone = playing ? 'Watch' : 'Wait here';
  setText(joinRoom, host === null ? alone : `Play ${host?.name ?? ''}`);
  const meeting = typedRoom() && `room ${typedRoom()}`;
  const facts = [!GAMES.has(name) && name, bestOf && `best of ${bestOf}`, MARK_TEXTS[mark], meeting];
  setOptionalText(byId('options-text', HTMLElement), facts.filter(Boolean).join(' · '));
  const opponent = waitingOpponent()?.name;
  setText(byId('play-person-text', HTMLElement), `Play ${opponent ?? 'a person'}`);
  playPerson.querySelector('i')?.toggleAttribute('hidden', opponent === undefined);
}

/** The person who has waited longest for just this game. */
function waitingOpponent() {
  if (!startView || typedRoom()) return undefined;
  const { rules, bestOf } = startView.choices;
  return startView.lobby.players.find(
    ({ kind, rules: wanted, best_of = null }) =>
      kind === 'person' && (!wanted || describe(wanted) === describe(rules)) && best_of === bestOf,
  );
}

function meet() {
  const opponent = waitingOpponent();
  if (opponent) joinPlayer(opponent);
  else join({ opponent: 'human', room: typedRoom() || null });
}

function toggleOptions() {
  const { hidden } = optionCard;
  optionCard.hidden = !hidden;
  moreChip.ariaExpanded = String(hidden);
  if (hidden) optionCard.scrollIntoView({ block: 'nearest' });
}

/** @param {{ [field in Field]?: string | number }} values */
function fillOptions(values) {
  for (const id of OPTION_FIELDS) if (id in values) optionFields[id].value = String(values[id]);
}

function chooseOptions() {
  const { columns, rows, run, misere, gravity, mark, series, ...fields } = optionFields;
  const [width, height] = [Number(columns.value), Number(rows.value)];
  act({
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

function typedRoom() {
  return wordIn(optionFields.room.value);
}

function enterRoom() {
  const { room = null, host } = startView ?? {};
  join({ opponent: 'human', room, host: host?.name, rules: null, bestOf: null });
}

function enterOrWatch() {
  const { host, playing } = startView ?? {};
  if (!host && playing) act({ type: 'watch', match: playing });
  else enterRoom();
}

/** @param {WaitingPlayer} player */
function joinPlayer({ word, name, rules = null, best_of: bestOf = null }) {
  join({ opponent: 'any', room: word, host: name, rules, bestOf });
}

/** @param {Extract<Action, { type: 'join' }>['options']} options */
function join(options) {
  act({ type: 'join', options });
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
