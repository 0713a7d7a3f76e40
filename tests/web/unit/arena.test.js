/** Arenas: joining, from game to game, and the table. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isCounting, sessionAt } from './core.js';
import {
  CLASSIC,
  OPTIONS,
  SEATED,
  TestPage,
  WAITING,
  effectTypes,
  person,
  refused,
  sent,
  snapshot,
  stateFrame,
  won,
} from './fixtures.js';

const ARENA = { ...OPTIONS, arena: 'kitten' };

const PLACE = '4e6d597a4d54';

/** The name and the rules count if the server has lost the place. */
const AGAIN = { type: 'join', arena: 'kitten', name: 'Ann', rules: CLASSIC, place: PLACE, id: 0 };

const IN_QUEUE = { ...WAITING, word: null, arena: 'kitten', name: 'Ann', place: PLACE };

/**
 * A row of the table with this many wins.
 * @param {string} name
 * @param {number} wins
 * @param {Partial<Table['rows'][number]>} part
 */
function row(name, wins, part = {}) {
  return /** @type {const} */ ({
    name,
    kind: 'person',
    points: 2 * wins,
    wins,
    draws: 0,
    losses: 1,
    ...part,
  });
}

/**
 * @param {Table['rows']} rows
 * @param {Partial<Table>} part
 * @returns {Input}
 */
function table(rows, part = {}, boards = /** @type {Snapshot[]} */ ([])) {
  const standings = { arena: 'kitten', rules: CLASSIC, ms_left: 760_000, rows, ...part };
  return { type: 'table', path: '/arena/kitten', table: standings, boards };
}

/** A page at `/arena/kitten`. */
function visiting(path = '/arena/kitten') {
  const page = new TestPage();
  page.dispatch({ type: 'loaded', session: sessionAt(path) });
  return page;
}

/** A page that waits in the arena. */
function waiting() {
  const page = visiting();
  page.act({ type: 'join', options: ARENA });
  page.open();
  page.receive(IN_QUEUE);
  return page;
}

/** A page that plays in the arena. */
function playing(state = snapshot([])) {
  const page = waiting();
  page.receive(SEATED, stateFrame({ ...state, arena: 'kitten' }));
  return page;
}

/** @param {TestPage} page */
function names(page) {
  const { rows, ownName } = page.view.arena ?? {};
  return rows?.map(({ name }) => (name === ownName ? 'You' : name));
}

test('an arena that does not exist is opened by the first player, with the chosen rules', () => {
  const page = visiting();
  assert.equal(page.view.arena?.facts, 'Classic');
  page.dispatch({ type: 'table', path: '/arena/kitten', table: null, boards: [] });
  assert.equal(page.lines, 'Arena kitten | Nobody is here yet. Join to open this arena.');
  assert.equal(page.view.arena?.facts, 'Classic · 0 players');
  assert.deepEqual([page.view.arena.time, page.view.arena.joinText], ['', 'Join as Ann']);
  page.act({ type: 'join', options: ARENA });
  const [join] = sent(page.open());
  assert.deepEqual(join, { type: 'join', arena: 'kitten', name: 'Ann', rules: CLASSIC, id: 1 });
});

test('the table shows the time that is left and the number of players', () => {
  const page = visiting();
  page.dispatch(table([row('Mia', 2, { kind: 'bot' }), row('Tom', 1)]));
  assert.equal(page.view.arena?.time, '12:40 left');
  assert.equal(page.view.arena.facts, 'Classic · 2 players');
});

test('the table of another arena is not shown', () => {
  const page = visiting('/arena/otter');
  page.dispatch(table([row('Tom', 1)]));
  assert.deepEqual(names(page), []);
});

test('the time that is left is counted', () => {
  const page = visiting();
  page.dispatch(table([]));
  assert.ok(isCounting(page.state, page.now));
  page.wait(60_000);
  assert.equal(page.view.arena?.time, '11:40 left');
});

