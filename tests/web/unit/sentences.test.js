/** The sentences of `tests/sentences.json`, which the tests of the terminal client read too. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { NOTICES, gameName } from './core.js';
import { COMPUTER, TestPage, person, snapshot, stateFrame, won } from './fixtures.js';

/** @typedef {Partial<Snapshot> & { O?: Partial<Snapshot['players']['O']> }} Parts */
/** @typedef {{ when: string, moves: number[], with?: Parts, before?: Parts }} Situation */
/** @typedef {{ headline: string, detail: string, offer?: string, change?: string, result?: string, series?: string }} Words */
/** @typedef {{ moves: number[], rules?: Rules, cells: number[], worth: Hint['worth'], shape?: Shape, says: string }} Hinted */
/** @typedef {[value: number, distance: number] | null} Worth */
/** @typedef {{ ply: number, with?: Partial<Snapshot>, before: Worth, after: Worth, best: number[], mistake?: boolean, shape?: Shape, says: string }} Reviewed */

/** @typedef {{ games: (Situation & Words)[], hints: Hinted[], reviews: Reviewed[] }} Cases */

/** @type {Cases & { declined: Record<string, string>, reactions: Record<Reaction, string>, names: { rules: Rules, says: string }[] }} */
const TABLE = JSON.parse(readFileSync(new URL('../../sentences.json', import.meta.url), 'utf8'));

/**
 * @param {number[]} moves
 * @param {Parts} parts
 */
function state(moves, { O = {}, ...parts }) {
  return snapshot(moves, { players: { X: person('Ann'), O: { ...person('Bob'), ...O } }, ...parts });
}

/**
 * The page makes a decided series its headline.
 * @param {string} headline
 * @param {string} detail
 */
function withSeries(headline, detail) {
  const [, game = '', winner, score] = /^(\S+ \w+ ?\w*\.) (.*?)(?:,) (\d to \d)\.$/.exec(detail) ?? [];
  if (!winner) return [headline, detail];
  const end = winner.startsWith('You') ? '!' : '';
  return [`${winner}${end}`, `${score}. Last game: ${game.charAt(0).toLowerCase()}${game.slice(1)}`];
}

/** @param {Snapshot} state */
function pageOf(state) {
  return state.you ? TestPage.playing(state) : TestPage.watching(state);
}

for (const { when, moves, before, headline, detail, ...game } of TABLE.games) {
  test(`the page says what the table says: ${when}`, () => {
    const newest = state(moves, game.with ?? {});
    const page = pageOf(before ? state(before.moves ?? moves, before) : newest);
    if (before) page.receive(stateFrame({ ...newest, seq: moves.length + 9 }));
    const said = withSeries(headline, game.change ?? game.offer ?? detail);
    assert.deepEqual([page.view.headline, page.view.detail], said);
    if (game.series) assert.equal(page.game.scoreNote, game.series);
  });
}

for (const { moves, rules, says, ...hint } of TABLE.hints) {
  test(`the page says what the table says: ${says}`, () => {
    const players = { X: person('Ann'), O: COMPUTER };
    const page = TestPage.playing(snapshot(moves, rules ? { players, rules } : { players }));
    page.act({ type: 'hint' });
    page.receive({ type: 'hint', id: page.lastId, game: 1, ply: moves.length, ...hint });
    page.act({ type: 'hint' });
    assert.equal(page.view.detail, says);
  });
}

for (const { ply, says, with: parts = {}, ...reviewed } of TABLE.reviews) {
  test(`the page says what the table says: ${says}`, () => {
    const page = TestPage.playing({ ...won(), ...parts });
    const worth = (/** @type {Worth} */ pair) => pair && { value: pair[0], distance: pair[1] };
    /** @type {ReviewedMove[]} */
    const moves = won().moves.map((cell, index) => ({
      mark: index % 2 === 0 ? 'X' : 'O',
      cell,
      before: worth(reviewed.before),
      after: worth(reviewed.after),
      best: reviewed.best,
      mistake: reviewed.mistake === true,
      ...(reviewed.shape && { shape: reviewed.shape }),
    }));
    page.act({ type: 'review' });
    page.receive({ type: 'review', id: page.lastId, game: 1, moves });
    page.act({ type: 'step', ply });
    assert.equal(page.sentence, says);
  });
}

test('the page calls games what the table calls them', () => {
  for (const { rules, says } of TABLE.names) assert.equal(gameName(rules), says);
  const rules = { columns: 5, rows: 4, run: 4, misere: true, gravity: true };
  assert.equal(gameName(rules), '5×4, 4 in a row loses, marks fall');
});

test('the page says what the table says when something cannot be done', () => {
  // The page hides the button of a rematch that is offered.
  const { asked: _, ...declined } = TABLE.declined;
  assert.deepEqual({ ...NOTICES, ...declined }, NOTICES);
});

test('the page says what the table says of reactions', () => {
  const page = TestPage.playing(won());
  const said = Object.keys(TABLE.reactions).map((key) => {
    const reaction = /** @type {Reaction} */ (key);
    page.receive({ type: 'reaction', mark: 'O', reaction });
    return [reaction, `Bob: ${page.game.players[1].reaction}`];
  });
  assert.deepEqual(Object.fromEntries(said), TABLE.reactions);
});
