/** On phones. */

import assert from 'node:assert/strict';

import { assertFits } from '../harness/looks.js';
import { test } from '../harness/test.js';

/** @typedef {import('../harness/person.js').Person} Person */

const PHONES = {
  small: { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  usual: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

for (const [size, phone] of Object.entries(PHONES)) {
  test(`a tap plays on a ${size} phone, and nothing lies beside the screen`, async (scene) => {
    const [ann, bob] = await scene.pair(await scene.server(), phone);
    for (const [person, square] of /** @type {const} */ ([
      [ann, 1],
      [bob, 4],
      [ann, 2],
      [bob, 5],
      [ann, 3],
    ])) {
      await person.hasTurn();
      await assertFits(person);
      await person.square(square).tap();
    }
    await ann.status('You won: 1-2-3.');
    await assertFits(ann);
    await ann.button('Review').tap();
    await ann.reads(/in 5 moves/);
    await assertFits(ann);
  });

  test(`on a ${size} phone a tap selects a small cell, and Place plays it`, async (scene) => {
    const ann = await scene.person(await scene.server(), { name: 'Ann', ...phone });
    await ann.choice('Board').selectOption('15x15, 5 in a row');
    await assertFits(ann);
    await ann.button('Play the computer').tap();
    await ann.hasTurn();
    await ann.cell(8, 8).tap();
    await ann.cell(7, 7).tap();
    await ann.reads('g7');
    assert.equal(await ann.board.getByRole('button', { name: /, X/ }).count(), 0);
    await ann.button('Place').tap();
    await ann.board.getByRole('button', { name: /^g7, row 7, column 7, X/ }).waitFor();
    await assertFits(ann);
  });
}

test('what is to be tapped is large enough for a finger', async (scene) => {
  const ann = await scene.person(await scene.server(), { name: 'Ann', ...PHONES.small });
  for (const button of await ann.page.getByRole('button').all()) {
    const box = await button.boundingBox();
    assert(
      box && box.width >= 44 && box.height >= 44,
      `${await button.textContent()} is ${box?.width}x${box?.height}`,
    );
  }
});

test('a phone may zoom', async (scene) => {
  const ann = await scene.person(await scene.server(), PHONES.small);
  const viewport = await ann.page.locator('meta[name=viewport]').getAttribute('content');
  assert.doesNotMatch(viewport ?? '', /user-scalable|maximum-scale/);
});

test('a phone that is turned keeps the whole board in sight', async (scene) => {
  const [ann] = await scene.pair(await scene.server(), PHONES.usual);
  await ann.page.setViewportSize({ width: 844, height: 390 });
  await assertFits(ann);
  const box = await ann.board.boundingBox();
  assert(box && box.height <= 390, `the board is ${box?.height} pixels high`);
});

test('what is wrong with a field is in sight, and the field has the focus', async (scene) => {
  const ann = await scene.person(await scene.server(), { ...PHONES.small, name: 'Ann' });
  await ann.field('Room').fill('not a room!');
  await ann.press('Invite a friend');
  await ann.page.locator('#room[aria-invalid=true]:focus').waitFor();
  const box = await ann.page.locator('#room-fault').boundingBox();
  assert.ok(box && box.y > 0 && box.y + box.height < 568, JSON.stringify(box));
});
