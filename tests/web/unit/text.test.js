import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cellChoices, clockText } from './core.js';
import { CLASSIC, COMPUTER, TestPage, person, snapshot, won } from './fixtures.js';

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

test('a loss to the computer at its best suggests an easier level', () => {
  const lost = (/** @type {Partial<typeof COMPUTER>} */ part, /** @type {Partial<Snapshot>} */ more = {}) =>
    pageOf(won({ you: 'O', players: { X: { ...COMPUTER, ...part }, O: person('Bob') }, ...more }));
  assert.equal(lost({}).view.detail, 'Perfect never loses on this board.');
  assert.ok(lost({}).game.actions.casual);
  const larger = lost({}, { rules: { columns: 4, rows: 4, run: 3 } });
  assert.equal(larger.view.detail, 'Three in a row, a1 to c1.');
  assert.ok(larger.game.actions.casual);
  const casual = lost(/** @type {{}} */ ({ level: 'casual' }));
  assert.ok(!casual.game.actions.casual && !pageOf(won()).game.actions.casual);
});

test('a draw with the computer at its best is praised, and suggests an easier level', () => {
  const result = /** @type {const} */ ({ winner: null, reason: 'full', lines: [] });
  const moves = [0, 4, 1, 2, 5, 3, 6, 7, 8];
  const page = pageOf(
    snapshot(moves, { players: { X: person('Ann'), O: COMPUTER }, result: { ...result, lines: [] } }),
  );
  assert.equal(
    page.lines,
    'Draw | Perfect never loses on this board: a draw is the best there is. Well played!',
  );
  assert.ok(page.game.actions.casual);
  assert.equal(page.view.board?.outcome, 'draw');
});

test('the highest level is called perfect only where it proves its moves', () => {
  const label = (/** @type {Rules} */ rules) =>
    pageOf(snapshot([], { rules, players: { X: person('Ann'), O: COMPUTER } })).game.players[1].label;
  assert.equal(label(CLASSIC), 'perfect');
  assert.equal(label({ columns: 15, rows: 15, run: 5 }), 'best');
});

test('what the end means to the viewer', () => {
  const outcomes = [won(), won({ you: 'O' }), won({ you: null }), won({ you: 'both' }), snapshot([4])].map(
    (state) => pageOf(state).view.board?.outcome,
  );
  assert.deepEqual(outcomes, ['won', 'lost', 'decided', 'decided', null]);
});

test('a decided series is the headline, and within a series the next game follows', () => {
  const during = pageOf(won({ series: { best_of: 3 }, rematch: { open: true, offers: ['O'] } }));
  assert.equal(during.lines, 'You won! | Bob wants to play the next game.');
  assert.equal(during.game.actions.rematch, 'Next game');
  const score = { X: 2, O: 0, draws: 0 };
  const decided = (/** @type {Partial<Snapshot>} */ part) =>
    pageOf(won({ series: { best_of: 3, result: 'X' }, score, ...part }));
  assert.equal(decided({}).lines, 'You won the series! | 2 to 0. Last game: top row.');
  assert.equal(decided({}).game.actions.rematch, 'New series');
  assert.equal(decided({ you: 'O' }).lines, 'Ann won the series | 2 to 0. Last game: top row.');
});

test('of many equally good squares a hint names and marks one', () => {
  const page = TestPage.playing(snapshot([], { players: { X: person('Ann'), O: COMPUTER } }));
  const { legal } = snapshot([]);
  page.act({ type: 'hint' });
  page.receive({
    type: 'hint',
    id: page.lastId,
    game: 1,
    ply: 0,
    cells: legal,
    worth: { value: 0, distance: 9 },
  });
  assert.equal(page.view.detail, 'Hint: centre. Every square still draws.');
  const marked = page.view.board?.cells.flatMap(({ notes }, cell) =>
    notes.includes('hinted') ? [cell] : [],
  );
  assert.deepEqual(marked, [4]);
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

/** @param {Snapshot} state */
function pageOf(state) {
  return state.you ? TestPage.playing(state) : TestPage.watching(state);
}
