/** A friend comes by invitation. */

import assert from 'node:assert/strict';

import { test } from '../harness/test.js';

/**
 * Somebody who waits in a room.
 *
 * @param {import('../harness/scene.js').Scene} scene
 * @param {import('../harness/server.js').Server} server
 * @param {{ room?: string, board?: string }} wish
 */
async function host(scene, server, { room = '', board }) {
  const ann = await scene.person(server, { name: 'Ann' });
  await ann.choice('You play').selectOption('X, and begin');
  if (board !== undefined) {
    await ann.choice('Board').selectOption(board);
  }
  await ann.field('Room').fill(room);
  await ann.press('Invite a friend');
  await ann.heading(/^Waiting in room ./).waitFor();
  const link = await ann.invitation();
  return { ann, link };
}

test('a guest comes into the room by its link, and gets the board that waits there', async (scene) => {
  const server = await scene.server();
  const { ann, link } = await host(scene, server, { room: 'kitten', board: '5x4, 4 in a row' });
  await ann.heading('Waiting in room kitten').waitFor();
  assert.equal(link.pathname, '/r/kitten');
  assert.equal(ann.path, '/r/kitten');

  const bob = await scene.person(server, { path: link.pathname, name: 'Bob' });
  await bob.heading('Room kitten').waitFor();
  await bob.press('Join the room');
  await ann.hasTurn();
  await ann.cell(1, 3).click();
  await bob.status('Ann: X at c1 (row 1, column 3). Your turn.');
  await bob.sees('c1, row 1, column 3, X, last move', 'e4, row 4, column 5, empty');
  for (const person of [ann, bob]) {
    await person.reads('5x4, 4 in a row');
    await person.reads('room kitten');
  }
});

test('a room without a name gets one that can be said', async (scene) => {
  const server = await scene.server();
  const { ann, link } = await host(scene, server, {});
  const room = decodeURIComponent(link.pathname.slice('/r/'.length));
  assert.match(room, /^[a-z]+-[a-z]+-\d+$/);
  await ann.heading(`Waiting in room ${room}`).waitFor();
});

test('a room with letters of any script is found again', async (scene) => {
  const server = await scene.server();
  const { ann, link } = await host(scene, server, { room: 'größe-ключ-部屋' });
  const bob = await scene.person(server, { path: link.pathname, name: 'Bob' });
  await bob.heading('Room größe-ключ-部屋').waitFor();
  await bob.press('Join the room');
  await ann.hasTurn();
});

test('whoever comes into a room that is full may watch', async (scene) => {
  const server = await scene.server();
  const { ann, link } = await host(scene, server, { room: 'kitten' });
  const bob = await scene.person(server, { path: link.pathname, name: 'Bob' });
  await bob.press('Join the room');
  await ann.hasTurn();
  await ann.square(5).click();

  const eve = await scene.person(server, { path: link.pathname, name: 'Eve' });
  await eve.press('Join the room');
  await eve.heading('Room kitten is full').waitFor();
  await eve.button('Start page').waitFor();
  await eve.press('Watch');
  await eve.sees('Row 2, column 2, X, last move');
  assert.match(eve.path, /^\/watch\/./);
});

test('what cannot be a room is said at its field', async (scene) => {
  const ann = await scene.person(await scene.server(), { name: 'Ann' });
  await ann.field('Room').fill('two words');
  await ann.press('Invite a friend');
  await ann.page.locator('input[aria-invalid=true]').waitFor();
  assert.equal(await ann.field('Room').getAttribute('aria-invalid'), 'true');
  const description = await ann.field('Room').getAttribute('aria-describedby');
  assert(description, 'what is wrong stands at the field');
  const words = description.split(' ').map((id) => ann.page.locator(`#${id}`).textContent());
  assert.match((await Promise.all(words)).join(' '), /letters, digits/);
});

test('who waits can stop waiting', async (scene) => {
  const { ann } = await host(scene, await scene.server(), { room: 'kitten' });
  await ann.press('Cancel');
  await ann.button('Invite a friend').waitFor();
  await ann.title('Tic-tac-toe');
});