test('a player who waits sees the own row', () => {
  const page = waiting();
  page.dispatch(table([row('Tom', 1), row('Ann', 0)]));
  assert.deepEqual(names(page), ['Tom', 'You']);
  assert.equal(page.view.detail, 'Looking for an opponent...');
  assert.deepEqual([page.view.arena?.joinText, page.view.canRename], [null, false]);
});

test('a player who is alone is asked to send the link', () => {
  const page = waiting();
  page.dispatch(table([row('Ann', 0)]));
  assert.equal(page.view.detail, 'Waiting for others. Send them the link.');
  assert.equal(page.state.shared?.path, '/arena/kitten');
});

test('after a game the player waits for the next opponent', () => {
  const page = playing(won());
  assert.equal(page.lines, 'You won! | Top row. Next opponent in a moment...');
  page.receive({ ...IN_QUEUE, ticket: 'm2.SECRET' });
  assert.equal(page.view.screen, 'arena');
  assert.equal(page.view.detail, 'Looking for an opponent...');
});

test('the next game may begin at once', () => {
  const page = playing(won());
  const next = {
    ...snapshot([], { match: 'm2', players: { X: person('Ann'), O: person('Cleo') } }),
    arena: 'kitten',
  };
  page.receive({ ...SEATED, match: 'm2', ticket: 'm2.SECRET' }, stateFrame(next));
  assert.deepEqual([page.view.screen, page.game.players[1].name], ['game', 'Cleo']);
});

test('there is no rematch: a button asks for the next game', () => {
  const page = playing(won());
  const { rematch, 'new-opponent': newOpponent, decline } = page.game.actions;
  assert.deepEqual([rematch, newOpponent, decline], ['Next game', false, false]);
  const [request] = sent(page.act({ type: 'rematch' }));
  assert.equal(request?.type, 'rematch');
  assert.equal(page.view.detail, 'Top row. Next opponent in a moment...');
});

test('in the ten seconds of a move the last five are little', () => {
  const low = (/** @type {number} */ ms_left) => playing(snapshot([], { ms_left })).game.lowSeconds;
  assert.deepEqual([low(10_000), low(5000)], [null, 5]);
});

test('the time that is left of the arena stands beside the game', () => {
  const page = playing();
  page.dispatch(table([row('Ann', 1)]));
  assert.equal(page.game.facts, 'arena kitten · 13 min left');
});

test('after the last game of an arena there is the table', () => {
  const page = playing(won());
  page.dispatch(table([row('Ann', 1)], { ms_left: 0 }));
  assert.equal(page.lines, 'You won! | Top row. The arena is over.');
  assert.deepEqual([page.game.actions.rematch, page.view.peopleAt], ['Show the table', '/arena/kitten']);
  page.act({ type: 'rematch' });
  page.receive(refused('arena_over', { id: page.lastId }));
  assert.equal(page.view.headline, 'You won the arena!');
});

test('a cancelled game does not look for an opponent outside the arena', () => {
  const players = { X: person('Ann'), O: { ...person('Bob'), presence: /** @type {const} */ ('left') } };
  const page = playing(snapshot([], { players, result: { winner: null, reason: 'cancelled', lines: [] } }));
  assert.equal(page.view.headline, 'Game cancelled');
});

const KEY = '7'.repeat(64);

/** @type {Input} */
const INVITATION = {
  type: 'invitation',
  path: '/arena/kitten',
  invitation: { url: 'http://server/arena/kitten', qr: null, reach: 'network' },
};

/** @param {TestPage} page */
function managingLink(page) {
  page.dispatch(table([row('Ann', 0), row('Tom', 0)]));
  page.dispatch(INVITATION);
  return page.view.arena?.managingLink;
}

