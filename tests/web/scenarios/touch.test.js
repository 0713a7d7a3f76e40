/** Phones. */

import assert from 'node:assert/strict';

import { playAnything } from '../harness/games.js';
import { assertFits } from '../harness/page-checks.js';
import { STATES } from '../harness/states.js';
import { test } from '../harness/test.js';

/** @typedef {import('../harness/player.js').Player} Player */

const PHONES = {
  small: { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  usual: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

for (const [size, phone] of Object.entries(PHONES)) {
  test(`a tap plays on a ${size} phone, and the page fits the screen`, async (env) => {
    const [ann, bob] = await env.pair(await env.server(), phone);
    for (const [player, square] of /** @type {const} */ ([
      [ann, 1],
      [bob, 4],
      [ann, 2],
      [bob, 5],
      [ann, 3],
    ])) {
      await player.waitForTurn();
      await assertFits(player);
      await player.square(square).tap();
    }
    await ann.expectStatus('You won! Top row.');
    await assertFits(ann);
    await ann.button('Review').tap();
    await ann.expectStatus(/Better: centre/);
    await assertFits(ann);
    await ann.button('Move 1, X, top left').tap();
    await ann.expectBoard('X__/___/___');
  });

  test(`on a ${size} phone a tap selects a small cell, and Place plays it`, async (env) => {
    const ann = await env.player(await env.server(), { name: 'Ann', ...phone });
    await ann.press('Five in a row');
    await assertFits(ann);
    await ann.button('Play the computer').tap();
    await ann.waitForTurn();
    await ann.cell(8, 8).tap();
    await ann.cell(7, 7).tap();
    await ann.page.getByText('g7', { exact: true }).waitFor();
    assert.equal(await ann.board.getByRole('button', { name: /, X/ }).count(), 0);
    await ann.button('Place').tap();
    await ann.board.getByRole('button', { name: /^g7, X/ }).waitFor();
    await assertFits(ann);
    await ann.giveUp('Resign');
    await ann.expectStatus('The computer won You resigned.');
    assert.equal(await ann.page.locator('#confirmation').boundingBox(), null);
  });
}

for (const [width, height] of /** @type {const} */ ([
  [320, 568],
  [360, 740],
  [768, 1024],
  [1280, 800],
])) {
  test(`the first tap does not move the board at ${width}x${height}`, async (env) => {
    const options = { viewport: { width, height }, hasTouch: true, name: 'Ann' };
    const ann = await env.player(await env.server(), options);
    const before = await ann.board.boundingBox();
    await ann.square(5).tap();
    await ann.expectCells('Centre, X');
    assert.deepEqual(await ann.board.boundingBox(), before);
    await playAnything(ann);
    assert.deepEqual(await ann.board.boundingBox(), before);
  });
}

for (const state of [
  'start with options',
  'start with players and games',
  'waiting',
  'own turn',
  'lost to the computer',
  'lost with a rematch offer',
  'opponent left',
  'review',
]) {
  test(`fingers hit everything, nothing is cut, and no field makes a phone zoom: ${state}`, async (env) => {
    const { page } = (await STATES.find(({ name }) => name === state)?.reach(env, PHONES.small)) ?? {};
    const problems = await page?.evaluate(() => {
      return [...document.querySelectorAll('button, a, input, select')].flatMap((element) => {
        const { width, height, right } = (element.closest('label') ?? element).getBoundingClientRect();
        const isField = element.matches('input, select');
        const isSmall = width > 0 && (width < 44 || height < 44) && !element.matches('[type=checkbox]');
        const isCut = (element.scrollWidth > element.clientWidth + 1 && !isField) || right > innerWidth;
        const zooms = isField && parseFloat(getComputedStyle(element).fontSize) < 16;
        return isSmall || isCut || zooms ? [`${element.outerHTML} ${width}x${height}`] : [];
      });
    });
    assert.deepEqual(problems, []);
  });
}

test('the page can be zoomed', async (env) => {
  const ann = await env.player(await env.server(), PHONES.small);
  const viewport = await ann.page.locator('meta[name=viewport]').getAttribute('content');
  assert.doesNotMatch(viewport ?? '', /user-scalable|maximum-scale/);
});

test('the whole board is visible on a rotated phone', async (env) => {
  const [ann] = await env.pair(await env.server(), PHONES.usual);
  await ann.page.setViewportSize({ width: 844, height: 390 });
  await assertFits(ann);
  const box = await ann.board.boundingBox();
  assert(box && box.height <= 390, `the board is ${box?.height} pixels high`);
});

test('a refusal is visible without scrolling', async (env) => {
  const ann = await env.player(await env.server(), { ...PHONES.small, name: '\u200b' });
  await ann.playPerson();
  await ann.expectStatus(/^That didn't work .*name/);
  const box = await ann.page.getByRole('status').first().boundingBox();
  assert.ok(box && box.y > 0 && box.y + box.height < 568, JSON.stringify(box));
});
