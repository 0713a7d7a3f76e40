import assert from 'node:assert/strict';
import { test } from 'node:test';

import { soundBetween } from './core.js';
import { TestPage, snapshot, stateFrame, won } from './fixtures.js';

const PAUSE_MS = 10_000;

/**
 * What is heard when one snapshot follows another.
 * @param {Snapshot} before
 * @param {Snapshot} after
 */
function heard(before, after, quietMs = 0) {
  const page = before.you ? TestPage.playing(before) : TestPage.watching(before);
  const { state } = page;
  page.receive(stateFrame({ ...after, seq: 99 }));
  return soundBetween(state, page.state, quietMs);
}

test("the player's own move sounds at once, and only once", () => {
  const page = TestPage.playing();
  const before = page.state;
  page.act({ type: 'play', cell: 4 });
  assert.equal(soundBetween(before, page.state, 0), 'move');
  const sent = page.state;
  page.receive({ type: 'done', id: page.lastId });
  assert.equal(soundBetween(sent, page.state, 0), null);
  const confirmed = page.state;
  page.receive(stateFrame(snapshot([4])));
  assert.equal(soundBetween(confirmed, page.state, 0), null);
});

test("the other player's move sounds, and after a pause says whose turn it is", () => {
  assert.equal(heard(snapshot([4]), snapshot([4, 0])), 'other-move');
  assert.equal(heard(snapshot([4]), snapshot([4, 0]), PAUSE_MS), 'your-turn');
  assert.equal(heard(snapshot([], { you: null }), snapshot([4], { you: null }), PAUSE_MS), 'other-move');
});

test('the end of a game sounds like a win or like a loss', () => {
  const last = (/** @type {Snapshot['you']} */ you) => heard(snapshot([0, 3, 1, 4], { you }), won({ you }));
  assert.deepEqual([last('X'), last('O'), last(null)], ['win', 'loss', 'other-move']);
});

test('a first snapshot, another game and a presence are silent', () => {
  const page = TestPage.joining();
  const { state } = page;
  page.receive({ type: 'seated', match: 'm1', mark: 'X', ticket: 't' }, stateFrame(snapshot([4, 0])));
  assert.equal(soundBetween(state, page.state, 0), null);
  assert.equal(heard(won(), snapshot([], { game: 2 })), null);
  assert.equal(heard(snapshot([4, 0]), snapshot([4, 0], { spectators: 1 })), null);
});
