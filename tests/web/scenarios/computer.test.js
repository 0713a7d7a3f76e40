/** A browser against the computer. */

import assert from 'node:assert/strict';

import { playAnything } from '../harness/games.js';
import { test } from '../harness/test.js';
import { eventually } from '../harness/wait.js';

/** @param {import('../harness/env.js').TestEnv} env */
async function playing(env, level = 'perfect') {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.choice('Level of the computer').selectOption(level);
  await ann.choose('You play', 'X (goes first)');
  await ann.press('Play the computer');
  await ann.waitForTurn();
  return ann;
}

for (const level of ['easy', 'casual', 'perfect']) {
  test(`a player plays two games against the ${level} computer`, async (env) => {
    const ann = await playing(env, level);
    await ann.page.getByRole('list', { name: 'Players' }).getByText(level).waitFor();
    await playAnything(ann);
    await ann.press('Rematch');
    await ann.expectStatus(/turn|thinking/);
    await playAnything(ann);
    await ann.expectStatus(/ won|Draw/);
  });
}

test('a hint is marked on the board until the move', async (env) => {
  const ann = await playing(env);
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

test('a finished game is reviewed', async (env) => {
  const ann = await playing(env);
  await playAnything(ann);
  await ann.press('Review');
  await ann.page.keyboard.press('Home');
  await ann.expectStatus('You played top left: still a draw.');
});

test('a player resigns against the computer, and plays again', async (env) => {
  const ann = await playing(env);
  await ann.play(1);
  await ann.waitForTurn();
  await ann.giveUp('Resign');
  await ann.expectStatus('The computer won You resigned.');
  await ann.press('Rematch');
  await ann.expectStatus(/turn|thinking/);
  await ann.expectText('0–1');
});

test('the first tap on the first screen is a move in a running game, and nothing has to be read before it', async (env) => {
  const ann = await env.player(await env.server());
  await ann.square(5).click();
  await ann.expectCells('Centre, X');
  await ann.waitForTurn();
  await ann.expectStatus(/The computer played/);
});

test('a player who prefers O moves after the computer', async (env) => {
  const ann = await env.player(await env.server());
  await ann.choose('You play', 'O (goes second)');
  await ann.square(2).click();
  await eventually(async () => assert.equal((await ann.marks()).match(/X/g)?.length, 2));
  await ann.expectCells('Top middle, O');
});

test('after a loss to the computer at its best, an easier level is a tap away, and the score goes on', async (env) => {
  const ann = await playing(env);
  await ann.giveUp('Resign');
  await ann.choice('Level of the computer').selectOption('easy');
  await ann.press('Rematch');
  await ann.page.getByRole('list', { name: 'Players' }).getByText('easy').waitFor();
  await ann.expectText('0–1');
  await ann.page.getByRole('link', { name: 'Tic-tac-toe' }).click();
  await ann.dialog('Leave?').getByRole('button', { name: 'Leave' }).click();
  assert.equal(await ann.choice('Level of the computer').inputValue(), 'easy');
});

test('a waiting player can play the computer instead', async (env) => {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.choice('Level of the computer').selectOption('casual');
  await ann.playPerson();
  await ann.press('Play the computer instead');
  await ann.expectStatus(/turn|thinking/);
  await ann.page.getByRole('list', { name: 'Players' }).getByText('casual').waitFor();
});

test('after a game against the computer the player can meet a person', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann' });
  await ann.square(1).click();
  await ann.waitForTurn();
  await ann.giveUp('Resign');
  await ann.playPerson();
  await ann.heading('Waiting for an opponent').waitFor();
  const bob = await env.player(server, { name: 'Bob' });
  await bob.playPerson();
  await ann.expectStatus(/turn|thinking/);
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

test('three in a row loses where that is the game', async (env) => {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.press('Misere');
  await ann.openOptions();
  await ann.field("Second player's name").fill('Bob');
  await ann.press('Two players here');
  for (const square of [1, 4, 2, 5, 3]) await ann.square(square).click();
  await ann.expectStatus('Bob won Ann completed the top row.');
  await ann.expectCells('Top left, X, losing line');
  await ann.expectText('Misere: three in a row loses');
});
