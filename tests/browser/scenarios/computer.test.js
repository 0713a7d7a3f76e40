/** A browser against the computer. */

import assert from 'node:assert/strict';

import { playAnything } from '../harness/games.js';
import { test } from '../harness/test.js';

/** @param {import('../harness/scene.js').Scene} scene */
async function playing(scene, level = 'perfect') {
  const ann = await scene.person(await scene.server(), { name: 'Ann' });
  await ann.choice('Level').selectOption(level);
  await ann.press('Play the computer');
  await ann.hasTurn();
  return ann;
}

for (const level of ['easy', 'casual', 'perfect']) {
  test(`somebody plays the ${level} computer to the end, and again`, async (scene) => {
    const ann = await playing(scene, level);
    await ann.reads(`computer, ${level}`);
    await playAnything(ann);
    await ann.press('Rematch');
    await ann.status(/turn\.$/);
    await playAnything(ann);
    await ann.status(/ won|A draw/);
  });
}

test('a hint is marked on the board, and gone after the move', async (scene) => {
  const ann = await playing(scene);
  await ann.plays(1);
  await ann.sees('Row 2, column 2, O, last move');
  await ann.hasTurn();
  await ann.press('Hint');
  await ann.reads('Hint: ');
  const hinted = ann.board.getByRole('button', { name: /, hint/ });
  await hinted.first().waitFor();
  await hinted.first().click();
  await hinted.first().waitFor({ state: 'hidden' });
  await ann.readsNoLonger('Hint: ');
});

test('a game that is over is reviewed', async (scene) => {
  const ann = await playing(scene);
  await playAnything(ann);
  await ann.press('Review');
  await ann.reads(/Move 1, X at 1: /);
  await ann.reads(/mistakes? in \d moves/);
});

test('there are no hints between people', async (scene) => {
  const [ann, bob] = await scene.pair(await scene.server());
  for (const person of [ann, bob]) {
    assert.equal(await person.button('Hint').count(), 0);
  }
});

test('somebody resigns against the computer, and plays again', async (scene) => {
  const ann = await playing(scene);
  await ann.plays(1);
  await ann.hasTurn();
  await ann.press('Resign');
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await ann.status('You resigned: Computer won.');
  await ann.press('Rematch');
  await ann.status(/turn\.$/);
  await ann.reads('0-1, 0 draws');
});

test('whoever waits may play the computer instead', async (scene) => {
  const ann = await scene.person(await scene.server(), { name: 'Ann' });
  await ann.choice('Level').selectOption('casual');
  await ann.press('Play');
  await ann.reads('The computer joins in');
  await ann.press('Play the computer now');
  await ann.status(/turn\.$/);
  await ann.reads('computer, casual');
});

test('whoever waits may wait for a person only', async (scene) => {
  const server = await scene.server();
  const ann = await scene.person(server, { name: 'Ann' });
  await ann.press('Play', 'Keep waiting for a person');
  await ann.readsNoLonger('The computer joins in');
  const bob = await scene.person(server, { name: 'Bob' });
  await bob.press('Play');
  await ann.status(/turn\.$/);
});

test('the computer comes by itself', async (scene) => {
  const ann = await scene.person(await scene.server('--ai-after=100ms'), { name: 'Ann' });
  await ann.choice('Level').selectOption('perfect');
  await ann.press('Play');
  await ann.status(/turn\.$/);
  await ann.reads('computer, perfect');
});

test('a board of another size is played', async (scene) => {
  const ann = await scene.person(await scene.server(), { name: 'Ann' });
  await ann.choice('Board').selectOption('Another size');
  for (const [name, value] of /** @type {const} */ ([
    ['Columns', '2'],
    ['Rows', '4'],
    ['In a row', '2'],
  ])) {
    await ann.page.getByRole('spinbutton', { name, exact: true }).fill(value);
  }
  await ann.press('Play the computer');
  await ann.hasTurn();
  await ann.reads('2x4, 2 in a row');
  assert.equal(await ann.board.getByRole('button').count(), 8);
});

test('a board that cannot be is said at its field', async (scene) => {
  const ann = await scene.person(await scene.server(), { name: 'Ann' });
  await ann.choice('Board').selectOption('Another size');
  await ann.page.getByRole('spinbutton', { name: 'Columns', exact: true }).fill('16');
  await ann.press('Play the computer');
  await ann.reads('Columns: type a number from 1 to 15.');
  assert.equal(await ann.board.count(), 0);
});
