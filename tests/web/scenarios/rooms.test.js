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
  await bob.link(/^Cleo is waiting/).waitFor({ state: 'detached' });
  await bob.page.mouse.up();
  await bob.expectStatus('Ann is thinking... You are O. Ann goes first.');
});

test('a player who waits in public is joined by the link, or from the list', async (env) => {
  const server = await env.server();
  for (const way of ['link', 'list']) {
    const { ann, link } = await host(env, server, {});
    assert.match(link.pathname, /^\/r\/[a-z]+-[a-z]+-\d+$/);
    await ann.expectStatus('Classic. Anyone online can join. Or send a friend this link.');
    await ann.expectText(`tictactoe ${server.address} --room ${link.pathname.slice('/r/'.length)}`);
    const bob = await env.player(server, { path: way === 'link' ? link.pathname : '/', name: 'Bob' });
    if (way === 'link') await bob.press('Play Ann');
    else await bob.link(/^Ann is waiting · Classic/).click();
    await ann.waitForTurn();
    await bob.expectText('Ann');
    await ann.giveUp('Leave');
  }
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

test('a room name may have letters of any script, and spaces', async (env) => {
  const server = await env.server();
  const { ann, link } = await host(env, server, { room: 'größe ключ 部屋' });
  const bob = await env.player(server, { path: link.pathname, name: 'Bob' });
  await bob.heading('Ann invites you').waitFor();
  await bob.press('Play Ann');
  await ann.waitForTurn();
});

test('the match in a full room can be watched', async (env) => {
  const server = await env.server();
  const { ann, link } = await host(env, server, { room: 'kitten' });
  const bob = await env.player(server, { path: link.pathname, name: 'Bob' });
  await bob.press('Play Ann');
  await ann.waitForTurn();
  await ann.square(5).click();

  const eve = await env.player(server, { name: 'Eve' });
  await eve.enterRoom('kitten');
  await eve.playPerson();
  await eve.heading('Room kitten is full').waitFor();
  await eve.button('Start page').waitFor();
  await eve.open(link.pathname);
  await eve.expectStatus('Room kitten Two people are playing here.');
  await eve.press('Watch');
  await eve.expectCells('Centre, X, last move');
  await eve.expectPath(/^\/watch\/./);
});

test('a guest whose host has gone is told so', async (env) => {
  const server = await env.server();
  const { ann, link } = await host(env, server, { room: 'kitten' });
  const bob = await env.player(server, { path: link.pathname, name: 'Bob' });
  await bob.heading('Ann invites you').waitFor();
  await ann.press('Cancel');
  await bob.page.locator('#join-room').click();
  await bob.expectStatus(
    'Waiting for an opponent Ann has stopped waiting. Wait for someone else, or cancel.',
  );
});

test('an invalid room is reported at its field', async (env) => {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.enterRoom('not a room!');
  await ann.playPerson();
  await ann.page.locator('input[aria-invalid=true]').waitFor();
  assert.equal(await ann.field('Room').getAttribute('aria-invalid'), 'true');
  const description = await ann.field('Room').getAttribute('aria-describedby');
  assert(description, 'the field has a description');
  const words = description.split(' ').map((id) => ann.page.locator(`#${id}`).textContent());
  assert.match((await Promise.all(words)).join(' '), /letters, digits/);
});

test('a link to an impossible room says so', async (env) => {
  const ann = await env.player(await env.server(), { path: '/r/not%20a%20room', name: 'Ann' });
  await ann.heading('There is no such room').waitFor();
  await ann.expectText('A room is one word of letters, digits, - and _.');
  await ann.press('Start page');
  await ann.expectPath(/^\/$/);
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

test('a waiting player can cancel', async (env) => {
  const { ann } = await host(env, await env.server(), { room: 'kitten' });
  await ann.press('Cancel');
  await ann.button('Play a person').waitFor();
  await ann.expectTitle('Tic-tac-toe');
});