test('a player who opened the arena manages it, also after leaving', () => {
  const page = waiting();
  assert.equal(managingLink(page), null);
  page.receive({ ...IN_QUEUE, manages: true });
  page.act({ type: 'leave' });
  assert.equal(managingLink(page), `http://server/arena/kitten#${PLACE}`);
  const change = { remove: 'Tom' };
  const frame = { type: 'manage_arena', arena: 'kitten', place: PLACE, change };
  assert.deepEqual(page.act({ type: 'manage', change }), [{ type: 'manage', frame }]);
  page.dispatch({ type: 'managed', arena: 'kitten', refused: { code: 'name_taken', message: '' } });
  assert.equal(page.view.detail, 'That name is taken here. Choose another one.');
  page.dispatch({ type: 'managed', arena: 'kitten', refused: null });
  assert.equal(page.notice, null);
});

test('a link to manage an arena gives no place in it', () => {
  const page = visiting();
  page.act({ type: 'take-key', key: KEY });
  assert.equal(managingLink(page), `http://server/arena/kitten#${KEY}`);
  assert.deepEqual([page.view.arena?.joinText, page.view.canRename], ['Join as Ann', true]);
  page.act({ type: 'join', options: ARENA });
  const [join] = sent(page.open());
  assert.ok(join?.type === 'join' && join.place === undefined);
  page.receive(IN_QUEUE);
  assert.equal(managingLink(page), `http://server/arena/kitten#${KEY}`);
});

test('a key of an earlier arena of this word is forgotten once it is refused', () => {
  const page = visiting();
  page.act({ type: 'take-key', key: KEY });
  assert.notEqual(managingLink(page), null);
  const refused = /** @type {const} */ ({ code: 'bad_ticket', message: '' });
  page.dispatch({ type: 'managed', arena: 'otter', refused });
  assert.deepEqual([managingLink(page), page.notice], [`http://server/arena/kitten#${KEY}`, null]);
  page.dispatch({ type: 'managed', arena: 'kitten', refused });
  assert.equal(managingLink(page), null);
  assert.equal(page.view.detail, 'You do not manage this arena.');
});

test('an incomplete link to manage an arena replaces no key', () => {
  const page = visiting();
  page.act({ type: 'take-key', key: KEY });
  page.act({ type: 'take-key', key: KEY.slice(1) });
  assert.equal(managingLink(page), `http://server/arena/kitten#${KEY}`);
  assert.equal(page.view.detail, 'You do not manage this arena.');
});

test('a later wait without a place keeps the key, and a later arena of another opener does not', () => {
  const page = waiting();
  page.receive({ ...IN_QUEUE, manages: true });
  page.receive({ ...IN_QUEUE, place: null });
  assert.equal(managingLink(page), `http://server/arena/kitten#${PLACE}`);
  page.receive(IN_QUEUE);
  assert.equal(managingLink(page), null);
});

test('a first join whose answer is lost is sent again with the same place', () => {
  const page = visiting();
  page.act({ type: 'join', options: { ...ARENA, place: KEY } });
  for (const [join] of [sent(page.open()), sent(page.reconnect())])
    assert.ok(join?.type === 'join' && join.place === KEY);
  page.receive(IN_QUEUE);
  page.act({ type: 'leave' });
  page.act({ type: 'join', options: { ...ARENA, place: KEY } });
  const [again] = sent(page.open());
  assert.ok(again?.type === 'join' && again.place === PLACE);
});

test('an arena is not managed on the wall', () => {
  const page = visiting('/arena/kitten?wall');
  page.act({ type: 'take-key', key: KEY });
  assert.equal(managingLink(page), null);
});

test('the place is sent with the next join', () => {
  const page = waiting();
  page.act({ type: 'leave' });
  assert.deepEqual([page.view.screen, page.view.arena?.joinText], ['arena', 'Join as Ann']);
  page.act({ type: 'join', options: ARENA });
  const [join] = sent(page.open());
  assert.deepEqual({ ...join, id: 0 }, AGAIN);
});

