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
