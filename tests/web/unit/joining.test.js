/** Joining: the start screen's errors, waiting, full rooms, and matches that are gone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isCounting } from './core.js';
import {
  COMPUTER,
  OPTIONS,
  SEATED,
  SEEK,
  TICKET,
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

test('each new ticket is saved once', () => {
  const page = new TestPage();
  const [save] = page.act({ type: 'join', options: OPTIONS }).slice(-1);
  const seek = /** @type {const} */ ({ ...SEEK, ticket: null });
  assert.deepEqual(save, { type: 'save', session: seek });
  page.open();
  assert.deepEqual(page.receive(WAITING).at(-1), { type: 'save', session: SEEK });
  page.dispatch({ ...invitation({}), path: `/r/${WAITING.word}` });
  assert.deepEqual(page.receive(WAITING), []);
  const seat = { kind: 'seat', options: OPTIONS, match: 'm1', ticket: TICKET };
  assert.deepEqual(page.receive(SEATED), [{ type: 'save', session: seat }]);
  assert.deepEqual(page.receive(stateFrame(snapshot([])), SEATED), []);
});

test('the waiting screen says who can come', () => {
  const page = TestPage.joining();
  assert.deepEqual([page.view.headline, page.view.detail], ['Connecting...', '']);
  page.receive(WAITING);
  assert.equal(page.view.headline, 'Waiting for an opponent');
  assert.equal(page.view.detail, 'Classic. Anyone online can join. Or send a friend this link.');
  assert.equal(page.view.title, 'Waiting for an opponent – Tic-tac-toe');
  assert.equal(page.view.waitingWord, 'otter-maple-407');
});

test('in a room only its word leads to the player', () => {
  const page = TestPage.joining({ room: 'kitten' });
  page.receive({ ...WAITING, room: 'kitten', word: 'kitten' });
  assert.equal(page.view.detail, 'Classic. Send this link to a friend. The first to open it plays you.');
  assert.equal(page.view.waitingWord, 'kitten');
});

test('an invitation stays valid: the next join names its word, outside a room only', () => {
  const again = TestPage.joining();
  again.receive(WAITING, SEATED, stateFrame(won()));
  again.act({ type: 'new-opponent' });
  again.open();

  const inRoom = TestPage.joining({ room: 'kitten' });
  inRoom.receive({ ...WAITING, room: 'kitten', word: 'kitten' });
  inRoom.act({ type: 'computer' });
  inRoom.open();

  const words = [TestPage.joining(), again, inRoom].map(({ effects }) => {
    const join = sent(effects).at(-1);
    return join?.type === 'join' ? join.word : 'no join';
  });
  assert.deepEqual(words, [undefined, WAITING.word, undefined]);
});

const FROM_LIST = /** @type {const} */ ({ opponent: 'any', room: 'otter-maple-407', host: 'Bob' });

test('if a player of the list has gone meanwhile, the computer joins soon', () => {
  const page = TestPage.joining(FROM_LIST);
  page.receive({ ...WAITING, room: FROM_LIST.room, computer_in_ms: 9500 });
  assert.equal(page.view.detail, 'Bob has stopped waiting. The computer joins soon.');
});

test('if a player of the list is already playing, or cancels the game, another one is sought', () => {
  const busy = TestPage.joining(FROM_LIST);
  busy.receive(refused('room_full', { id: 1, match: 'm7' }));
  assert.equal(busy.lines, 'Connecting... | Bob is already playing. Looking for another player...');

  const cancelled = TestPage.joining(FROM_LIST);
  const players = { X: person('Ann'), O: { ...person('Bob'), presence: /** @type {const} */ ('left') } };
  const result = /** @type {const} */ ({ winner: null, reason: 'cancelled', lines: [] });
  cancelled.receive(SEATED, stateFrame(snapshot([4], { players, result: { ...result, lines: [] } })));
  cancelled.open();

  for (const { effects } of [busy, cancelled]) {
    const join = sent(effects).at(-1);
    assert.ok(join?.type === 'join');
    assert.deepEqual([join.room, join.opponent, join.rules], [undefined, 'any', OPTIONS.rules]);
  }
});

test('the waiting screen stays until the first snapshot of the match', () => {
  const page = TestPage.joining();
  page.receive(WAITING, SEATED);
  assert.equal(page.view.headline, 'Waiting for an opponent');
  page.receive(stateFrame(snapshot([])));
  assert.equal(page.view.screen, 'game');
  assert.equal(page.state.waiting, null);
});

