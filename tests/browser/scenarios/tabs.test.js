/** Two tabs with one seat. */

import assert from 'node:assert/strict';

import { playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

/** @typedef {import('../harness/person.js').Person} Person */

/** @param {Person} person */
async function wake(person) {
  for (const event of /** @type {const} */ (['visibilitychange', 'pageshow', 'online'])) {
    await person.wake(event);
  }
}

test('the newer of two tabs plays, the older says so and stays quiet', async (scene) => {
  const [ann, bob] = await scene.pair(await scene.server());
  await playOut([ann, bob], [1, 4]);
  await ann.hasTurn();
  const newer = await ann.duplicate();
  await newer.hasTurn();
  await ann.heading('Played on another tab').waitFor();
  const connections = ann.countConnections();
  await wake(ann);
  await wake(ann);
  await newer.plays(2);
  await bob.plays(5);
  await wake(ann);
  await newer.plays(3);
  await newer.status('You won: 1-2-3.');
  await bob.status('Ann won: 1-2-3.');
  await ann.heading('Played on another tab').waitFor();
  assert.equal(connections.count, 0);
});

test('a tab that is quiet stays so when it is loaded again', async (scene) => {
  const [ann, bob] = await scene.pair(await scene.server());
  const newer = await ann.duplicate();
  await ann.heading('Played on another tab').waitFor();
  const connections = ann.countConnections();
  await ann.page.reload();
  await ann.heading('Played on another tab').waitFor();
  await wake(ann);
  await playOut([newer, bob, newer], [1, 4, 2]);
  await bob.hasTurn();
  assert.equal(connections.count, 0);
});

test('a seat is taken back, and the other tab is quiet then', async (scene) => {
  const [ann, bob] = await scene.pair(await scene.server());
  const newer = await ann.duplicate();
  await newer.hasTurn();
  await ann.press('Play here');
  await newer.heading('Played on another tab').waitFor();
  await playOut([ann, bob], [1, 4]);
  await newer.press('Play here');
  await ann.heading('Played on another tab').waitFor();
  await newer.plays(2);
  await bob.hasTurn();
});

test('the quiet tab may go to the start page, and the game goes on', async (scene) => {
  const [ann, bob] = await scene.pair(await scene.server());
  const newer = await ann.duplicate();
  await ann.press('Start page');
  await ann.button('Play').waitFor();
  await newer.plays(1);
  await bob.plays(4);
  await newer.hasTurn();
});
