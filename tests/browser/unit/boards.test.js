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
  randomRoom,
} from './core.js';
import { CLASSIC, randomNumbers } from './fixtures.js';

test('boards are named as in the terminal client', () => {
  assert.deepEqual(BOARDS.map(boardText), [
    '3x3, 3 in a row',
    '4x4, 4 in a row',
    '5x4, 4 in a row',
    '7x6, 4 in a row',
    '10x10, 5 in a row',
    '15x15, 5 in a row',
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
    message: 'In a row: only 1 fits on a board of 1x1.',
  });
  assert.deepEqual(parseBoard('3', '4', '5'), {
    field: 'run',
    message: 'In a row: type a number from 1 to 4 on a board of 3x4.',
  });
});

test('cells are named as players count', () => {
  const large = { columns: 15, rows: 15, run: 5 };
  assert.deepEqual(
    [0, 4, 8].map((cell) => cellName(CLASSIC, cell)),
    ['1', '5', '9'],
  );
  assert.deepEqual(
    [0, 2, 112, 224].map((cell) => cellName(large, cell)),
    ['a1', 'c1', 'h8', 'o15'],
  );
  assert.deepEqual([1, 15].map(columnLetter), ['a', 'o']);
});

test('a random room is a short and valid name', () => {
  const random = randomNumbers(7);
  for (let round = 0; round < 2000; round += 1) {
    const room = randomRoom(Uint32Array.from([0, 0, 0], () => Math.floor(random() * 2 ** 32)));
    assert.match(room, /^[a-z]+-[a-z]+-[1-9]\d\d$/);
    assert.ok(room.length <= 32);
  }
  assert.equal(randomRoom([0, 0, 0]), 'amber-alpaca-100');
});

test('there are more than a million rooms, all different', () => {
  const rooms = new Set();
  for (let colour = 0; colour < 100; colour += 1) {
    for (let animal = 0; animal < 200; animal += 1) rooms.add(randomRoom([colour, animal, 0]));
  }
  const numbers = new Set(Array.from({ length: 2000 }, (_, number) => randomRoom([0, 0, number])));
  assert.ok(rooms.size * numbers.size >= 1_000_000, `${rooms.size} times ${numbers.size}`);
});
