/** Going on from a position of a finished game, against the computer. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SEATED, TestPage, savedGame, sent, snapshot, stateFrame, won } from './fixtures.js';

/**
 * The last `join` that was sent.
 * @param {TestPage} page
 */
function joined(page) {
  return sent(page.effects)
    .flatMap((frame) => (frame.type === 'join' ? [frame] : []))
    .at(-1);
}

/** A page that goes on from this move of a review. @param {number} ply */
function playingOn(ply) {
  const page = TestPage.playing(won());
  page.act({ type: 'step', ply });
  page.act({ type: 'play-on' });
  page.open();
  return page;
}

test('a player goes on before an own move, and after one of the opponent', () => {
  const { opponent, mark, from } = joined(playingOn(3)) ?? {};
  assert.deepEqual({ opponent, mark, from }, { opponent: 'ai', mark: 'X', from: [0, 3] });
  assert.deepEqual(joined(playingOn(2))?.from, [0, 3]);
});

test('a reader of a shared game goes on before the move that is shown', () => {
  const page = new TestPage();
  page.act({ type: 'replay', game: savedGame(won({ you: null })) });
  page.act({ type: 'step', ply: 2 });
  page.act({ type: 'play-on' });
  page.open();
  const { mark, from } = joined(page) ?? {};
  assert.deepEqual({ mark, from }, { mark: 'O', from: [0] });
});

test('nobody goes on after the end', () => {
  const page = TestPage.playing(won({ you: 'O' }));
  page.act({ type: 'step', ply: 5 });
  assert.equal(page.game.actions['play-on'], false);
});

test('the game after the position is not tied to it', () => {
  const page = playingOn(3);
  page.receive(SEATED, stateFrame(snapshot([0, 3])));
  page.act({ type: 'new-opponent' });
  page.open();
  assert.deepEqual([joined(page)?.opponent, joined(page)?.from], ['human', undefined]);
});
