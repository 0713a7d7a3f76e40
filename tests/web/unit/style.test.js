// The style sheets, as far as Chromium cannot show what is wrong with them.
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import assert from 'node:assert/strict';

const STYLE = new URL('../../../server/page/style/', import.meta.url);

test('a drawing that is placed by inset has a width and a height, which WebKit does not derive', () => {
  const placed = [];
  for (const file of readdirSync(STYLE)) {
    const rules = readFileSync(new URL(file, STYLE), 'utf8').matchAll(/([^{}]*\bsvg\b[^{}]*)\{([^}]*)\}/g);
    for (const [, selector = '', body = ''] of rules) {
      if (!/\binset:/.test(body)) continue;
      placed.push(selector.trim());
      assert.match(body, /\bwidth:/, `${file}: ${selector}`);
      assert.match(body, /\bheight:/, `${file}: ${selector}`);
    }
  }
  assert.notDeepEqual(placed, []);
});

test('marks that have faded at the end of a game still stand out from their squares', () => {
  const read = (/** @type {string} */ file) => readFileSync(new URL(file, STYLE), 'utf8');
  const [light = '', dark = ''] = read('colours.css').split('@media (prefers-color-scheme: dark)');
  const faded = [...read('board.css').matchAll(/\[data-outcome[^{}]*svg \{\s*opacity: ([\d.]+)/g)];
  const least = Math.min(...faded.map(([, opacity]) => Number(opacity)));
  assert.notDeepEqual(faded, []);
  for (const scheme of [light, dark]) {
    const [square, soft, ...marks] = ['card', 'soft', 'x', 'o'].map((name) => colour(scheme, name));
    for (const mark of marks) {
      for (const drawn of [mark, mix(mark, soft, 0.4)]) {
        assert.ok(contrast(mix(drawn, square, least), square) >= 3, `${mark} on ${square}`);
      }
    }
  }
});

/** @typedef {number[]} Colour red, green and blue, up to 255 */

/** @param {string} css @param {string} name @returns {Colour} */
function colour(css, name) {
  const hex = new RegExp(`--${name}: #(\\w{6})`).exec(css)?.[1] ?? '';
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** @type {(one: Colour | undefined, other: Colour | undefined, share: number) => Colour} */
function mix(one = [], other = [], share) {
  return one.map((value, index) => value * share + (other[index] ?? 0) * (1 - share));
}

/** As WCAG defines it. @type {(one: Colour, other: Colour | undefined) => number} */
function contrast(one, other = []) {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** @param {Colour} colour */
function luminance(colour) {
  const [r = 0, g = 0, b = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
