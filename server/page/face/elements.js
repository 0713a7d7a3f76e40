/**
 * Small ways to change the document. Nothing enters it but text, and nothing is touched that has not changed: what has
 * the focus keeps it, and screen readers hear of real changes only.
 */

const SVG = 'http://www.w3.org/2000/svg';

/** What each mark is drawn with, on a field of 100 by 100. */
const STROKES = { X: 'M22 22 78 78M78 22 22 78', O: 'M50 18a32 32 0 1 1 0 64a32 32 0 1 1 0-64' };

/**
 * The element of the page with that id.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function part(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no ${kind.name} "${id}".`);
  return element;
}

/**
 * The button of the page with that id, which does that when it is pressed.
 * @param {string} id
 * @param {() => void} act
 */
export function button(id, act) {
  const element = part(id, HTMLButtonElement);
  element.addEventListener('click', act);
  return element;
}

/**
 * A new element with attributes, and with elements or texts in it.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} inside
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {boolean} visible
 */
export function show(element, visible) {
  if (element.hidden === visible) element.hidden = !visible;
}

/**
 * Has the element say a text. Unruly names in it get elements of their own, so that they do not turn or stretch the rest.
 * @param {HTMLElement} element
 * @param {string} text
 * @param {string[]} [names]
 */
export function say(element, text, names = []) {
  if (element.textContent === text) return;
  element.replaceChildren(...apart(text, names.filter(isUnruly)));
}

/**
 * Has the element say a text, and shows it only if there is one.
 * @param {HTMLElement} element
 * @param {string | null} text
 * @param {string[]} [names]
 */
export function sayIfAny(element, text, names = []) {
  say(element, text ?? '', names);
  show(element, Boolean(text));
}

/**
 * Sets or takes away an attribute.
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
export function setOrDrop(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/**
 * Whether a name may be written from right to left, or be too long to stand in a sentence as it is.
 * @param {string} name
 */
function isUnruly(name) {
  return name.length > 12 || /[^\x20-\x7e]/.test(name);
}

/**
 * The text with each of the names in an element of its own.
 * @param {string} text
 * @param {string[]} names
 * @returns {(Node | string)[]}
 */
function apart(text, names) {
  const [name, ...others] = names;
  if (name === undefined) return text === '' ? [] : [text];
  const pieces = text.split(name).map((piece) => apart(piece, others));
  return pieces.flatMap((piece, index) => (index === 0 ? piece : [make('bdi', {}, name), ...piece]));
}

/**
 * A drawing of the marks that are asked for, the colour being that of the text.
 * @param {('X' | 'O')[]} marks
 */
export function drawing(...marks) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 100 100');
  svg.setAttribute('aria-hidden', 'true');
  for (const sign of marks) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', STROKES[sign]);
    path.setAttribute('class', sign);
    path.setAttribute('pathLength', '1');
    svg.append(path);
  }
  return svg;
}

/**
 * Has screen readers say something that is seen anyway.
 * @param {string} text
 */
export function speak(text) {
  say(part('spoken', HTMLElement), text);
}

/**
 * Whether an element is on the screen.
 * @param {HTMLElement} element
 */
export function isVisible(element) {
  return element.getClientRects().length > 0;
}

/**
 * Moves the focus there, unless somebody is about to type.
 * @param {HTMLElement} element
 */
export function focusOn(element) {
  const active = document.activeElement;
  const typing = active instanceof HTMLInputElement && !active.readOnly && isVisible(active);
  if (!typing) element.focus({ preventScroll: false });
}
