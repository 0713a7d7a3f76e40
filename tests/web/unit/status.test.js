import assert from 'node:assert/strict';
import { test } from 'node:test';

import { COMPUTER, TestPage, person, sent, snapshot, stateFrame, won } from './fixtures.js';

const LARGE = { columns: 15, rows: 15, run: 5 };
const AWAY = /** @type {const} */ ({ ...person('Bob'), presence: 'away' });
const AGAINST_COMPUTER = { players: { X: person('Ann'), O: COMPUTER } };
const LEFT = /** @type {const} */ ({ ...person('Bob'), presence: 'left' });

test('the headline contains no running clock', () => {
  const page = TestPage.playing(snapshot([4, 0], { ms_left: 52_000 }));
  const lines = () => [page.view.headline, page.view.detail];
  const [before, clocks] = [lines(), () => page.game.players.map(({ clock }) => clock)];
  assert.deepEqual([clocks(), page.game.lowSeconds], [['0:52', null], null]);
  page.now += 28_000;
  assert.deepEqual(clocks(), ['0:24', null]);
  page.now += 60_000;
  assert.deepEqual([clocks(), page.game.lowSeconds], [['0:00', null], 0]);
  assert.deepEqual(lines(), before);
});

test('presence changes are reported once', () => {
  const page = TestPage.playing(snapshot([4, 0]));
  const detailAfter = (/** @type {Partial<Snapshot>} */ part) => {
    page.receive(stateFrame(snapshot([4, 0], part)));
    return page.view.detail;
  };
  const away = { X: person('Ann'), O: AWAY };
  assert.equal(detailAfter({ seq: 3, players: away }), 'Bob lost the connection.');
  assert.equal(page.game.players[1].presence, 'away');
  assert.equal(detailAfter({ seq: 4, players: away, spectators: 1 }), 'Bob lost the connection.');
  assert.equal(detailAfter({ seq: 5 }), 'Bob is back.');
  page.receive(stateFrame(snapshot([4, 0, 1], { seq: 6 })));
  assert.equal(page.view.detail, 'You played top middle.');
});

test('an opponent who leaves at the end of the game has left, in one snapshot or in two', () => {
  const players = { X: person('Ann'), O: LEFT };
  const page = TestPage.playing(snapshot([0, 3, 1, 4]));
  page.receive(stateFrame(won({ seq: 9, players })));
  assert.deepEqual([page.view.headline, page.view.detail], ['You won!', 'Bob has left.']);
});

test('a player who returns while the opponent is away sees that', () => {
  const page = TestPage.playing(snapshot([4], { players: { X: person('Ann'), O: AWAY } }));
  assert.equal(page.view.detail, 'Bob lost the connection.');
});

test('the viewer’s own presence is not reported', () => {
  const page = TestPage.playing(snapshot([4, 0]));
  /** @type {Snapshot['players']} */
  const players = { X: { ...person('Ann'), presence: 'away' }, O: person('Bob') };
  page.receive(stateFrame(snapshot([4, 0], { seq: 3, players })));
  assert.equal(page.view.detail, 'Bob played top left.');
});

test('an offer is reported, asks for attention, can be declined, and goes when the opponent leaves', () => {
  const page = TestPage.playing(won());
  assert.ok(!page.view.attention);
  page.receive(stateFrame(won({ seq: 6, rematch: { open: true, offers: ['O'] } })));
  assert.equal(page.view.detail, 'Bob wants a rematch.');
  assert.equal(page.view.title, 'Bob wants a rematch – Tic-tac-toe');
  assert.equal(page.view.headline, 'You won!');
  assert.deepEqual([page.game.actions.rematch, page.game.actions.decline], ['Rematch', 'Decline']);
  assert.ok(page.view.attention);
  const rematch = { open: false, offers: [] };
  page.receive(stateFrame(won({ seq: 7, rematch, players: { X: person('Ann'), O: LEFT } })));
  assert.equal(page.view.detail, 'Bob has left.');
  assert.equal(page.game.players[1].presence, 'left');
  assert.deepEqual([page.game.actions.rematch, page.game.actions.decline], [false, false]);
  assert.ok(!page.view.attention);
});