test('the first tap on the board of the start screen is a move against the computer', () => {
  const page = new TestPage();
  assert.ok(page.view.board?.cells.every(({ playable, label }) => playable && label.endsWith(', empty')));
  page.act({ type: 'join', options: { ...OPTIONS, opponent: 'ai', firstMove: 8 } });
  const [join] = sent(page.open());
  assert.ok(join?.type === 'join' && join.mark === 'X');
  assert.equal(page.view.screen, 'start');
  assert.equal(page.view.board?.cells[8]?.label, 'Bottom right, X, sending');
  assert.ok(!page.view.board.canPlay);
  page.receive(SEATED);
  assert.equal(page.view.screen, 'start', 'no other screen is shown in between');
  const [move] = sent(page.receive(stateFrame(snapshot([]))));
  assert.deepEqual(move, { type: 'move', cell: 8, ply: 0, game: 1, takebacks: 0, id: 2 });
  assert.equal(page.view.headline, 'Bob is thinking...');
  assert.ok(page.state.session.kind === 'seat');
  assert.deepEqual(page.state.session.options, { ...OPTIONS, opponent: 'ai' }, 'X was not chosen for good');
});

test('if the computer goes first, the first tap is played after its move, or says that the square is taken', () => {
  for (const [computers, detail] of /** @type {const} */ ([
    [4, 'You played bottom right.'],
    [8, 'That square is taken. Pick an empty one.'],
  ])) {
    const page = new TestPage();
    page.act({ type: 'join', options: { ...OPTIONS, opponent: 'ai', mark: 'O', firstMove: 8 } });
    page.open();
    page.receive({ ...SEATED, mark: 'O' }, stateFrame(snapshot([], { you: 'O' })));
    page.receive(stateFrame(snapshot([computers], { you: 'O' })));
    assert.equal(page.view.detail, detail);
  }
});

test('a player who joins the computer keeps the board while the server is full or away', () => {
  const page = TestPage.joining({ opponent: 'ai', firstMove: 4 });
  const shown = () => [page.view.screen, page.view.board?.cells[4]?.mark, page.lines];
  assert.deepEqual(shown(), ['start', 'X', ' | ']);
  page.receive(refused('full', { id: 1 }));
  assert.deepEqual(shown(), ['start', 'X', 'Connecting... | The server is full. Retrying...']);
  page.close();
  page.wait(400);
  assert.deepEqual(shown(), ['start', 'X', "Can't reach the server | "]);
});

test('joining that takes long is shown on the start screen', () => {
  const page = TestPage.joining({ opponent: 'ai' });
  assert.equal(page.view.headline, '');
  assert.ok(isCounting(page.state, page.now));
  page.wait(700);
  assert.deepEqual([page.view.screen, page.view.headline], ['start', 'Connecting...']);
  page.receive(SEATED, stateFrame(snapshot([])));
  assert.equal(page.view.headline, 'Your turn');
});

test('while the page joins, another choice replaces the first, and the same one changes nothing', () => {
  const page = new TestPage();
  const join = (/** @type {Partial<JoinOptions>} */ part) =>
    page.act({ type: 'join', options: { ...OPTIONS, opponent: 'ai', firstMove: 0, ...part } });
  join({});
  page.open();
  assert.deepEqual(join({}), []);
  page.receive(SEATED);
  assert.deepEqual(join({}), []);
  assert.deepEqual(effectTypes(join({ firstMove: 8 })), ['leave', 'disconnect', 'connect', 'save']);
  assert.deepEqual(
    sent(page.open()).map(({ type }) => type),
    ['join'],
  );
});

test('a second player on the same device may have a name', () => {
  for (const [secondName, sentName] of [
    ['Bob', 'Bob'],
    ['', undefined],
  ]) {
    const page = new TestPage();
    page.act({ type: 'choose', choices: { secondName: secondName ?? '' } });
    page.act({ type: 'join', options: { ...OPTIONS, opponent: 'hotseat' } });
    const [join] = sent(page.open());
    assert.ok(join?.type === 'join');
    assert.equal(join.second_name, sentName);
  }
});

const HOST = /** @type {const} */ ({ name: 'Bob', kind: 'person', waiting_ms: 0, word: 'kitten' });

/** The server's answer about the room. @param {Partial<Invitation>} part */
function invitation(part) {
  const invitation = { url: 'http://server/r/kitten', reach: /** @type {const} */ ('network'), ...part };
  return /** @type {const} */ ({ type: 'invitation', path: '/r/kitten', invitation });
}

