/** What two players have besides the board. */

import { X_WINS, playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

/** @typedef {import('../harness/player.js').Player} Player */

/** @param {Player} player @param {string} name */
function card({ page }, name) {
  return page.getByRole('list', { name: 'Players' }).getByRole('listitem').filter({ hasText: name });
}

test('two players take back, react and play a series; one leaves, the other continues', async (env) => {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann' });
  await ann.choose('You play', 'X (goes first)');
  await ann.choose('Series', 'Best of 3');
  await ann.enterRoom('kitten');
  await ann.playPerson();
  const bob = await env.player(server, { name: 'Bob', path: '/r/kitten' });
  await bob.expectStatus('Ann invites you Classic, best of 3.');
  await bob.press('Play Ann');
  await ann.expectText('Game 1 of 3');

  await playOut([ann, bob], [5, 1]);
  await ann.waitForTurn();
  await bob.press('Take back');
  await bob.expectStatus('Ann is thinking... Takeback requested. Waiting for Ann...');
  await ann.press('Decline');
  await bob.expectStatus('Ann declined the takeback.');
  await bob.press('Take back');
  await ann.press('Accept');
  await bob.expectStatus('Your turn You took back a move.');
  await ann.expectBoard('___/_X_/___');
  await ann.press('Take back');
  await bob.expectStatus('Your turn Ann wants to take back a move.');
  await ann.button('Withdraw').press('Enter');
  await bob.expectStatus('Ann withdrew the takeback request.');
  await ann.press('Take back');
  await bob.press('Accept');
  await ann.expectStatus('Your turn You took back a move.');

  const shown = [card(bob, 'Ann'), card(ann, 'You')].map((it) => it.getByText('Nice move!').waitFor());
  await ann.press('React', 'Nice move!');
  await Promise.all(shown);
  await card(bob, 'Ann').getByText('Nice move!').waitFor({ state: 'hidden' });
  await bob.press('More', 'Mute reactions');
  await ann.page.evaluate(() => {
    for (const choice of document.querySelectorAll('#reaction-choices button')) {
      if (choice instanceof HTMLButtonElement) choice.click();
    }
  });
  await ann.expectStatus('Too many reactions. Wait a moment.');
  await bob.expectNoText('Oops!');

  await playOut([ann, bob], X_WINS);
  await ann.expectStatus('You won! Top row.');
  await ann.press('Next game');
  await ann.expectStatus('Next game offered. Waiting for Bob...');
  await bob.expectStatus('Ann wants to play the next game.');
  await bob.press('Next game');
  await ann.expectText('Game 2 of 3');
  await playOut([bob, ann], [4, 1, 5, 2, 9, 3]);
  await ann.expectStatus('You won the series! 2 to 0. Last game: top row.');
  await bob.expectStatus('Ann won the series 2 to 0. Last game: top row.');

  await ann.press('New series');
  await bob.expectStatus('Ann wants a new series.');
  await bob.press('New series');
  await ann.expectText('Game 1 of 3');
  await playOut([ann, bob], [5, 1]);
  await bob.giveUp('Leave');
  await ann.expectStatus('You won! Bob left.');
  await ann.choice("Computer's level").selectOption('easy');
  await ann.press('Continue against the computer');
  await ann.expectStatus('Your turn The computer played top left.');
  await ann.square(9).click();
  await ann.waitForTurn();
  await ann.press('Take back');
  await ann.expectBoard('O__/_X_/___');
  await ann.expectStatus('Your turn You took back a move.');
});
