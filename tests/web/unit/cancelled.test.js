/** Cancelled games: a player whose opponent is not there looks for another one. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SEATED, WAITING, TestPage, person, sent, snapshot, stateFrame } from './fixtures.js';

const CAUSES = /** @type {const} */ ({ online: 'out_of_time', away: 'disconnected', left: 'left' });

/** The game after Ann's first move, cancelled. @param {Snapshot['players']['O']['presence']} presence Bob's */
function cancelled(presence) {
  const players = { X: person('Ann'), O: { ...person('Bob'), presence } };
  /** @type {EndedBy} */
  const ended_by = { mark: 'O', cause: CAUSES[presence] };
  return snapshot([4], {
    seq: 9,
    players,
    result: { winner: null, reason: 'cancelled', lines: [], ended_by },
  });
}

for (const [presence, text] of /** @type {const} */ ([
  ['left', 'Bob left before moving, so the game was cancelled.'],
  ['away', 'Bob lost the connection before moving, so the game was cancelled.'],
])) {
  test(`after a cancelled game with an opponent who is ${presence}, the page says so and joins again`, () => {
    const page = TestPage.joining({ room: 'kitten', opponent: 'human' });
    const [first] = sent(page.effects);
    page.receive(SEATED, stateFrame(snapshot([4])));
    assert.deepEqual(sent(page.receive(stateFrame(cancelled(presence)))), [{ type: 'leave', id: 2 }]);
    assert.equal(page.view.detail, `${text} Looking for another player...`);
    assert.deepEqual(sent(page.open()), [{ ...first, id: 3 }]);
    page.receive({ ...WAITING, room: 'kitten', word: 'kitten' });
    assert.equal(page.view.detail, `${text} Looking for another player...`);

    const next = { match: 'm2', players: { X: person('Ann'), O: person('Eve') } };
    page.receive({ ...SEATED, match: 'm2' }, stateFrame(snapshot([], next)));
    assert.equal(page.view.detail, `${text} You are X and go first.`);
    page.receive(stateFrame(snapshot([4], next)));
    assert.equal(page.view.detail, 'You played centre.');
  });
}

test('a player whose game was cancelled while the connection was down joins again too', () => {
  const page = TestPage.playing();
  page.reconnect();
  const sentThen = sent(page.receive(SEATED, stateFrame(cancelled('left'))));
  assert.deepEqual(
    sentThen.map(({ type }) => type),
    ['leave'],
  );
});

test('a player whose opponent is online stays, also when the opponent leaves later', () => {
  const page = TestPage.playing(snapshot([4]));
  assert.deepEqual(sent(page.receive(stateFrame(cancelled('online')))), []);
  assert.equal(page.view.detail, "Bob did not move in time. It doesn't count.");
  assert.ok(page.game.actions.rematch);
  assert.deepEqual(sent(page.receive(stateFrame({ ...cancelled('left'), seq: 10 }))), []);
  assert.equal(page.view.detail, 'Bob has left.');
});

test('a spectator of a cancelled game stays', () => {
  const page = TestPage.watching(snapshot([4], { you: null }));
  assert.deepEqual(sent(page.receive(stateFrame({ ...cancelled('left'), you: null }))), []);
  assert.equal(page.view.screen, 'game');
});