test('the start screen of a room says who invites to which board', () => {
  const page = new TestPage();
  page.dispatch({ type: 'loaded', session: { kind: 'none', room: 'kitten' } });
  const lines = () => [page.view.headline, page.view.detail];
  assert.deepEqual(lines(), ['Room kitten', '']);
  page.dispatch(invitation({}));
  assert.deepEqual(lines(), ['Room kitten', 'Nobody is waiting in this room yet.']);
  page.dispatch(invitation({ playing: 'm1' }));
  assert.deepEqual(lines(), ['Room kitten', 'Two people are playing here.']);
  page.dispatch(invitation({ waiting: { ...HOST, rules: { columns: 4, rows: 4, run: 4 } } }));
  assert.deepEqual(lines(), ['Bob invites you', '4×4, 4 in a row.']);
  assert.deepEqual([page.view.board?.rules.columns, page.view.board?.canPlay], [4, true]);
  page.dispatch(invitation({ waiting: { ...HOST, rules: { columns: 3, rows: 3, run: 3, misere: true } } }));
  assert.equal(page.view.detail, 'Misere: three in a row loses.');
});

test('a link to a room whose name the server does not take opens the start screen, which says so', () => {
  const page = new TestPage();
  page.dispatch({ type: 'loaded', session: { kind: 'none', room: 'a'.repeat(80) } });
  page.dispatch({ ...invitation({}), invitation: null });
  assert.equal(page.view.screen, 'start');
  assert.equal(page.lines, "That didn't work | This room's name can't be used. Ask for a new link.");
});

test('a guest who named another board than the host can join with that of the host', () => {
  const page = TestPage.joining({ room: 'kitten' });
  page.receive(refused('room_rules', { id: 1 }));
  assert.equal(page.view.room, 'kitten');
  page.dispatch(invitation({ waiting: { ...HOST, rules: { columns: 4, rows: 4, run: 4 } } }));
  assert.equal(
    page.view.detail,
    "4×4, 4 in a row. This room's game is not the one you chose. You can still join.",
  );
});

test('a player who no longer waits is not offered the own place', () => {
  const page = TestPage.joining();
  page.receive(WAITING);
  page.act({ type: 'leave' });
  const waiting = [{ ...HOST, word: WAITING.word }, HOST];
  page.dispatch({ type: 'listing', listing: { matches: [], more: false, waiting } });
  assert.deepEqual(page.view.lobby.players, [HOST]);
});

test('the games of people are listed before those with the computer', () => {
  const page = new TestPage();
  const matches = [COMPUTER, person('Bob')].map((O) => {
    const { match, game, ply, board, rules, score, spectators } = snapshot([]);
    return { match, game, ply, board, rules, score, spectators, players: { X: person('Ann'), O } };
  });
  page.dispatch({ type: 'listing', listing: { matches, more: false, waiting: [] } });
  assert.deepEqual(
    page.view.lobby.games.map(({ players }) => players.O.name),
    ['Bob', 'Computer'],
  );
});

/** The shown link, and its QR code. @param {TestPage} page */
function linkOf({ view: { link } }) {
  return [link?.url, link?.qr];
}

test('a waiting player has a link once the server has said how others reach it', () => {
  const page = TestPage.joining({ room: 'kitten' });
  const kitten = { ...WAITING, room: 'kitten', word: 'kitten' };
  page.receive(kitten);
  assert.equal(page.view.linkAt, '/r/kitten');
  assert.deepEqual(linkOf(page), [undefined, undefined]);
  page.dispatch(invitation({ qr: '<svg/>' }));
  assert.deepEqual(linkOf(page), ['http://server/r/kitten', '<svg/>']);
  page.receive(kitten);
  assert.equal(page.view.linkAt, null, 'it is asked for once');
});

test('the answer about another path is not the link that is shared', () => {
  const page = TestPage.playing(won());
  page.act({ type: 'share', path: '/games#m1/1' });
  page.dispatch({ ...invitation({ qr: '<svg/>' }), path: '/' });
  assert.deepEqual(linkOf(page), [undefined, undefined]);
  page.dispatch({ ...invitation({}), path: '/games#m1/1' });
  assert.ok(linkOf(page)[0]);
});

test('a waiting player leaves the queue before playing the computer', () => {
  const page = TestPage.joining({ room: 'kitten' });
  page.receive({ ...WAITING, room: 'kitten' });
  const effects = page.act({ type: 'computer' });
  assert.deepEqual(effectTypes(effects), ['leave', 'disconnect', 'connect', 'save']);
  assert.equal(page.view.screen, 'waiting');
  const [join] = sent(page.open());
  assert.ok(join?.type === 'join');
  assert.deepEqual([join.opponent, join.room], ['ai', undefined]);
});

test('on a new connection a waiting player resumes with the ticket, in the queue or already in the match', () => {
  for (const answers of [[WAITING], [SEATED, stateFrame(snapshot([]))]]) {
    const page = TestPage.joining();
    page.receive(WAITING);
    assert.deepEqual(sent(page.reconnect()), [{ type: 'resume', ticket: TICKET, id: 2 }]);
    page.receive(...answers);
    assert.equal(page.view.outage, null);
    assert.equal(page.view.screen, answers.length === 1 ? 'waiting' : 'game');
  }
});

