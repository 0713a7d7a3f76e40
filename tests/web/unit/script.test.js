import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const PAGE = new URL('../../../server/page/', import.meta.url);

test('top-level names are unique among all modules, because they become one script', () => {
  const names = readdirSync(PAGE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => namesIn(readFileSync(new URL(file, PAGE), 'utf8')));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  assert.deepEqual(twice, []);
});

/** @param {string} source */
function namesIn(source) {
  const found = source.matchAll(/^(?:export )?(?:async )?(?:const|let|function|class) (\w+|\[[^\]]+\])/gm);
  return [...found].flatMap(([, name]) => name?.match(/\w+/g) ?? []);
}

test('what draws neither asks the server nor reads the storage', () => {
  for (const file of readdirSync(new URL('ui/', PAGE))) {
    const source = readFileSync(new URL(`ui/${file}`, PAGE), 'utf8');
    assert.doesNotMatch(source, /\/shell\/|\bfetch\(|(local|session)Storage/, file);
  }
});