test('a player whose queue or game is no longer stored takes the place again', () => {
  for (const [page, code] of /** @type {const} */ ([
    [waiting(), 'bad_ticket'],
    [playing(), 'no_such_match'],
  ])) {
    const [resume] = sent(page.reconnect());
    assert.equal(resume?.type, 'resume');
    const [join] = sent(page.receive(refused(code, { id: page.lastId })));
    assert.deepEqual({ ...join, id: 0 }, AGAIN);
    assert.equal(page.view.screen, 'arena');
  }
});

test('a player whose name is taken is asked for another one', () => {
  const page = visiting();
  page.act({ type: 'join', options: ARENA });
  page.open();
  page.receive(refused('name_taken', { id: page.lastId }));
  assert.equal(page.lines, 'Arena kitten | That name is taken here. Choose another one.');
});

test('a player whose lost row has another owner can choose another name', () => {
  const page = waiting();
  page.act({ type: 'leave' });
  assert.equal(page.view.canRename, false);
  page.act({ type: 'join', options: ARENA });
  page.open();
  page.receive(refused('name_taken', { id: page.lastId }));
  assert.equal(page.view.canRename, true);
});

test('a player of a row joins with its name, whatever the name is elsewhere', () => {
  const page = waiting();
  page.act({ type: 'leave' });
  page.act({ type: 'join', options: { ...ARENA, name: 'Zoe' } });
  const [join] = sent(page.open());
  assert.ok(join?.type === 'join' && join.name === 'Ann');
});

test('the player waits for the end of a game that runs without the page', () => {
  const page = waiting();
  page.act({ type: 'leave' });
  page.act({ type: 'join', options: ARENA });
  page.open();
  page.receive(refused('game_on', { id: page.lastId }));
  assert.match(page.view.detail, /^Your last game here is still running\./);
  assert.deepEqual(effectTypes(page.wait(1000)), ['join']);
});

test('a player who waits no longer, because an earlier game runs, joins again later', () => {
  const page = waiting();
  page.receive(refused('game_on', { retry_in_ms: 2000 }));
  assert.match(page.view.detail, /^Your last game here is still running\./);
  assert.deepEqual(sent(page.wait(1999)), []);
  const [join] = sent(page.wait(1));
  assert.deepEqual({ ...join, id: 0 }, AGAIN);
  page.receive(IN_QUEUE);
  assert.equal(page.view.detail, 'Looking for an opponent...');
});

test('a player who resigns before both have moved reads that the game gives no points', () => {
  for (const [moves, text] of /** @type {const} */ ([
    [[4], "This cancels the game. It doesn't count."],
    [[4, 0], 'You will lose this game.'],
  ])) {
    const { leaving, resigning } = playing(snapshot([...moves])).game;
    assert.deepEqual([leaving, resigning], [text, text]);
  }
  /** @type {Snapshot['result']} */
  const result = { winner: null, reason: 'cancelled', lines: [], ended_by: { mark: 'O', cause: 'resigned' } };
  const text = "Bob resigned. It doesn't count. Next opponent in a moment...";
  assert.equal(playing(snapshot([], { result })).lines, `Game cancelled | ${text}`);
});

for (const [code, text] of /** @type {const} */ ([
  ['wrong_kind', 'This arena is for bots only. Choose another word to play.'],
  // The arena is over, or its opener has removed the player: the server says which.
  ['arena_over', 'No: arena_over.'],
  // The arena or the server has its limit: the server says which.
  ['arena_full', 'No: arena_full.'],
])) {
  test(`a player who is refused as ${code} reads why`, () => {
    const page = visiting();
    page.act({ type: 'join', options: ARENA });
    page.open();
    page.receive(refused(code, { id: page.lastId }));
    assert.equal(page.view.detail, text);
  });
}

