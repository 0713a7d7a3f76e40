/** Everything works with the keyboard alone. */

import assert from 'node:assert/strict';

import { playOut } from '../harness/games.js';
import { test } from '../harness/test.js';
import { eventually } from '../harness/wait.js';

/** More than the focusable elements of the page. */
const MAX_TABS = 60;

/** A player without a mouse. */
class KeyboardPlayer {
  /** @param {import('../harness/player.js').Player} player */
  constructor(player) {
    this.player = player;
    this.keyboard = player.page.keyboard;
  }

  /** @param {string[]} keys */
  async press(...keys) {
    for (const key of keys) {
      await this.keyboard.press(key);
    }
  }

  /** Presses Tab until an element with this name has the focus. @param {RegExp} name */
  async tabTo(name) {
    for (let count = 0; count < MAX_TABS; count += 1) {
      if (name.test(await this.focused())) {
        return;
      }
      await this.press('Tab');
    }
    assert.fail(`Tab never reaches ${name}`);
  }

  /** The name of the focused element. */
  async focused() {
    const name = await this.player.page.evaluate(() => {
      const active = document.activeElement;
      if (active instanceof HTMLInputElement || active instanceof HTMLSelectElement) {
        return active.labels?.[0]?.textContent;
      }
      return active === document.body ? '' : (active?.ariaLabel ?? active?.textContent);
    });
    return name?.trim() ?? '';
  }

  /** @param {RegExp} name */
  async expectFocus(name) {
    await eventually(async () => assert.match(await this.focused(), name));
  }

  /** Waits for the turn, and plays a square by its number. */
  async play(/** @type {number} */ square) {
    await this.player.waitForTurn();
    await this.tabTo(/^Row /);
    await this.press(String(square));
  }
}

test('two games are played with the keyboard alone', async (env) => {
  const server = await env.server();
  const ann = await env.player(server);
  const keyboard = new KeyboardPlayer(ann);
  await keyboard.tabTo(/^Your name$/);
  await ann.page.keyboard.type('Ann');
  await keyboard.tabTo(/^You play$/);
  await ann.page.keyboard.type('X');
  await keyboard.tabTo(/^Play$/);
  await keyboard.press('Enter');
  await ann.heading('Waiting for an opponent').waitFor();
  const bob = await env.player(server, { name: 'Bob' });
  await bob.press('Play');

  await ann.waitForTurn();
  await keyboard.tabTo(/^Row /);
  await keyboard.press('Home', 'ArrowUp', 'ArrowUp', 'Enter');
  await bob.play(4);
  await ann.waitForTurn();
  await keyboard.tabTo(/^Row /);
  await keyboard.press('ArrowRight', 'Space');
  await bob.play(5);
  await ann.waitForTurn();
  await keyboard.tabTo(/^Row /);
  await keyboard.press('End', 'Enter');
  await ann.expectStatus('You won: 1-2-3.');

  await keyboard.tabTo(/^Rematch$/);
  await keyboard.press('Enter');
  await bob.press('Rematch');
  await playOut([bob, keyboard], [1, 4, 2, 5, 9, 6]);
  await ann.expectStatus('You won: 4-5-6.');
});

test('arrows, Home and End move over the board without wrapping around', async (env) => {
  const [ann] = await env.pair(await env.server());
  const keyboard = new KeyboardPlayer(ann);
  await keyboard.tabTo(/^Row /);
  for (const [keys, cell] of /** @type {const} */ ([
    [['Control+Home'], 'Row 1, column 1'],
    [['ArrowLeft', 'ArrowUp'], 'Row 1, column 1'],
    [['ArrowRight', 'ArrowDown'], 'Row 2, column 2'],
    [['Home'], 'Row 2, column 1'],
    [['End', 'ArrowRight'], 'Row 2, column 3'],
    [['ArrowDown', 'ArrowDown'], 'Row 3, column 3'],
  ])) {
    await keyboard.press(...keys);
    await keyboard.expectFocus(new RegExp(`^${cell},`));
  }
});

test('Tab reaches one cell of the board, and arrows the others', async (env) => {
  const [ann] = await env.pair(await env.server());
  assert.equal(await ann.board.locator('[tabindex="0"]').count(), 1);
  const keyboard = new KeyboardPlayer(ann);
  await keyboard.tabTo(/^Row /);
  await keyboard.press('Tab');
  assert.doesNotMatch(await keyboard.focused(), /^Row /);
});

test('the focus is never lost when the screen changes', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann' });
  const keyboard = new KeyboardPlayer(ann);
  await keyboard.tabTo(/^Play the computer$/);
  await keyboard.press('Enter');
  await ann.waitForTurn();
  await keyboard.expectFocus(/./);
  await keyboard.tabTo(/^Resign$/);
  await keyboard.press('Enter');
  await keyboard.expectFocus(/^Go on playing$/);
  await keyboard.press('Escape');
  await keyboard.expectFocus(/^Resign$/);
  await keyboard.press('Enter');
  await keyboard.expectFocus(/^Go on playing$/);
  await keyboard.tabTo(/^Resign$/);
  await keyboard.press('Enter');
  await ann.expectStatus('You resigned: Computer won.');
  await keyboard.expectFocus(/./);
  await keyboard.tabTo(/^Leave$/);
  await keyboard.press('Enter');
  await ann.button('Play').waitFor();
  await keyboard.expectFocus(/./);
});

test('digits typed into a field do not play', async (env) => {
  const [ann] = await env.pair(await env.server());
  await ann.press('Invite watchers');
  await ann.field('Link').focus();
  await ann.page.keyboard.type('5');
  await ann.page.keyboard.press('Escape');
  await ann.expectBoard('___/___/___');
});
