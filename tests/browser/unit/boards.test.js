import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  BOARDS,
  parseBoardValue,
  boardValue,
  boardText,
  cellName,
  columnLetter,
  parseBoard,
  lineName,
  madeUpName,
} from './core.js';
import { CLASSIC, randomNumbers } from './fixtures.js';

test('boards are named by their size and how many in a row win', () => {
  assert.deepEqual(BOARDS.map(boardText), [
    '3×3, 3 in a row',
    '4×4, 4 in a row',
    '5×4, 4 in a row',
    '7×6, 4 in a row',
    '10×10, 5 in a row',
    '15×15, 5 in a row',
  ]);
});

test('the value of an option is parsed back to its board', () => {
  for (const rules of BOARDS) assert.deepEqual(parseBoardValue(boardValue(rules)), rules);
  for (const value of ['', 'other', '3x3', '3x3-4', '16x3-3', '3x3-3 ', '-3x3-3'])
    assert.equal(parseBoardValue(value), null);
});

/** @type {[string, string, string, string][]} */
const WRONG = [
  ['', '3', '3', 'columns'],
  ['0', '3', '3', 'columns'],
  ['16', '3', '3', 'columns'],
  ['3.5', '3', '3', 'columns'],
  ['-3', '3', '3', 'columns'],
  ['1e1', '3', '3', 'columns'],
  ['3', 'x', '3', 'rows'],
  ['3', '99', '3', 'rows'],
  ['3', '4', '5', 'run'],
  ['3', '4', '0', 'run'],
];

for (const [columns, rows, run, field] of WRONG) {
  test(`${columns || 'nothing'} by ${rows} with ${run} in a row: ${field} is wrong`, () => {
    const parsed = parseBoard(columns, rows, run);
    assert.ok('field' in parsed);
    assert.equal(parsed.field, field);
    assert.match(parsed.message, /from 1 to \d+/);
  });
}

test('valid sizes are parsed, with spaces and at the limits', () => {
  assert.deepEqual(parseBoard(' 15 ', '1', '15'), { rules: { columns: 15, rows: 1, run: 15 } });
  assert.deepEqual(parseBoard('1', '1', '1'), { rules: { columns: 1, rows: 1, run: 1 } });
  assert.deepEqual(parseBoard('1', '1', '2'), {
    field: 'run',
    message: 'In a row: only 1 fits on a board of 1×1.',
  });
  assert.deepEqual(parseBoard('3', '4', '5'), {
    field: 'run',
    message: 'In a row: type a number from 1 to 4 on a board of 3×4.',
  });
});

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
  assert.equal(lineName({ columns: 7, rows: 6, run: 4 }, [0, 1, 2, 3]), '4 in a row, a1 to d1');
  assert.equal(lineName({ columns: 3, rows: 3, run: 2 }, [0, 1]), '2 in a row, top left to top middle');
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
