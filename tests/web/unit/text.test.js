import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cellChoices, clockText, winsInARow } from './core.js';
import { CLASSIC, COMPUTER, TestPage, person, savedGame, snapshot, won } from './fixtures.js';

test('the last item of a list follows an `or`', () => {
  const lists = [[], [0], [0, 4], [0, 4, 8, 1]].map((cells) => cellChoices(CLASSIC, cells));
  assert.deepEqual(lists, [
    '',
    'top left',
    'top left or centre',
    'top left, centre, bottom right or top middle',
  ]);
});

test('a clock shows minutes and seconds', () => {
  assert.deepEqual([0, 9, 52, 60, 605].map(clockText), ['0:00', '0:09', '0:52', '1:00', '10:05']);
});

test('wins in a row on this device are counted, without games of two players here', () => {
  const [win, loss, here] = [savedGame(won()), savedGame(won({ you: 'O' })), savedGame(won({ you: 'both' }))];
  assert.equal(winsInARow([]), 0);
  assert.equal(winsInARow([win, here, win]), 2);
  assert.equal(winsInARow([win, loss, win, win]), 1);
  assert.equal(winsInARow([loss, win]), 0);
});

test('a loss to the computer at its best suggests an easier level', () => {
  const lost = (/** @type {Partial<typeof COMPUTER>} */ part, /** @type {Partial<Snapshot>} */ more = {}) =>
    pageOf(won({ you: 'O', players: { X: { ...COMPUTER, ...part }, O: person('Bob') }, ...more }));
  assert.equal(lost({}).view.detail, 'It never loses on this board.');
  assert.ok(lost({}).game.suggestsCasual);
  const larger = lost({}, { rules: { columns: 4, rows: 4, run: 3 } });
  assert.equal(larger.view.detail, 'With 3 in a row, a1 to c1.');
  assert.ok(larger.game.suggestsCasual);
  const casual = lost(/** @type {{}} */ ({ level: 'casual' }));
  assert.ok(!casual.game.suggestsCasual && !pageOf(won()).game.suggestsCasual);
});

test('the score begins with the viewer’s games', () => {
  const score = { X: 2, O: 1, draws: 1 };
  assert.deepEqual(
    [pageOf(won({ score })).game.score, pageOf(won({ score })).game.scoreNote],
    ['2–1', '1 draw'],
  );
  assert.equal(pageOf(won({ score, you: 'O' })).game.score, '1–2');
  assert.equal(pageOf(won({ score, you: null })).game.score, '2–1');
  assert.equal(pageOf(won()).game.scoreNote, null);
});

test('a name that could mean the reader or the computer is quoted', () => {
  for (const [name, shown] of [
    ['You', '"You"'],
    ['computer (perfect)', '"computer (perfect)"'],
    ['Youri', 'Youri'],
  ]) {
    const page = pageOf(snapshot([4], { players: { X: person('Ann'), O: person(name ?? '') } }));
    assert.equal(page.view.headline, `${shown} is thinking...`);
    assert.equal(page.game.players[1].name, name);
  }
});

/**
 * What a hint says, at first and when it is asked for again.
 * @param {Snapshot} state
 * @param {number[]} cells
 */
function hinted(state, cells) {
  const page = TestPage.playing({ ...state, players: { X: person('Ann'), O: COMPUTER } });
  page.act({ type: 'hint' });
  page.receive({ type: 'hint', id: page.lastId, game: 1, ply: state.ply, cells, worth: null });
  const first = page.view.detail;
  page.act({ type: 'hint' });
  return [first, page.view.detail].map((text) => text.split('. ')[0]);
}

test('a hint names one square, and the others on request', () => {
  const choices = ['Hint: top middle, or 1 other', 'Hint: top middle or top right'];
  assert.deepEqual(hinted(snapshot([4, 0]), [1, 2]), choices);
  assert.equal(hinted(snapshot([4, 0]), [1, 2, 3])[0], 'Hint: top middle, or 2 others');
});

test('a hint does not count the squares if it may not name all good ones', () => {
  const empty = snapshot([], { rules: { columns: 5, rows: 5, run: 4 } });
  assert.equal(hinted(empty, empty.legal.slice(0, 24))[0], 'Hint: a1 or others');
});

test('without a review the moves are still told', () => {
  const page = TestPage.playing(won({ you: 'O' }));
  page.act({ type: 'step', ply: 1 });
  assert.equal(page.sentence, 'Ann played top left.');
});

/** @param {Snapshot} state */
function pageOf(state) {
  return state.you ? TestPage.playing(state) : TestPage.watching(state);
}
