import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cellName, columnLetter, lineName, madeUpName } from './core.js';
import { CLASSIC, randomNumbers } from './fixtures.js';

test('cells are named by place on 3x3, and by coordinates on other boards', () => {
  const large = { columns: 15, rows: 15, run: 5 };
  assert.deepEqual(
    [0, 4, 8].map((cell) => cellName(CLASSIC, cell)),
    ['top left', 'centre', 'bottom right'],
  );
  assert.deepEqual(
    [0, 2, 112, 224].map((cell) => cellName(large, cell)),
    ['a1', 'c1', 'h8', 'o15'],
  );
  assert.deepEqual([1, 15].map(columnLetter), ['a', 'o']);
});

test('a line is named by its place on 3x3, and by its length and its ends on other boards', () => {
  const names = [
    [0, 1, 2],
    [6, 7, 8],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
  ].map((line) => lineName(CLASSIC, line));
  assert.deepEqual(names, [
    ...['the top row', 'the bottom row', 'the middle column', 'the right column'],
    ...['the diagonal', 'the diagonal'],
  ]);
  assert.equal(lineName({ columns: 7, rows: 6, run: 4 }, [0, 1, 2, 3]), 'four in a row, a1 to d1');
  assert.equal(lineName({ columns: 3, rows: 3, run: 2 }, [0, 1]), 'two in a row, top left to top middle');
});

test('a made-up name is two words, and often another one', () => {
  const random = randomNumbers(7);
  const names = Array.from({ length: 200 }, () => madeUpName(random));
  for (const name of names) assert.match(name, /^[A-Z][a-z]+ [A-Z][a-z]+$/);
  assert.ok(new Set(names).size > 150);
  assert.equal(
    madeUpName(() => 0),
    'Amber Badger',
  );
});
