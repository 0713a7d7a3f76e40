/**
 * Helpers that change the document. They insert text only, never markup, and a text only if it has changed, so that screen
 * readers announce real changes only.
 */

export const MORE_ICON = 'M4 9.5a.5.5 0 1 0 .01 0M10 9.5a.5.5 0 1 0 .01 0M16 9.5a.5.5 0 1 0 .01 0';

const STROKES = { X: 'M22 22 78 78M78 22 22 78', O: 'M50 18a32 32 0 1 1 0 64a32 32 0 1 1 0-64' };

/** @typedef {HTMLElementTagNameMap & Pick<SVGElementTagNameMap, 'svg' | 'path'>} Tags */

/** @type {(action: Action) => void} */
let listener = () => {};

/** @param {typeof listener} dispatch is called with each action of the player */
export function onAct(dispatch) {
  listener = dispatch;
}

/** @param {Action} action */
export function act(action) {
  listener(action);
}

/**
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no ${kind.name} "${id}".`);
  return element;
}

/**
 * @param {string} id
 * @param {() => void} act
 */
export function button(id, act) {
  const element = byId(id, HTMLButtonElement);
  element.addEventListener('click', act);
  return element;
}

/**
 * Calls `act` when the link is clicked, unless that opens another tab.
 * @param {HTMLElement} link
 * @param {() => void} act
 */
export function onPlainClick(link, act) {
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    act();
  };
}

/**
 * @template {keyof Tags} K
 * @param {K} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} inside
 * @returns {Tags[K]}
 */
export function create(tag, attributes = {}, ...inside) {
  const namespace = `http://www.w3.org/${tag === 'svg' || tag === 'path' ? '2000/svg' : '1999/xhtml'}`;
  const element = /** @type {Tags[K]} */ (document.createElementNS(namespace, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * @param {HTMLElement} element
 * @param {string | null} text
 */
export function setOptionalText(element, text) {
  setText(element, text ?? '');
  element.hidden = !text;
}

/** The items that each element shows, as JSON. @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Replaces the children, one for each item, if the items have changed. A child that is being pressed stays, and one of the
 * same text keeps the focus.
 * @template T
 * @param {Element} parent
 * @param {T[]} items
 * @param {(item: T, index: number) => Node} build
 */
export function fill(parent, items, build) {
  const json = JSON.stringify(items);
  if (shown.get(parent) === json || parent.matches(':active')) return;
  shown.set(parent, json);
  const focused = parent.contains(document.activeElement) ? document.activeElement?.textContent : null;
  parent.replaceChildren(...items.map(build));
  const controls = [...parent.querySelectorAll(/** @type {'a'} */ ('a, button'))];
  if (focused) controls.find(({ textContent }) => textContent === focused)?.focus({ preventScroll: true });
}

/** @param {('X' | 'O')[]} marks */
export function markIcon(...marks) {
  const paths = marks.map((mark) => createPath(mark, STROKES[mark]));
  return drawing('', '0 0 100 100', '20', paths);
}

/** @param {string} d */
export function lineIcon(d) {
  return drawing('drawn', '0 0 20 20', '20', [createPath('', d)]);
}

const TILE = 'm.5.5h9v9h-9z';

/**
 * @param {string[]} rows of `X`, `O` and `_`
 * @param {{ last?: number[], won?: number[] }} [squares] the squares that are marked
 */
export function smallBoard(rows, { last = [], won = [] } = {}) {
  const cells = rows.flatMap((row, y) => [...row].map((mark, x) => ({ mark, x: x * 10, y: y * 10 })));
  const strokes = (/** @type {string} */ kind, /** @type {string} */ stroke, drawn = cells) =>
    createPath(kind, drawn.map(({ x, y }) => `M${x} ${y}${stroke}`).join(''));
  const at = (/** @type {number[]} */ squares) => squares.flatMap((square) => cells[square] ?? []);
  const of = (/** @type {Mark} */ wanted) => cells.filter(({ mark }) => mark === wanted);
  const side = Math.max(rows.length, rows[0]?.length ?? 0) * 10;
  const paths = [
    strokes('tile', TILE),
    strokes('last', TILE, at(last)),
    strokes(`won ${at(won)[0]?.mark}`, TILE, at(won)),
    strokes('X', 'm3 3l4 4m0-4l-4 4', of('X')),
    strokes('O', 'm5 2.8a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4', of('O')),
  ];
  return drawing('tiles', `0 0 ${side} ${side}`, '46', paths);
}

/** `Ann – Bob (bot)`, with a class for each mark. @param {ListedMatch['players']} players */
export function opponents({ X, O }) {
  const [x, o] = [X, O].map(({ name, kind }, index) =>
    create('bdi', { class: index === 0 ? 'X' : 'O' }, kind === 'bot' ? `${name} (bot)` : name),
  );
  return [x ?? '', ' – ', o ?? ''];
}

/**
 * @param {string} kind
 * @param {string} viewBox
 * @param {string} size in pixels
 * @param {SVGElement[]} paths
 */
function drawing(kind, viewBox, size, paths) {
  return create('svg', { class: kind, viewBox, width: size, height: size, 'aria-hidden': 'true' }, ...paths);
}

/**
 * @param {string} kind
 * @param {string} d
 */
export function createPath(kind, d) {
  return create('path', { class: kind, d, pathLength: '1' });
}

/** An announcement stays for this long, for screen readers that move through the page. */
const ANNOUNCED_MS = 5000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let announcementTimer;

/**
 * Has screen readers say something that is visible anyway; they also repeat it, because it is a change each time.
 * @param {string} text
 */
export function announce(text) {
  const region = byId('announcement', HTMLElement);
  clearTimeout(announcementTimer);
  region.textContent = '';
  if (text === '') return;
  announcementTimer = setTimeout(() => {
    region.textContent = text;
    announcementTimer = setTimeout(announce, ANNOUNCED_MS, '');
  });
}

/** @param {HTMLElement} element */
export function isVisible(element) {
  return element.getClientRects().length > 0;
}