test('a player who is set aside sees the table, and joins again', () => {
  const page = playing(won());
  page.receive(refused('set_aside'));
  page.dispatch(table([row('Ann', 1)]));
  assert.equal(
    page.view.detail,
    'Two games in a row ended because of you before both players had moved. Join again to play on.',
  );
  assert.deepEqual([names(page), page.view.arena?.joinText], [['You'], 'Join as Ann']);
  page.act({ type: 'join', options: ARENA });
  assert.deepEqual(sent(page.open())[0], { ...AGAIN, id: page.lastId });
  page.receive(refused('arena_over', { id: page.lastId }));
  page.dispatch(table([row('Ann', 1)], { ms_left: 0 }));
  assert.equal(page.lines, 'You won the arena! | You finished number 1 of 1.');
});

test('the invitation to an arena is asked for until the server has given it', () => {
  const page = visiting();
  assert.equal(page.view.linkAt, '/arena/kitten');
  page.dispatch(INVITATION);
  assert.equal(page.view.linkAt, null);
});

test('an invitation that the server refuses for good is not asked for again', () => {
  const page = visiting();
  page.dispatch({ type: 'invitation', path: '/arena/kitten', invitation: null });
  assert.deepEqual(page.dispatch(table([])), []);
});

test('a player who waits at the end sees who won, and the own place', () => {
  const page = waiting();
  page.receive(refused('arena_over'));
  assert.equal(page.view.detail, 'No: arena_over.');
  page.dispatch(table([row('Tom', 2), row('Ann', 1)], { ms_left: 0 }));
  assert.equal(page.lines, 'Tom won the arena | You finished number 2 of 2.');
  assert.deepEqual([page.view.arena?.joinText, page.view.arena?.isJoined], [null, false]);
  assert.equal(page.view.arena?.time, 'Over');
});

test('nobody has won while games are played to their end', () => {
  const page = waiting();
  page.receive(refused('arena_over'));
  page.dispatch(table([row('Tom', 2, { match: 'm2' }), row('Ann', 1)], { ms_left: 0 }));
  assert.equal(page.lines, 'The arena is over | No: arena_over.');
});

test('the winner is congratulated', () => {
  const page = waiting();
  page.dispatch(table([row('Ann', 1), row('Tom', 0)], { ms_left: 0 }));
  assert.equal(page.lines, 'You won the arena! | You finished number 1 of 2.');
});

test('the wall shows the closest games first, and replaces finished ones', () => {
  const page = visiting('/arena/kitten?wall');
  // The opponent of the best player is the worst one.
  const matches = ['m5', 'm1', 'm1', 'm2', 'm2', 'm3', 'm3', 'm4', 'm4', 'm5'];
  const rows = matches.map((match, index) => row(`P${index}`, 1, { match }));
  page.dispatch(table(rows));
  assert.equal(page.view.arena?.isWall, true);
  assert.deepEqual(page.view.matchesAt, ['m1', 'm2', 'm3', 'm4']);
  page.dispatch(table(rows.slice(3), {}, [won({ you: null }), snapshot([], { match: 'm2' })]));
  assert.deepEqual(page.view.matchesAt, ['m3', 'm2', 'm4', 'm5']);
  assert.deepEqual(
    page.view.arena?.boards.map(({ match }) => match),
    ['m1', 'm2'],
  );
});

test('a finished game stays on the wall while no other one is played', () => {
  const page = visiting('/arena/kitten?wall');
  page.dispatch(table([row('Ann', 1)], {}, [won({ you: null })]));
  assert.deepEqual(page.view.matchesAt, ['m1']);
});

test('the table of a word that the server refuses is not asked for again', () => {
  const page = visiting();
  page.dispatch({ type: 'table', path: '/arena/kitten', table: null, boards: [] });
  assert.equal(page.view.peopleAt, '/arena/kitten');
  page.act({ type: 'join', options: { ...OPTIONS, arena: 'kitten' } });
  page.open();
  page.receive(refused('bad_room', { id: page.lastId }));
  assert.deepEqual([page.view.screen, page.view.peopleAt], ['arena', null]);
});
