/** Everything works with the keyboard alone. */

import assert from 'node:assert/strict';

import { playOut } from '../harness/games.js';
import { test } from '../harness/test.js';
import { eventually } from '../harness/wait.js';

/** More than the focusable elements of the page. */
const MAX_TABS = 60;

/** A cell of a 3x3 board. */
const CELL = /^(Top|Middle|Bottom|Centre)\b.*,/;

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
    await this.tabTo(CELL);
    await this.press(String(square));
  }
}

test('two games are played with the keyboard alone', async (env) => {
  const server = await env.server();
  const ann = await env.player(server);
  const keyboard = new KeyboardPlayer(ann);
  await keyboard.tabTo(/^Your name$/);
  await ann.page.keyboard.type('Ann');
  await keyboard.press('Enter');
  await keyboard.tabTo(/^More$/);
  await keyboard.press('Enter');
  await keyboard.tabTo(/^You play$/);
  await ann.page.keyboard.type('X');
  await keyboard.tabTo(/^Play a person$/);
  await keyboard.press('Enter');
  await ann.heading('Waiting for an opponent').waitFor();
  const bob = await env.player(server, { name: 'Bob' });
  await bob.playPerson();

  await ann.waitForTurn();
  await keyboard.tabTo(CELL);
  await keyboard.press('Home', 'ArrowUp', 'ArrowUp', 'Enter');
  await bob.play(4);
  await ann.waitForTurn();
  await keyboard.tabTo(CELL);
  await keyboard.press('ArrowRight', 'Space');
  await bob.play(5);
  await ann.waitForTurn();
  await keyboard.tabTo(CELL);
  await keyboard.press('End', 'Enter');
  await ann.expectStatus('You won! Top row.');

  await keyboard.tabTo(/^Rematch$/);
  await keyboard.press('Enter');
  await bob.press('Rematch');
  await playOut([bob, keyboard], [1, 4, 2, 5, 9, 6]);
  await ann.expectStatus('You won! Middle row.');
});

test('a move is taken back, and a reaction sent, with the keyboard alone', async (env) => {
  const [ann, bob] = await env.pair(await env.server());
  const keyboard = new KeyboardPlayer(ann);
  await keyboard.play(5);
  await bob.waitForTurn();
  await keyboard.tabTo(/^Take back$/);
  await keyboard.press('Enter');
  await ann.expectStatus('Takeback requested. Waiting for Bob...');
  await keyboard.expectFocus(/./);
  await bob.press('Accept');
  await ann.expectStatus('Your turn You took back a move.');
  await keyboard.tabTo(/^React$/);
  await keyboard.press('Enter');
  await keyboard.tabTo(/^Thanks!$/);
  const shown = bob.page.getByRole('list', { name: 'Players' }).getByText('Thanks!').waitFor();
  await keyboard.press('Enter');
  await shown;
  await keyboard.expectFocus(/^React$/);
});

test('Tab reaches one cell of the board, and arrows, Home and End the others without wrapping around', async (env) => {
  const [ann] = await env.pair(await env.server());
  const keyboard = new KeyboardPlayer(ann);
  await keyboard.tabTo(CELL);
  for (const [keys, cell] of /** @type {const} */ ([
    [['Control+Home'], 'Top left'],
    [['ArrowLeft', 'ArrowUp'], 'Top left'],
    [['ArrowRight', 'ArrowDown'], 'Centre'],
    [['Home'], 'Middle left'],
    [['End', 'ArrowRight'], 'Middle right'],
    [['ArrowDown', 'ArrowDown'], 'Bottom right'],
  ])) {
    await keyboard.press(...keys);
    await keyboard.expectFocus(new RegExp(`^${cell},`));
  }
  assert.equal(await ann.board.locator('[tabindex="0"]').count(), 1);
  await keyboard.press('Tab');
  assert.doesNotMatch(await keyboard.focused(), CELL);
});

test('the focus is never lost when the screen changes', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann' });
  const keyboard = new KeyboardPlayer(ann);
  await keyboard.tabTo(/^Play the computer$/);
  await keyboard.press('Enter');
  await ann.waitForTurn();
  await keyboard.expectFocus(/./);
  await keyboard.tabTo(/^More$/);
  await keyboard.press('Enter');
  await keyboard.expectFocus(/^Invite people to watch$/);
  await keyboard.press('Escape');
  await keyboard.expectFocus(/^More$/);
  await keyboard.press('Enter');
  await keyboard.tabTo(/^Resign$/);
  await keyboard.press('Enter');
  await keyboard.expectFocus(/^Cancel$/);
  await keyboard.tabTo(/^Resign$/);
  await keyboard.press('Enter');
  await ann.expectStatus('The computer won You resigned.');
  await keyboard.expectFocus(/./);
  await keyboard.tabTo(/^More$/);
  await keyboard.press('Enter');
  await keyboard.tabTo(/^Leave$/);
  await keyboard.press('Enter');
  await ann.button('Play a person').waitFor();
  await keyboard.expectFocus(/./);
});

test('digits play on the first screen before the board has the focus, also unshifted on a French keyboard', async (env) => {
  const server = await env.server();
  const ann = await env.player(server);
  await ann.page.keyboard.press('5');
  await ann.expectCells('Centre, X');
  const eve = await env.player(server);
  await eve.page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '(', code: 'Digit5', bubbles: true })),
  );
  await eve.expectCells('Centre, X');
});

test('a name that is being typed when the opponent arrives is not played', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann' });
  await ann.choose('You play', 'X (goes first)');
  await ann.playPerson();
  await ann.heading('Waiting for an opponent').waitFor();
  await ann.field('Your name').fill('Zoe ');
  const bob = await env.player(server, { name: 'Bob' });
  await bob.playPerson();
  await ann.waitForTurn();
  await ann.page.keyboard.type('5');
  await ann.page.keyboard.press('Enter');
  await bob.expectText('Zoe 5');
  await ann.expectBoard('___/___/___');
});
