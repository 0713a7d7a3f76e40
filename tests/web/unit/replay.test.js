/** Finished games of the history, stepped through without a connection. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { TestPage, reviewOfWon, savedGame, snapshot, won } from './fixtures.js';

test('a game of the history is stepped through from its end, and cannot be closed', () => {
  const page = new TestPage();
  page.act({ type: 'replay', game: savedGame(won({ you: null })) });
  assert.equal(page.sentence, 'Ann played top right. Ann won with the top row.');
  assert.equal(page.view.title, 'Ann won – Tic-tac-toe');
  assert.equal(page.view.board?.frozen, false);
  assert.equal(page.view.game?.replay?.link, 'm1/1');
  for (const ply of [null, 2]) page.act({ type: 'step', ply });
  assert.equal(page.sentence, 'Bob played middle left.');
  assert.deepEqual(page.effects, []);
});

test('its mistakes are shown as in a review, once they are known', () => {
  const page = new TestPage();
  page.act({ type: 'replay', game: savedGame(won()) });
  page.act({ type: 'reviewed', review: reviewOfWon() });
  assert.equal(
    page.sentence,
    'You played top middle, which turns a win into a draw. Better: bottom right, still winning.',
  );
  const judged = page.view.board?.cells.filter(({ label }) => /mistake|better/.test(label));
  assert.deepEqual(
    judged?.map(({ label }) => label),
    ['Top middle, X, last move, mistake', 'Bottom right, empty, better'],
  );
});

test('a game that does not count has no link', () => {
  const page = TestPage.playing(snapshot([4], { result: { winner: null, reason: 'cancelled', lines: [] } }));
  page.act({ type: 'step', ply: 1 });
  assert.equal(page.game.replay?.link, null);
});

test('a link to an unknown game says so', () => {
  const page = new TestPage();
  page.dispatch({ type: 'loaded', session: { kind: 'none', games: true } });
  page.act({ type: 'replay', game: null });
  assert.equal(
    page.lines,
    'Your games | This link is incomplete, or the game is no longer stored. Ask for a new link.',
  );
});
