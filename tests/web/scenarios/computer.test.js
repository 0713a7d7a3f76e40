/** A browser against the computer. */

import assert from 'node:assert/strict';

import { test } from '../harness/test.js';

test('a hint is marked on the board until the move', async (env) => {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.choose('You play', 'X (goes first)');
  await ann.press('Play the computer');
  await ann.play(1);
  await ann.expectCells('Centre, O, last move');
  await ann.waitForTurn();
  await ann.press('Hint');
  await ann.expectText('Hint: ');
  const hinted = ann.board.getByRole('button', { name: /, hint/ });
  await hinted.first().waitFor();
  await hinted.first().click();
  await hinted.first().waitFor({ state: 'hidden' });
  await ann.expectNoText('Hint: ');
});

test('a game without a name is played', async (env) => {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.chooseCustom({ Columns: '2', Rows: '4', 'In a row': '2' });
  await ann.press('Play the computer');
  await ann.waitForTurn();
  await ann.expectText('2×4, 2 in a row');
  assert.equal(await ann.board.getByRole('button').count(), 8);
});

test('a run is not longer than the board', async (env) => {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.chooseCustom({ Columns: '4', Rows: '3', 'In a row': '9' });
  assert.equal(await ann.choice('In a row').inputValue(), '4');
});

test('a mark falls to the bottom of its column, from a tap or a key', async (env) => {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.press('Four in a row');
  await ann.choose('You play', 'X (goes first)');
  await ann.cell(1, 4).click();
  await ann.expectCells('d6, X');
  await ann.waitForTurn();
  await ann.cell(2, 1).focus();
  await ann.page.keyboard.press('ArrowRight');
  await ann.page.keyboard.press('Enter');
  await ann.board.getByRole('button', { name: /^b[56], X/ }).waitFor();
  await ann.expectText('Four in a row');
});