test('an offer that stands is said after a reload, and when its player is back', () => {
  for (const [offerer, text] of /** @type {const} */ ([
    ['O', 'Bob wants a rematch.'],
    ['X', 'Rematch offered. Waiting for Bob...'],
  ])) {
    const rematch = { open: true, offers: [offerer] };
    const page = TestPage.playing(won({ rematch }));
    assert.equal(page.view.detail, text);
    page.receive(stateFrame(won({ seq: 6, rematch, players: { X: person('Ann'), O: AWAY } })));
    assert.equal(page.view.detail, 'Bob lost the connection.');
    page.receive(stateFrame(won({ seq: 7, rematch })));
    assert.equal(page.view.detail, text);
  }
});

test('a player is labelled, and the presence of people is shown while the connection is up', () => {
  const cards = (/** @type {TestPage} */ page) =>
    page.game.players.map(({ name, label, presence }) => [name, label, presence]);
  assert.deepEqual(cards(TestPage.playing(snapshot([], AGAINST_COMPUTER))), [
    ['You', null, 'online'],
    ['Computer', 'perfect', null],
  ]);
  const watched = TestPage.watching();
  assert.deepEqual(cards(watched), [
    ['Ann', null, 'online'],
    ['Bob', null, 'online'],
  ]);
  const players = { X: person('Ann'), O: { ...person('Marvin'), kind: /** @type {const} */ ('bot') } };
  const withBot = TestPage.playing(snapshot([4], { players }));
  assert.deepEqual(cards(withBot)[1], ['Marvin', 'bot', 'online']);
  assert.equal(withBot.game.leaving, 'You will lose this game.');
  assert.ok(!withBot.game.actions.hint);
});

test('a player is asked before leaving loses or cancels the game', () => {
  for (const [state, leaving] of /** @type {const} */ ([
    [snapshot([]), "This cancels the game. It doesn't count."],
    [snapshot([4], { you: 'O' }), "This cancels the game. It doesn't count."],
    [snapshot([4]), 'You will lose this game.'],
    [won(), null],
  ])) {
    assert.equal(TestPage.playing(state).game.leaving, leaving);
  }
});

test('two players on one device play both marks', () => {
  const page = TestPage.playing(snapshot([4], { you: 'both' }));
  assert.ok(page.game.actions.resign && page.view.board?.canPlay);
  assert.equal(page.view.board.toPlay, 'O');
  const [move] = sent(page.act({ type: 'play', cell: 0 }));
  assert.deepEqual(move, { type: 'move', cell: 0, ply: 1, game: 1, takebacks: 0, id: 2 });
  assert.equal(page.view.board?.cells[0]?.mark, 'O');
  assert.equal(page.game.leaving, 'This ends the game.');
});

test('other spectators are counted', () => {
  const facts = (/** @type {Partial<Snapshot>} */ part) =>
    TestPage.watching(snapshot([], { you: null, ...part })).game.facts;
  const watching = [1, 2, 3].map((spectators) => facts({ spectators }));
  assert.deepEqual(watching, ['', '1 more watching', '2 more watching']);
  assert.equal(facts({ room: 'kitten', rules: LARGE }), 'Five in a row · room kitten');
});

test('cells are labelled with what is on them', () => {
  const cells = TestPage.playing(won()).view.board?.cells;
  assert.equal(cells?.[0]?.label, 'Top left, X, winning line');
  assert.equal(cells[2]?.label, 'Top right, X, last move, winning line');
  assert.equal(cells[3]?.label, 'Middle left, O');
  assert.equal(cells[8]?.label, 'Bottom right, empty');
  const large = TestPage.playing(snapshot([], { rules: LARGE })).view.board;
  assert.equal(large?.cells[112]?.label, 'h8, empty');
});

test('the keyboard starts in the centre if it is free, else in the first free cell', () => {
  const first = (/** @type {Snapshot} */ state) => TestPage.playing(state).view.board?.startCell;
  assert.equal(first(snapshot([])), 4);
  assert.equal(first(snapshot([4, 0])), 1);
  assert.equal(first(snapshot([], { rules: LARGE })), 112);
  assert.equal(first(snapshot([], { rules: { columns: 5, rows: 4, run: 4 } })), 7);
  assert.equal(first(snapshot([4, 0, 1, 2, 3, 5, 6, 8, 7])), 4);
});
