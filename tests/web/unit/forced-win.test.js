/** Forced wins that a hint or a review has found, stepped through on the board. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { COMPUTER, TestPage, person, reviewOfWon, savedGame, snapshot, stateFrame, won } from './fixtures.js';

/** @type {ForcedWin} */
const WIN = { ply: 2, winner: 'X', moves: [[0, 2], [8], [3, 6], [5], [6]] };

const PLAYERS = { X: person('Ann'), O: COMPUTER };

/** A page whose player has asked for a hint. @param {ForcedWin} win */
function hinted(win = WIN) {
  const page = TestPage.playing(snapshot([4, 1], { players: PLAYERS }));
  page.act({ type: 'hint' });
  const worth = { value: 1, distance: win.moves.length };
  const cells = win.moves[0] ?? [];
  page.receive({ type: 'hint', id: page.lastId, game: 1, ply: 2, cells, worth, forced_win: win });
  return page;
}

/** The review of a saved game, at this move. @param {number} ply */
function reviewed(ply) {
  const page = new TestPage();
  page.act({ type: 'replay', game: savedGame(won()) });
  const wins = [
    { ...WIN, moves: [[4], [8], [6]] },
    { ply: 4, winner: /** @type {const} */ ('X'), moves: [[2]] },
  ];
  page.act({ type: 'reviewed', review: { ...reviewOfWon(), forced_wins: wins } });
  page.act({ type: 'step', ply });
  return page;
}

/** @param {TestPage} page */
function marks(page) {
  return page.view.board?.cells.map(({ mark }) => mark ?? '_').join('');
}

/** @param {TestPage} page */
function noted(page) {
  const labels = page.view.board?.cells.map(({ label }) => label) ?? [];
  return labels.filter((label) => /not played|wins too|hint|mistake|better/.test(label));
}

test('the win of a hint is stepped through on the board with marks that were not played', () => {
  const page = hinted();
  assert.equal(page.game.actions['show-win'], true);
  page.act({ type: 'show-win' });
  assert.deepEqual(noted(page), ['Top left, X, last move, not played', 'Top right, empty, wins too']);
  assert.equal(page.view.detail, 'The computer played top middle.');
  assert.equal(page.sentence, 'You can win. You: top left or top right.');
  page.act({ type: 'step', ply: 2 });
  assert.equal(marks(page), 'XO__X___O');
  assert.equal(page.sentence, 'You can win. The computer: bottom right.');
  page.act({ type: 'step', ply: Infinity });
  assert.equal(page.game.replay?.ply, 5);
  assert.equal(page.game.replay?.moves[4]?.label, 'Move 5, X, bottom left');
});

test('no move is played on a board with marks that were not', () => {
  const page = hinted();
  page.act({ type: 'show-win' });
  assert.equal(page.view.board?.canPlay, false);
  const sent = page.effects.length;
  page.act({ type: 'play', cell: 7 });
  assert.equal(page.effects.length, sent);
  assert.equal(page.view.detail, 'Press Back to return to the game.');
  page.act({ type: 'step', ply: null });
  assert.equal(marks(page), '_O__X____');
  assert.equal(page.view.board?.canPlay, true);
  assert.equal(page.game.actions['show-win'], true, 'it can be shown again');
});

test('a new position ends the forced win of an earlier one', () => {
  const page = hinted();
  page.act({ type: 'show-win' });
  page.receive(stateFrame(snapshot([4, 1, 2], { players: PLAYERS })));
  assert.equal(page.game.replay, null);
  assert.equal(page.game.actions['show-win'], false);
});

test('a win with the next move needs no showing', () => {
  assert.equal(hinted({ ...WIN, moves: [[0]] }).game.actions['show-win'], false);
});

test('a review shows the win that a mistake allowed, and returns to the mistake', () => {
  const page = reviewed(2);
  page.act({ type: 'show-win' });
  assert.equal(marks(page), 'X__OX____');
  assert.equal(page.sentence, 'You can win. You: centre.');
  page.act({ type: 'step', ply: null });
  assert.equal(page.game.replay?.ply, 2);
  assert.deepEqual(noted(page), ['Middle left, O, last move, mistake', 'Bottom right, empty, better']);
});

test('a review shows the win that a mistake gave away', () => {
  const page = reviewed(3);
  assert.equal(page.game.actions['show-win'], true);
  page.act({ type: 'show-win' });
  assert.equal(marks(page), 'X__OX____', 'and not the move that was played');
});

test('other moves of a review have no win to show', () => {
  for (const ply of [1, 4, 5]) assert.equal(reviewed(ply).game.actions['show-win'], false, `move ${ply}`);
});
