/** Two players with a browser each. */

import assert from 'node:assert/strict';

import { madeUpName } from '../../../server/page/core/names.js';
import { playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

test('both players see names, turn, last move and winning line', async (env) => {
  const [ann, bob] = await env.pair(await env.server());
  await ann.expectTitle('Your turn – Tic-tac-toe');
  await bob.expectTitle('Ann is thinking... – Tic-tac-toe');
  for (const [player, other] of /** @type {const} */ ([
    [ann, 'Bob'],
    [bob, 'Ann'],
  ])) {
    await player.page.getByRole('list', { name: 'Players' }).getByText(other, { exact: true }).waitFor();
  }
  await ann.play(5);
  await ann.expectCells('Centre, X, last move', 'Top left, empty');
  await ann.expectStatus('Bob is thinking... You played centre.');
  await bob.expectCells('Centre, X, last move', 'Top left, empty');
  await bob.expectStatus('Your turn Ann played centre.');
  await playOut([bob, ann], [1, 4, 2, 6]);
  for (const player of [ann, bob]) {
    await player.expectCells('Middle left, X, winning line', 'Top left, O');
    await player.expectCells('Middle right, X, last move, winning line');
  }
});

test('the second click of a double click is ignored', async (env) => {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.button('Play the computer').dblclick();
  await ann.waitForTurn();
  await ann.expectBoard('___/___/___');
});

test('Back asks before it leaves a game, and leaves one that is over', async (env) => {
  const [ann, bob] = await env.pair(await env.server());
  await playOut([ann, bob], [5, 1]);
  await ann.waitForTurn();
  await ann.page.goBack();
  await ann.dialog('Leave?').waitFor();
  await ann.page.goBack();
  await ann.press('Cancel');
  await ann.giveUp('Resign');
  await ann.expectStatus('Bob won You resigned.');
  await ann.page.goBack();
  await ann.button('Play a person').waitFor();
});

test('every made-up name is whole in the card of a phone', async (env) => {
  const [ann] = await env.pair(await env.server(), { viewport: { width: 360, height: 740 } });
  const names = Array.from({ length: 10_000 }, (_, index) => {
    const picks = [Math.floor(index / 100) / 100, (index % 100) / 100];
    return madeUpName(() => picks.shift() ?? 0);
  });
  const cut = await ann.page.locator('.player:last-child .name').evaluate(
    (element, names) =>
      names.filter((name) => {
        element.textContent = name;
        return element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
      }),
    [...new Set(names)],
  );
  assert.deepEqual(cut, []);
});
