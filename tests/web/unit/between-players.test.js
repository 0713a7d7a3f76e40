/** What two players have besides the board: takebacks, reactions, series, continuing against the computer. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isCounting } from './core.js';
import { COMPUTER, TestPage, person, refused, sent, snapshot, stateFrame, won } from './fixtures.js';

const AGAINST_COMPUTER = { X: person('Ann'), O: COMPUTER };

/** @param {TestPage} page */
function offers(page) {
  const { take_back: takeBack, accept, decline } = page.game.actions;
  return [takeBack && 'Take back', accept, decline].filter(Boolean);
}

test('a player asks to take a move back, withdraws that, and asks again', () => {
  const page = TestPage.playing(snapshot([4], { takebacks: 2 }));
  assert.deepEqual(offers(page), ['Take back']);
  assert.deepEqual(sent(page.act({ type: 'take_back' })), [
    { type: 'take_back', mark: 'X', game: 1, takebacks: 2, id: 2 },
  ]);
  assert.deepEqual(offers(page), ['Withdraw']);
  page.receive(
    { type: 'done', id: 2 },
    stateFrame(snapshot([4], { seq: 8, takebacks: 2, takeback: { asked_by: 'X' } })),
  );
  assert.deepEqual(offers(page), ['Withdraw']);
  assert.deepEqual(sent(page.act({ type: 'decline' })), [{ type: 'decline', game: 1, id: 3 }]);
  page.receive({ type: 'done', id: 3 }, stateFrame(snapshot([4], { seq: 9, takebacks: 2 })));
  assert.deepEqual(offers(page), ['Take back']);
  assert.equal(sent(page.act({ type: 'take_back' })).length, 1);
});

test('the other player agrees or declines', () => {
  const asked = snapshot([4, 0], { seq: 8, takebacks: 1, takeback: { asked_by: 'O' } });
  const page = TestPage.playing(asked);
  assert.deepEqual([page.lines, page.view.attention], ['Your turn | Bob wants to take back a move.', true]);
  assert.deepEqual(offers(page), [true, 'Decline']);
  assert.deepEqual(sent(page.act({ type: 'accept' })), [
    { type: 'take_back', mark: 'O', game: 1, takebacks: 1, id: 2 },
  ]);
  page.receive({ type: 'done', id: 2 }, stateFrame(snapshot([4], { seq: 9, takebacks: 2 })));
  assert.equal(page.lines, 'Bob is thinking... | Bob took back a move.');
  assert.deepEqual(offers(page), ['Take back']);
  const other = TestPage.playing(asked);
  assert.deepEqual(sent(other.act({ type: 'decline' })), [{ type: 'decline', game: 1, id: 2 }]);
});

test('only an own move can be taken back, when the server has it', () => {
  const cases = /** @type {const} */ ([
    [snapshot([]), false],
    [snapshot([4], { you: 'O' }), false],
    [snapshot([4, 0], { you: 'O' }), true],
    [snapshot([4], { you: 'both' }), true],
    [snapshot([4], { players: AGAINST_COMPUTER }), true],
    [won(), false],
  ]);
  for (const [state, isOffered] of cases)
    assert.equal(TestPage.playing(state).game.actions.take_back, isOffered);
  const refusedOne = TestPage.playing();
  refusedOne.act({ type: 'take_back' });
  refusedOne.receive(refused('nothing_to_take_back', { id: refusedOne.lastId }));
  assert.equal(refusedOne.notice, 'You have no move to take back.');
  const moving = TestPage.playing(snapshot([4, 0]));
  moving.act({ type: 'play', cell: 8 });
  assert.deepEqual(sent(moving.act({ type: 'take_back' })), []);
});

test('a move that was taken back is not resent', () => {
  const page = TestPage.playing(snapshot([4, 0], { takebacks: 0 }));
  page.act({ type: 'play', cell: 8 });
  page.reconnect();
  assert.deepEqual(sent(page.receive(stateFrame(snapshot([4, 0], { seq: 9, takebacks: 1 })))), []);
  const other = TestPage.playing(snapshot([4, 0], { takebacks: 0 }));
  const [move] = sent(other.act({ type: 'play', cell: 8 }));
  other.reconnect();
  assert.deepEqual(sent(other.receive(stateFrame(snapshot([4, 0], { seq: 9, takebacks: 0 })))), [move]);
});

