/** A keyboard is all that is needed. */

import assert from 'node:assert/strict';

import { playOut } from '../harness/games.js';
import { test } from '../harness/test.js';
import { eventually } from '../harness/wait.js';

/** More elements than there are on a page to be reached. */
const ENOUGH = 60;

/** Somebody without a mouse. */
class Typist {
  /** @param {import('../harness/person.js').Person} person */
  constructor(person) {
    this.person = person;
    this.keyboard = person.page.keyboard;
  }

  /** @param {string[]} keys */
  async press(...keys) {
    for (const key of keys) {
      await this.keyboard.press(key);
    }
  }

  /**
   * Goes there with Tab.
   *
   * @param {RegExp} name
   */
  async goTo(name) {
    for (let count = 0; count < ENOUGH; count += 1) {
      if (name.test(await this.focused())) {
        return;
      }
      await this.press('Tab');
    }
    assert.fail(`Tab never leads to ${name}`);
  }

  /** The name of what the keyboard is at. */
  async focused() {
    const name = await this.person.page.evaluate(() => {
      const active = document.activeElement;
      if (active instanceof HTMLInputElement || active instanceof HTMLSelectElement) {
        return active.labels?.[0]?.textContent;
      }
      return active === document.body ? '' : (active?.ariaLabel ?? active?.textContent);
    });
    return name?.trim() ?? '';
  }

  /** @param {RegExp} name */
  async isAt(name) {
    await eventually(async () => assert.match(await this.focused(), name));
  }

  /** Plays a square by its number. */
  async plays(/** @type {number} */ square) {
    await this.person.hasTurn();
    await this.goTo(/^Row /);
    await this.press(String(square));
  }
}

test('two games are played with the keyboard alone, from a fresh load', async (scene) => {
  const server = await scene.server();
  const ann = await scene.person(server);
  const typist = new Typist(ann);
  await typist.goTo(/^Your name$/);
  await ann.page.keyboard.type('Ann');
  await typist.goTo(/^You play$/);
  await ann.page.keyboard.type('X');
  await typist.goTo(/^Play$/);
  await typist.press('Enter');
  await ann.heading('Waiting for an opponent').waitFor();
  const bob = await scene.person(server, { name: 'Bob' });
  await bob.press('Play');

  await ann.hasTurn();
  await typist.goTo(/^Row /);
  await typist.press('Home', 'ArrowUp', 'ArrowUp', 'Enter');
  await bob.plays(4);
  await ann.hasTurn();
  await typist.goTo(/^Row /);
  await typist.press('ArrowRight', 'Space');
  await bob.plays(5);
  await ann.hasTurn();
  await typist.goTo(/^Row /);
  await typist.press('End', 'Enter');
  await ann.status('You won: 1-2-3.');

  await typist.goTo(/^Rematch$/);
  await typist.press('Enter');
  await bob.press('Rematch');
  await playOut([bob, typist], [1, 4, 2, 5, 9, 6]);
  await ann.status('You won: 4-5-6.');
});

test('arrows, Home and End go over the board and not around it', async (scene) => {
  const [ann] = await scene.pair(await scene.server());
  const typist = new Typist(ann);
  await typist.goTo(/^Row /);
  for (const [keys, cell] of /** @type {const} */ ([
    [['Control+Home'], 'Row 1, column 1'],
    [['ArrowLeft', 'ArrowUp'], 'Row 1, column 1'],
    [['ArrowRight', 'ArrowDown'], 'Row 2, column 2'],
    [['Home'], 'Row 2, column 1'],
    [['End', 'ArrowRight'], 'Row 2, column 3'],
    [['ArrowDown', 'ArrowDown'], 'Row 3, column 3'],
  ])) {
    await typist.press(...keys);
    await typist.isAt(new RegExp(`^${cell},`));
  }
});

test('one cell of the board is reached by Tab, and the rest by arrows', async (scene) => {
  const [ann] = await scene.pair(await scene.server());
  assert.equal(await ann.board.locator('[tabindex="0"]').count(), 1);
  const typist = new Typist(ann);
  await typist.goTo(/^Row /);
  await typist.press('Tab');
  assert.doesNotMatch(await typist.focused(), /^Row /);
});

test('the keyboard is never lost when the screen changes', async (scene) => {
  const server = await scene.server();
  const ann = await scene.person(server, { name: 'Ann' });
  const typist = new Typist(ann);
  await typist.goTo(/^Play the computer$/);
  await typist.press('Enter');
  await ann.hasTurn();
  await typist.isAt(/./);
  await typist.goTo(/^Resign$/);
  await typist.press('Enter');
  await typist.isAt(/^Go on playing$/);
  await typist.press('Escape');
  await typist.isAt(/^Resign$/);
  await typist.press('Enter');
  await typist.goTo(/^Resign$/);
  await typist.press('Enter');
  await ann.status('You resigned: Computer won.');
  await typist.isAt(/./);
  await typist.goTo(/^Leave$/);
  await typist.press('Enter');
  await ann.button('Play').waitFor();
  await typist.isAt(/./);
});

test('digits that are typed into a field play nothing', async (scene) => {
  const [ann] = await scene.pair(await scene.server());
  await ann.press('Invite watchers');
  await ann.field('Link').focus();
  await ann.page.keyboard.type('5');
  await ann.page.keyboard.press('Escape');
  await ann.seesBoard('___/___/___');
});
