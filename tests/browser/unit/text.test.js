import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clockText, hintText, joinOr } from './core.js';
import { COMPUTER, TestPage, person, snapshot, stateFrame, won } from './fixtures.js';

/** @import { GameResult, Hint, Review, Snapshot } from '../../../server/page/protocol' */

test('the last item of a list follows an `or`', () => {
  assert.deepEqual([[], ['a'], ['a', 'b'], ['4', '5', '7', '9']].map(joinOr), [
    '',
    'a',
    'a or b',
    '4, 5, 7 or 9',
  ]);
});

test('a clock shows minutes and seconds', () => {
  assert.deepEqual([0, 9, 52, 60, 605].map(clockText), ['0:00', '0:09', '0:52', '1:00', '10:05']);
});

const [ROW, DIAGONAL] = ['012', '048'].map((cells) => [...cells].map(Number));
const X_WON = { winner: 'X', lines: [] };
const [AS_X, AS_O, AS_SPECTATOR] = [{ you: 'X' }, { you: 'O' }, { you: null }];

/** @type {[object, Record<string, unknown>, string, string, string?][]} */
const RESULTS = [
  [{ ...X_WON, reason: 'line', lines: [ROW] }, AS_X, 'You won!', 'With the top row.', 'You won'],
  [{ ...X_WON, reason: 'line', lines: [ROW] }, AS_O, 'Ann won', 'With the top row.', 'You lost'],
  [{ ...X_WON, reason: 'line', lines: [ROW] }, AS_SPECTATOR, 'Ann won', 'With the top row.'],
  [
    { ...X_WON, reason: 'line', lines: [ROW, DIAGONAL] },
    AS_X,
    'You won!',
    'With two lines at once!',
    'You won',
  ],
  [{ ...X_WON, reason: 'resigned' }, AS_X, 'You won!', 'Bob resigned.', 'You won'],
  [{ ...X_WON, reason: 'resigned' }, AS_O, 'Ann won', 'You resigned.', 'You lost'],
  [{ ...X_WON, reason: 'resigned' }, AS_SPECTATOR, 'Ann won', 'Bob resigned.'],
  [{ ...X_WON, reason: 'time' }, AS_X, 'You won!', 'Bob ran out of time.', 'You won'],
  [{ ...X_WON, reason: 'time' }, AS_O, 'Ann won', 'You ran out of time.', 'You lost'],
  [{ ...X_WON, reason: 'left' }, AS_SPECTATOR, 'Ann won', 'Bob left.'],
  [{ winner: null, reason: 'full', lines: [] }, AS_X, 'Draw', 'The board is full.'],
  [
    { winner: null, reason: 'cancelled', lines: [] },
    AS_O,
    'Game cancelled',
    "A player did not move in time. The game doesn't count.",
  ],
];

for (const [result, viewer, headline, detail, title = headline] of RESULTS) {
  test(`${JSON.stringify(result)} is shown to ${viewer['you'] ?? 'a spectator'}`, () => {
    const { view } = pageOf({ ...won(), ...viewer, result: /** @type {GameResult} */ (result) });
    assert.deepEqual([view.headline, view.detail], [headline, detail]);
    assert.equal(view.title, `${title} – Tic-tac-toe`);
  });
}

test('wins in a row are counted', () => {
  const page = TestPage.playing(snapshot([]));
  const detailAfter = (/** @type {number} */ game, /** @type {Partial<Snapshot>} */ part) => {
    page.receive(stateFrame(snapshot([], { game, seq: game * 20 })));
    page.receive(stateFrame(won({ game, seq: game * 20 + 9, ...part })));
    return page.view.detail;
  };
  assert.equal(detailAfter(1, {}), 'With the top row.');
  assert.equal(detailAfter(2, {}), 'With the top row. Second win in a row!');
  assert.equal(detailAfter(3, { you: 'O' }), 'With the top row.');
  assert.equal(detailAfter(4, {}), 'With the top row.');
  assert.equal(
    pageOf(won({ score: { X: 3, O: 0, draws: 0 } })).view.detail,
    'With the top row. Third win in a row!',
  );
  assert.equal(
    pageOf(won({ score: { X: 12, O: 0, draws: 0 } })).view.detail,
    'With the top row. 12 wins in a row!',
  );
});

