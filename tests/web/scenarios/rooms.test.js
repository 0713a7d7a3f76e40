/** Invitations to rooms. */

import assert from 'node:assert/strict';

import { test } from '../harness/test.js';

/**
 * Ann waits in a room.
 *
 * @param {import('../harness/env.js').TestEnv} env
 * @param {import('../harness/server.js').Server} server
 * @param {{ room?: string, isLarge?: boolean }} options
 */
async function host(env, server, { room = '', isLarge = false } = {}) {
  const ann = await env.player(server, { name: 'Ann' });
  await ann.choose('You play', 'X (goes first)');
  if (isLarge) {
    await ann.chooseCustom({ Columns: '5', Rows: '4', 'In a row': '4' });
  }
  await ann.enterRoom(room);
  await ann.playPerson();
  await ann.heading('Waiting for an opponent').waitFor();
  const link = await ann.invitation();
  return { ann, link };
}

test('a guest joins the room by its link, and gets its board', async (env) => {
  const server = await env.server();
  const { ann, link } = await host(env, server, { room: 'kitten', isLarge: true });
  await ann.heading('Waiting for an opponent').waitFor();
  assert.equal(link.pathname, '/r/kitten');
  await ann.expectPath(/^\/r\/kitten$/);

  const bob = await env.player(server, { path: link.pathname, name: 'Bob' });
  await bob.expectStatus('Ann invites you 5×4, 4 in a row.');
  await bob.press('Play Ann');
  await ann.waitForTurn();
  await ann.cell(1, 3).click();
  await bob.expectStatus('Your turn Ann played c1.');
  await bob.expectCells('c1, X, last move', 'e4, empty');
  for (const player of [ann, bob]) {
    await player.expectText('5×4, 4 in a row');
    await player.expectText('room kitten');
  }
});

test('a player who waits sees who is online, and joins another one or watches a game', async (env) => {
  const server = await env.server();
  const { ann } = await host(env, server, { isLarge: true });
  for (const name of ['Bob', 'Cleo']) {
    const guest = await env.player(server, { name });
    await guest.playPerson();
    await guest.heading('Waiting for an opponent').waitFor();
    if (name === 'Bob') {
      await guest.link(/^Ann is waiting · 5×4, 4 in a row/).click();
      await ann.waitForTurn();
    } else {
      await guest.link(/^Ann – Bob/).click();
      await guest.expectStatus("Ann's turn Ann is X and goes first.");
    }
  }
});

test('a press on the list is not lost when the list is refreshed before the release', async (env) => {
  const server = await env.server();
  await host(env, server, {});
  const cleo = await env.player(server, { name: 'Cleo' });
  await cleo.chooseCustom({ Columns: '5', Rows: '4', 'In a row': '4' });
  await cleo.playPerson();
  await cleo.heading('Waiting for an opponent').waitFor();
  const bob = await env.player(server, { name: 'Bob' });
  await bob.link(/^Cleo is waiting/).waitFor();
  await bob.page.getByText('Ann is waiting').hover();
  await bob.page.mouse.down();
  await cleo.press('Cancel');
  const refresh = await bob.page.waitForResponse(
    async (response) => !(await response.text()).includes('Cleo'),
  );
  await refresh.finished();
  await bob.page.mouse.up();
  await bob.expectStatus('Ann is thinking... You are O. Ann goes first.');
});

test('a new name is seen by the opponent at once, and remembered', async (env) => {
  const server = await env.server();
  const [ann, bob] = await env.pair(server);
  await ann.enterName('Zoe');
  await bob.page.getByRole('list', { name: 'Players' }).getByText('Zoe').waitFor();
  await bob.expectStatus('Zoe is thinking...');
  await ann.giveUp('Leave');
  await ann.page.reload();
  assert.equal(await ann.field('Your name').inputValue(), 'Zoe');
});

test('a player without a name has a friendly one that stays', async (env) => {
  const ann = await env.player(await env.server());
  const name = await ann.field('Your name').inputValue();
  assert.match(name, /^[A-Z][a-z]+ [A-Z][a-z]+$/);
  await ann.page.reload();
  assert.equal(await ann.field('Your name').inputValue(), name);
});

test('what is typed as a room becomes a word that others can type', async (env) => {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.enterRoom('Not a room');
  await ann.playPerson();
  assert.equal((await ann.invitation()).pathname, '/r/not-a-room');
});

test('the main button names a player who waits for the chosen game, without scrolling', async (env) => {
  const server = await env.server();
  await host(env, server);
  const bob = await env.player(server, { name: 'Bob', viewport: { width: 360, height: 740 } });
  const play = bob.button('Play Ann');
  await play.waitFor();
  const box = await play.boundingBox();
  assert.ok(box && box.y + box.height <= 740, JSON.stringify(box));
  await bob.press('Five in a row');
  await bob.button('Play a person').waitFor();
  await bob.press('Classic', 'Play Ann');
  await bob.expectStatus(/^Ann is thinking/);
});