for (const room of [null, 'kitten']) {
  test(`a place in the queue that is gone is joined anew with the same options (room: ${room})`, () => {
    const page = TestPage.joining({ room });
    const [first] = sent(page.effects);
    page.receive({ ...WAITING, room });
    page.reconnect();
    const [join] = sent(page.receive(refused('no_such_match', { id: 2 })));
    assert.deepEqual(join, { ...first, ...(room === null && { word: WAITING.word }), id: 3 });
    page.receive({ ...WAITING, room, ticket: 'm2.SECRET' });
    assert.ok(page.view.waitingWord);
  });
}

for (const code of /** @type {const} */ (['bad_name', 'bad_room'])) {
  test(`the refusal ${code} is said on the start screen until the player chooses otherwise`, () => {
    const page = TestPage.joining();
    const effects = page.receive(refused(code, { id: 1 }));
    const save = { type: 'save', session: { kind: 'none' } };
    assert.deepEqual(effects, [{ type: 'disconnect' }, save]);
    assert.equal(page.view.screen, 'start');
    assert.equal(page.lines, `That didn't work | No: ${code}.`);
    page.act({ type: 'choose', choices: { name: 'Zoe' } });
    assert.equal(page.lines, ' | ');
  });
}

test("an error on a room's start screen leads back to that room", () => {
  const page = TestPage.joining({ room: 'kitten', rules: null });
  page.receive(refused('bad_name', { id: 1 }));
  assert.deepEqual(page.state.session, { kind: 'none', room: 'kitten' });
});

test('the match in a full room can be watched', () => {
  const page = TestPage.joining({ room: 'kitten' });
  const effects = page.receive(refused('room_full', { id: 1, match: 'm7' }));
  const none = /** @type {const} */ ({ kind: 'none', room: 'kitten' });
  assert.deepEqual(effects, [{ type: 'disconnect' }, { type: 'save', session: none }]);
  assert.equal(page.lines, 'Room kitten is full | No: room_full.');
  assert.deepEqual(page.view.wayOn, { label: 'Watch', action: { type: 'watch', match: 'm7' } });
  assert.deepEqual(effectTypes(page.act({ type: 'watch', match: 'm7' })), ['connect', 'save']);
  assert.deepEqual(sent(page.open()), [{ type: 'watch', match: 'm7', id: 2 }]);
});

for (const code of /** @type {const} */ (['full', 'unavailable', 'rate_limited'])) {
  test(`a join that the server is too busy for (${code}) is repeated less and less often`, () => {
    const page = TestPage.joining();
    page.receive(refused(code, { id: 1 }));
    assert.match(page.view.detail, /^The server is (full|busy)\. Retrying\.\.\.$/);
    assert.deepEqual(effectTypes(page.wait(500)), ['join']);
    page.receive(refused(code, { id: page.lastId }));
    assert.deepEqual(effectTypes(page.wait(999)), []);
    assert.deepEqual(effectTypes(page.wait(1)), ['join']);
    page.receive(WAITING);
    assert.equal(page.view.headline, 'Waiting for an opponent');
  });
}

test('the server may ask for a longer wait before the next join', () => {
  const page = TestPage.joining();
  page.receive(refused('rate_limited', { retry_in_ms: 4000 }));
  assert.deepEqual(effectTypes(page.waitAlive(3999)), []);
  assert.deepEqual(effectTypes(page.waitAlive(1)), ['join']);
});

for (const code of /** @type {const} */ (['bad_ticket', 'left', 'no_such_match'])) {
  test(`a seat that is refused as ${code} is gone, and no longer saved`, () => {
    const page = TestPage.joining();
    page.receive(WAITING, SEATED);
    page.reconnect();
    const effects = page.receive(refused(code, { id: page.lastId }));
    assert.deepEqual(effects, [{ type: 'disconnect' }, { type: 'save', session: { kind: 'none' } }]);
    assert.equal(page.view.headline, 'That game is over');
    assert.equal(page.view.wayOn?.label, 'Play the computer');
  });
}

test('a match that expires on the server is gone', () => {
  const page = TestPage.playing();
  page.receive(refused('no_such_match'));
  assert.equal(page.view.detail, 'It is no longer stored here.');
});

test('a player who is joined leaves the list at once', () => {
  const page = new TestPage();
  page.dispatch({ type: 'listing', listing: { waiting: [HOST], matches: [], more: false } });
  page.act({ type: 'join', options: { ...OPTIONS, opponent: 'any', room: 'kitten', host: 'Bob' } });
  assert.deepEqual(page.view.lobby.players, []);
});