test('reactions are shown for three seconds, beside the player', () => {
  const page = TestPage.playing();
  const shown = () => page.game.players.map(({ reaction }) => reaction);
  assert.deepEqual(sent(page.act({ type: 'react', reaction: 'thanks' })), [
    { type: 'react', reaction: 'thanks', id: 2 },
  ]);
  page.receive({ type: 'reaction', mark: 'X', reaction: 'thanks' });
  page.wait(2000);
  page.receive({ type: 'reaction', mark: 'O', reaction: 'hello' });
  assert.deepEqual(shown(), ['Thanks!', 'Hello!']);
  page.wait(1000);
  assert.deepEqual(shown(), [null, 'Hello!']);
  assert.ok(isCounting(page.state, page.now));
  page.wait(2000);
  assert.deepEqual([...shown(), isCounting(page.state, page.now)], [null, null, false]);
});

test('reactions end with the game, in which marks are swapped, and new ones of a newer server are ignored', () => {
  const page = TestPage.playing(won());
  const confetti = /** @type {'hello'} */ ('confetti');
  page.receive({ type: 'reaction', mark: 'O', reaction: 'good_game' });
  assert.equal(page.game.players[1].reaction, 'Good game!');
  page.receive(stateFrame(snapshot([], { game: 2, seq: 9, you: 'O' })));
  page.receive({ type: 'reaction', mark: 'X', reaction: confetti });
  assert.ok(page.game.players.every(({ reaction }) => reaction === null));
});

test('muted players are not seen, and one’s own reactions are', () => {
  const page = TestPage.playing();
  page.act({ type: 'choose', choices: { reactions: false } });
  assert.equal(page.game.actions.mute, 'Show reactions');
  page.receive({ type: 'reaction', mark: 'O', reaction: 'oops' });
  page.receive({ type: 'reaction', mark: 'X', reaction: 'hello' });
  assert.deepEqual(
    page.game.players.map(({ reaction }) => reaction),
    ['Hello!', null],
  );
});

test('a player who reacts too often, or without a connection, is told so', () => {
  const page = TestPage.playing();
  page.act({ type: 'react', reaction: 'hello' });
  page.receive(refused('rate_limited', { id: page.lastId }));
  assert.equal(page.view.detail, 'Too many reactions. Wait a moment.');
  const lost = TestPage.lost();
  assert.deepEqual(sent(lost.act({ type: 'react', reaction: 'hello' })), []);
  assert.equal(lost.notice, 'The connection is lost. Wait until it is back.');
});

test('a series is asked for, and shown to the player who waits for it', () => {
  const page = TestPage.joining({ bestOf: 3 });
  assert.equal(
    sent(page.effects).some((frame) => frame.type === 'join' && frame.best_of === 3),
    true,
  );
  const rules = { columns: 3, rows: 3, run: 3 };
  page.receive({
    type: 'waiting',
    rules,
    best_of: 3,
    word: 'a-b-1',
    computer_in_ms: null,
    room: null,
    ticket: 't',
  });
  assert.match(page.view.detail, /^Classic, best of 3\./);
});

test('after the opponent has left, the game goes on against the computer', () => {
  /** @type {Snapshot['result']} */
  const result = { winner: 'X', reason: 'left', lines: [] };
  const closed = { open: false, offers: [] };
  const page = TestPage.playing(snapshot([4, 0], { seq: 8, result, rematch: closed, continuable: true }));
  page.act({ type: 'choose', choices: { level: 'casual' } });
  const [asked] = sent(page.act({ type: 'continue' }));
  assert.deepEqual(asked, { type: 'continue', game: 1, level: 'casual', id: 2 });
  page.receive(
    { type: 'done', id: 2 },
    stateFrame(snapshot([4, 0], { seq: 9, game: 2, players: AGAINST_COMPUTER })),
  );
  assert.equal(page.lines, 'Your turn | The computer played top left.');
  assert.equal(page.state.pending.continue, null);
});
