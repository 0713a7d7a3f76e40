/** Links to finished games: anyone may have written them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { gameLink, parseGameLink } from './core.js';
import { TestPage, person, randomNumbers, snapshot, won } from './fixtures.js';

/** @import { Snapshot } from '../../../server/page/protocol' */

/** @param {string} board @param {string} moves */
const link = (board, moves, ending = '', names = 'Ann/Bob') => `${board}/${moves}/${ending}/${names}`;

test('a finished game is read from its link as it was', () => {
  const rules = { columns: 7, rows: 6, run: 4 };
  const players = { X: person('Ann & <b>'), O: person('שלום/%2F') };
  const ended = (/** @type {'resigned' | 'left' | 'time'} */ reason) =>
    snapshot([3, 10], { rules, players, result: { winner: 'O', reason, lines: [] } });
  const full = { result: { winner: null, reason: 'full', lines: [] } };
  const draw = snapshot([0, 1, 2, 4, 3, 5, 7, 6, 8], /** @type {Partial<Snapshot>} */ (full));
  for (const game of [won(), won({ players }), draw, ended('resigned'), ended('left'), ended('time')]) {
    const read = parseGameLink(gameLink(game) ?? '', game.you);
    assert.ok(read);
    const { rules, board, moves, result, you, players } = game;
    assert.deepEqual(
      [read.rules, read.board, read.moves, read.result, read.you],
      [rules, board, moves, result, you],
    );
    assert.deepEqual([read.players.X.name, read.players.O.name], [players.X.name, players.O.name]);
    assert.equal(gameLink(read), gameLink(game));
  }
});

test('a game that does not count has no link', () => {
  assert.equal(gameLink(snapshot([4])), null);
  assert.equal(gameLink(snapshot([4], { result: { winner: null, reason: 'cancelled', lines: [] } })), null);
  assert.equal(gameLink(snapshot([], { result: { winner: 'X', reason: 'resigned', lines: [] } })), null);
});

test('a text that is no finished game is refused', () => {
  for (const text of [
    '',
    'x',
    link('3x3-3', '4'),
    link('3x3-3', '', 'X-left'),
    link('3x3-3', '9', 'X-left'),
    link('3x3-3', '4.4', 'X-left'),
    link('3x3-3', '4.-1', 'X-left'),
    link('3x3-3', '4.1e0', 'X-left'),
    link('3x3-3', '0.3.1.4.2', 'X-line'),
    link('3x3-3', '0.3.1.4.2', 'X-line-'),
    link('3x3-3', '0.3.1.4.2', 'X-line-0.1.5'),
    link('3x3-3', '0.3.1.4.2', 'O-line-0.1.2'),
    link('3x3-3', '0.3.1.4.2', 'X-left-0.1.2'),
    link('3x3-3', '0.3.1.4.2', `X-line${'-0.1.2'.repeat(5)}`),
    link('3x3-3', '0.3.1.4.2', '-full'),
    link('3x3-3', '4', 'X-cancelled'),
    link('3x3-3', '4', 'Z-left'),
    link('16x16-5', '4', 'X-left'),
    link('3x3-9', '4', 'X-left'),
    link('3x3-3', '4', 'X-left', 'Ann/'),
    link('3x3-3', '4', 'X-left', 'Ann/%E2%80%AE'),
    link('3x3-3', '4', 'X-left', 'Ann/Bob/Eve'),
    link('3x3-3', '4', 'X-left', 'Ann/%FF'),
    link('3x3-3', '4', 'X-left', `Ann/${'B'.repeat(9999)}`),
  ]) {
    assert.equal(parseGameLink(text), null, text);
    const page = new TestPage();
    page.dispatch({ type: 'loaded', session: { kind: 'none', games: true }, superseded: false });
    page.act({ type: 'replay', link: text, you: null });
    assert.deepEqual(
      [page.view.screen, page.view.detail],
      ['games', 'This link holds no game. Ask for it again.'],
    );
  }
});

test('names are cleaned and bounded', () => {
  const name = (/** @type {string} */ text) =>
    parseGameLink(link('3x3-3', '4', 'X-left', `${encodeURIComponent(text)}/Bob`))?.players.X.name;
  assert.equal(name('\u202e.nruter\u200b\u0000 x '), '.nruter x');
  assert.equal(name('A\n\t b'), 'A b');
  assert.equal(name('W'.repeat(99)), 'W'.repeat(24));
  assert.equal(name(`E${'\u0316'.repeat(9)}`), 'E\u0316\u0316');
});

test('any change of a link is a game or refused', () => {
  const random = randomNumbers(1);
  const text = link('3x3-3', '0.3.1.4.2', 'X-line-0.1.2');
  const symbols = '0123456789./-xXO%AZ';
  for (let run = 0; run < 5000; run += 1) {
    const at = Math.floor(random() * text.length);
    const symbol = symbols[Math.floor(random() * symbols.length)];
    const changed = `${text.slice(0, at)}${symbol}${text.slice(at + (random() < 0.5 ? 1 : 0))}`;
    const game = parseGameLink(changed);
    if (game) assert.deepEqual(parseGameLink(gameLink(game) ?? ''), game, changed);
  }
});

test('a game of a link is stepped through from its end, and cannot be closed', () => {
  const page = new TestPage();
  page.act({ type: 'replay', link: link('3x3-3', '0.3.1.4.2', 'X-line-0.1.2'), you: null });
  assert.equal(page.view.detail, 'Ann played top right. Ann won. With the top row.');
  assert.equal(page.view.title, 'Ann won – Tic-tac-toe');
  assert.equal(page.view.board?.frozen, false);
  for (const ply of [null, 2]) page.act({ type: 'step', ply });
  assert.equal(page.view.detail, 'Bob played middle left.');
  assert.deepEqual(page.effects, []);
});
