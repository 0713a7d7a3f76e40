/** A browser against the computer. */

import assert from 'node:assert/strict';

import { playAnything } from '../harness/games.js';
import { test } from '../harness/test.js';

/** @param {import('../harness/env.js').TestEnv} env */
async function playing(env, level = 'perfect') {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.choice('Level').selectOption(level);
  await ann.press('Play the computer');
  await ann.waitForTurn();
  return ann;
}

for (const level of ['easy', 'casual', 'perfect']) {
  test(`a player plays two games against the ${level} computer`, async (env) => {
    const ann = await playing(env, level);
    await ann.expectText(`computer, ${level}`);
    await playAnything(ann);
    await ann.press('Rematch');
    await ann.expectStatus(/turn\.$/);
    await playAnything(ann);
    await ann.expectStatus(/ won|A draw/);
  });
}

test('a hint is marked on the board until the move', async (env) => {
  const ann = await playing(env);
  await ann.play(1);
  await ann.expectCells('Row 2, column 2, O, last move');
  await ann.waitForTurn();
  await ann.press('Hint');
  await ann.expectText('Hint: ');
  const hinted = ann.board.getByRole('button', { name: /, hint/ });
  await hinted.first().waitFor();
  await hinted.first().click();
  await hinted.first().waitFor({ state: 'hidden' });
  await ann.expectNoText('Hint: ');
});

test('a finished game is reviewed', async (env) => {
  const ann = await playing(env);
  await playAnything(ann);
  await ann.press('Review');
  await ann.page.keyboard.press('Home');
  await ann.expectStatus(/mistakes? in \d moves/);
  await ann.page.keyboard.press('ArrowRight');
  await ann.expectStatus('You played top left: still a draw.');
});

test('a player resigns against the computer, and plays again', async (env) => {
  const ann = await playing(env);
  await ann.play(1);
  await ann.waitForTurn();
  await ann.press('Resign');
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await ann.expectStatus('You resigned: Computer won.');
  await ann.press('Rematch');
  await ann.expectStatus(/turn\.$/);
  await ann.expectText('0-1, 0 draws');
});

test('a waiting player can play the computer instead', async (env) => {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.choice('Level').selectOption('casual');
  await ann.press('Play');
  await ann.expectText('The computer joins in');
  await ann.press('Play the computer now');
  await ann.expectStatus(/turn\.$/);
  await ann.expectText('computer, casual');
});

test('a waiting player can wait for a person only', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann' });
  await ann.press('Play', 'Keep waiting for a person');
  await ann.expectNoText('The computer joins in');
  const bob = await env.player(server, { name: 'Bob' });
  await bob.press('Play');
  await ann.expectStatus(/turn\.$/);
});

test('the computer joins by itself', async (env) => {
  const ann = await env.player(await env.server('--ai-after=100ms'), { name: 'Ann' });
  await ann.choice('Level').selectOption('perfect');
  await ann.press('Play');
  await ann.expectStatus(/turn\.$/);
  await ann.expectText('computer, perfect');
});

test('a board of a custom size is played', async (env) => {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.choice('Board').selectOption('Another size');
  for (const [name, value] of /** @type {const} */ ([
    ['Columns', '2'],
    ['Rows', '4'],
    ['In a row', '2'],
  ])) {
    await ann.page.getByRole('spinbutton', { name, exact: true }).fill(value);
  }
  await ann.press('Play the computer');
  await ann.waitForTurn();
  await ann.expectText('2x4, 2 in a row');
  assert.equal(await ann.board.getByRole('button').count(), 8);
});

test('an impossible board is reported at its field', async (env) => {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.choice('Board').selectOption('Another size');
  await ann.page.getByRole('spinbutton', { name: 'Columns', exact: true }).fill('16');
  await ann.press('Play the computer');
  await ann.expectText('Columns: type a number from 1 to 15.');
  assert.equal(await ann.board.count(), 0);
});