test('a loss to the computer at its best suggests an easier level', () => {
  const lost = (/** @type {Partial<typeof COMPUTER>} */ part, /** @type {Partial<Snapshot>} */ more = {}) =>
    pageOf(won({ you: 'O', players: { X: { ...COMPUTER, ...part }, O: person('Bob') }, ...more }));
  assert.equal(lost({}).view.detail, 'It never loses on this board.');
  assert.ok(lost({}).game.suggestsCasual);
  const larger = lost({}, { rules: { columns: 4, rows: 4, run: 3 } });
  assert.equal(larger.view.detail, 'With 3 in a row.');
  assert.ok(larger.game.suggestsCasual);
  const casual = lost(/** @type {{}} */ ({ level: 'casual' }));
  assert.ok(!casual.game.suggestsCasual && !pageOf(won()).game.suggestsCasual);
});

test('the score begins with the viewer’s games', () => {
  const score = { X: 2, O: 1, draws: 1 };
  assert.deepEqual([pageOf(won({ score })).game.score, pageOf(won({ score })).game.draws], ['2–1', '1 draw']);
  assert.equal(pageOf(won({ score, you: 'O' })).game.score, '1–2');
  assert.equal(pageOf(won({ score, you: null })).game.score, '2–1');
  assert.equal(pageOf(won()).game.draws, null);
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

/** @type {[Hint['worth'], string][]} */
const PROSPECTS = [
  [{ value: 1, distance: 1 }, 'You can win now.'],
  [{ value: 1, distance: 3 }, 'You can win in 2 moves.'],
  [{ value: 1, distance: null }, 'You can win.'],
  [{ value: 0, distance: 7 }, 'Still a draw.'],
  [{ value: -1, distance: 2 }, 'The computer can win on its next move.'],
  [{ value: -1, distance: 4 }, 'The computer can force a win in 2; this delays it longest.'],
  [{ value: -1, distance: null }, 'The computer can force a win.'],
  [null, 'Best move found so far.'],
];

for (const [worth, words] of PROSPECTS) {
  test(`a hint worth ${JSON.stringify(worth)} says what to expect`, () => {
    const state = snapshot([4, 0], { players: { X: person('Ann'), O: COMPUTER } });
    assert.equal(
      hintText(state, { game: 1, ply: 2, cells: [8], worth }, false),
      `Hint: bottom right. ${words}`,
    );
  });
}

test('a hint names one square and can name the others, at most nine', () => {
  const squares = (/** @type {Snapshot} */ state, /** @type {number[]} */ cells, all = false) =>
    hintText(state, { game: 1, ply: state.ply, cells, worth: null }, all).split('. ')[0];
  assert.equal(squares(snapshot([4, 0]), [1, 2]), 'Hint: top middle, or 1 other');
  assert.equal(squares(snapshot([4, 0]), [1, 2, 3]), 'Hint: top middle, or 2 others');
  assert.equal(squares(snapshot([4, 0]), [1, 2], true), 'Hint: top middle or top right');
  assert.equal(squares(snapshot([4, 0]), [1, 2, 3, 5, 6, 7, 8]), 'Hint: any square');
  assert.equal(squares(snapshot([0, 1, 2, 3, 5, 4, 6, 8]), [7]), 'Hint: bottom middle');
  const large = snapshot([], { rules: { columns: 15, rows: 15, run: 5 } });
  assert.equal(squares(large, [112]), 'Hint: h8');
  assert.equal(squares(large, [...Array(20).keys()], true), 'Hint: a1, b1, c1, d1, e1, f1, g1, h1 or others');
});

/** @typedef {[value: number, distance: number] | null} Worth */

/**
 * @param {Review['moves'][0]['mark']} mark
 * @param {number} cell
 * @param {Worth} before
 * @param {Worth} after
 * @param {number[]} best
 * @returns {Review['moves'][0]}
 */
function reviewed(mark, cell, before, after, best, mistake = false) {
  const worth = (/** @type {Worth} */ pair) => pair && { value: pair[0], distance: pair[1] };
  return { mark, cell, before: worth(before), after: worth(after), best, mistake };
}

/** @type {Review} */
const REVIEWED = {
  game: 1,
  moves: [
    reviewed('X', 0, [0, 9], [0, 8], [0, 1]),
    reviewed('O', 3, [0, 8], [-1, 5], [4], true),
    reviewed('X', 1, [1, 5], [1, 4], [1]),
    reviewed('O', 4, null, null, [2]),
    reviewed('X', 2, [1, 1], [1, 0], [2]),
  ],
};

/**
 * What a page says that steps through the game that Ann won.
 * @param {Review | null} review
 * @param {Partial<Snapshot>} part
 */
function sentences(review, part = {}) {
  const page = TestPage.playing(won(part));
  page.act({ type: 'review' });
  if (review) page.receive({ type: 'review', id: page.lastId, ...review });
  else page.receive({ type: 'refused', id: page.lastId, code: 'stale', message: '' });
  return [1, 2, 3, 4, 5].map((ply) => {
    page.act({ type: 'step', ply });
    return page.view.detail;
  });
}

test('a review has a sentence for each move', () => {
  assert.deepEqual(sentences(REVIEWED), [
    'You played top left: still a draw.',
    'Bob played middle left: now X can force a win. Better: centre, still a draw.',
    'You played top middle: still winning.',
    'Bob played centre. Perhaps better: top right.',
    'You played top right. You won! With the top row.',
  ]);
});

test('without a review the moves are still told', () => {
  const [first, , , , last] = sentences(null, { you: 'O' });
  assert.equal(first, 'Ann played top left.');
  assert.equal(last, 'Ann played top right. Ann won. With the top row.');
});

/** @type {[Pick<Review['moves'][0], 'before' | 'after' | 'mistake'>, string][]} */
const REMARKS = [
  [
    { before: { value: 0, distance: 1 }, after: { value: -1, distance: 2 }, mistake: false },
    ': already lost.',
  ],
  [{ before: null, after: { value: 1, distance: 2 }, mistake: false }, ': winning from here.'],
  [{ before: null, after: { value: 0, distance: 2 }, mistake: false }, ': still a draw.'],
  [{ before: null, after: { value: -1, distance: 2 }, mistake: false }, ': losing from here.'],
  [{ before: null, after: null, mistake: false }, '.'],
  [
    { before: { value: 1, distance: 5 }, after: { value: 0, distance: 4 }, mistake: true },
    ': now it is only a draw. Better: top left, still winning.',
  ],
];

for (const [worth, remark] of REMARKS) {
  test(`a move worth ${JSON.stringify(worth)} has a remark`, () => {
    const move = { mark: /** @type {const} */ ('X'), cell: 0, best: [0], ...worth };
    assert.equal(sentences({ game: 1, moves: [move] })[0], `You played top left${remark}`);
  });
}

test('at most three better squares are named', () => {
  const better = (/** @type {number[]} */ best) =>
    sentences({ game: 1, moves: [reviewed('X', 0, [1, 5], [0, 8], best, true)] })[0]?.split('Better: ')[1];
  assert.equal(better([4, 6, 8]), 'centre, bottom left or bottom right, still winning.');
  assert.equal(better([4, 6, 7, 8]), 'centre, bottom left or others, still winning.');
});

/** @param {Snapshot} state */
function pageOf(state) {
  return state.you ? TestPage.playing(state) : TestPage.watching(state);
}
