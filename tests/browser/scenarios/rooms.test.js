/** Invitations to rooms. */

import assert from 'node:assert/strict';

import { test } from '../harness/test.js';

/**
 * Ann waits in a room.
 *
 * @param {import('../harness/env.js').TestEnv} env
 * @param {import('../harness/server.js').Server} server
 * @param {{ room?: string, board?: string }} options
 */
async function host(env, server, { room = '', board }) {
  const ann = await env.player(server, { name: 'Ann' });
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

test('a guest joins the room by its link, and gets its board', async (env) => {
  const server = await env.server();
  const { ann, link } = await host(env, server, { room: 'kitten', board: '5x4, 4 in a row' });
  await ann.heading('Waiting in room kitten').waitFor();
  assert.equal(link.pathname, '/r/kitten');
  await ann.expectPath(/^\/r\/kitten$/);

  const bob = await env.player(server, { path: link.pathname, name: 'Bob' });
  await bob.heading('Room kitten').waitFor();
  await bob.press('Join the room');
  await ann.waitForTurn();
  await ann.cell(1, 3).click();
  await bob.expectStatus('Ann: X at c1 (row 1, column 3). Your turn.');
  await bob.expectCells('c1, row 1, column 3, X, last move', 'e4, row 4, column 5, empty');
  for (const player of [ann, bob]) {
    await player.expectText('5x4, 4 in a row');
    await player.expectText('room kitten');
  }
});

test('a room without a name gets a random one', async (env) => {
  const server = await env.server();
  const { ann, link } = await host(env, server, {});
  const room = decodeURIComponent(link.pathname.slice('/r/'.length));
  assert.match(room, /^[a-z]+-[a-z]+-\d+$/);
  await ann.heading(`Waiting in room ${room}`).waitFor();
});

test('a room name may have letters of any script', async (env) => {
  const server = await env.server();
  const { ann, link } = await host(env, server, { room: 'größe-ключ-部屋' });
  const bob = await env.player(server, { path: link.pathname, name: 'Bob' });
  await bob.heading('Room größe-ключ-部屋').waitFor();
  await bob.press('Join the room');
  await ann.waitForTurn();
});

test('the match in a full room can be watched', async (env) => {
  const server = await env.server();
  const { ann, link } = await host(env, server, { room: 'kitten' });
  const bob = await env.player(server, { path: link.pathname, name: 'Bob' });
  await bob.press('Join the room');
  await ann.waitForTurn();
  await ann.square(5).click();

  const eve = await env.player(server, { path: link.pathname, name: 'Eve' });
  await eve.press('Join the room');
  await eve.heading('Room kitten is full').waitFor();
  await eve.button('Start page').waitFor();
  await eve.press('Watch');
  await eve.expectCells('Row 2, column 2, X, last move');
  await eve.expectPath(/^\/watch\/./);
});

test('an invalid room is reported at its field', async (env) => {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.field('Room').fill('two words');
  await ann.press('Invite a friend');
  await ann.page.locator('input[aria-invalid=true]').waitFor();
  assert.equal(await ann.field('Room').getAttribute('aria-invalid'), 'true');
  const description = await ann.field('Room').getAttribute('aria-describedby');
  assert(description, 'the field has a description');
  const words = description.split(' ').map((id) => ann.page.locator(`#${id}`).textContent());
  assert.match((await Promise.all(words)).join(' '), /letters, digits/);
});

test('a waiting player can cancel', async (env) => {
  const { ann } = await host(env, await env.server(), { room: 'kitten' });
  await ann.press('Cancel');
  await ann.button('Invite a friend').waitFor();
  await ann.expectTitle('Tic-tac-toe');
});
