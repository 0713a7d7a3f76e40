import assert from 'node:assert/strict';
import { test } from 'node:test';

import { nextDeadline } from './core.js';
import { OPTIONS, SEEK, TICKET, TestPage, effectTypes, sent, snapshot, stateFrame, won } from './fixtures.js';

const SESSION = /** @type {const} */ ({ kind: 'seat', options: OPTIONS, match: 'm1', ticket: TICKET });

test('no connection is made without a session', () => {
  const page = new TestPage();
  assert.deepEqual(page.dispatch({ type: 'loaded', session: { kind: 'none' } }), []);
  assert.equal(nextDeadline(page.state), null);
  assert.equal(page.view.screen, 'start');
});

test('attempts come at once, after 0.5, 1, 2, 4 and then every 5 seconds, for ever', () => {
  const page = TestPage.playing();
  page.wait(2500);
  assert.deepEqual(effectTypes(page.close()), ['disconnect', 'connect']);
  for (const wait of [500, 1000, 2000, 4000, 5000, 5000, 5000]) {
    assert.deepEqual(effectTypes(page.close()), ['disconnect']);
    assert.deepEqual(effectTypes(page.wait(wait - 1)), []);
    assert.deepEqual(effectTypes(page.wait(1)), ['connect']);
  }
});

test('the page says what keeps it from its WebSocket, until it connects', () => {
  const page = new TestPage();
  page.act({ type: 'join', options: OPTIONS });
  page.close();
  page.wait(500);
  page.close();
  page.dispatch({ type: 'obstructed', obstacle: null });
  assert.equal(page.lines, "Can't reach the server | ");
  const blocked = "This page can't connect | Ask the operator.";
  page.dispatch({ type: 'obstructed', obstacle: 'Ask the operator.' });
  assert.equal(page.lines, blocked);
  page.wait(1000);
  page.open();
  assert.notEqual(page.lines, blocked);
});

for (const protocol of ['tictactoe.v2', 'tictactoe.v0']) {
  test(`a server that speaks ${protocol} asks for a reload`, () => {
    const page = TestPage.playing();
    page.close();
    page.wait(500);
    page.open();
    const effects = page.receive(/** @type {ServerMessage} */ ({ type: 'welcome', protocol }));
    assert.deepEqual(effectTypes(effects), ['disconnect']);
    assert.equal(page.lines, "The server's version differs | Reload the page.");
  });
}

test('chance shortens a wait by at most half', () => {
  for (const [chance, wait] of [
    [0, 250],
    [0.5, 375],
    [1, 500],
  ]) {
    const page = new TestPage();
    page.act({ type: 'join', options: OPTIONS });
    page.dispatch({ type: 'closed', code: 1006, chance: chance ?? 0 });
    assert.equal(nextDeadline(page.state), page.now + (wait ?? 0));
  }
});

test('the page backs off from a server that cuts every connection at once', () => {
  const page = TestPage.playing();
  const begun = page.now;
  for (let cut = 0; cut < 20; cut += 1) {
    page.close();
    page.wait((nextDeadline(page.state) ?? page.now) - page.now);
    page.open();
  }
  assert.ok(page.now - begun > 60_000, String(page.now - begun));
});

test('after `closing` the page waits as long as the server asks, at most a minute', () => {
  const page = TestPage.playing();
  page.wait(3000);
  const effects = page.receive({
    type: 'closing',
    reason: 'shutdown',
    message: 'It stops.',
    retry_in_ms: 1200,
  });
  assert.deepEqual(effectTypes(effects), ['disconnect']);
  assert.deepEqual(effectTypes(page.wait(1199)), []);
  assert.deepEqual(effectTypes(page.wait(1)), ['connect']);
  page.close();
  assert.equal(nextDeadline(page.state), page.now + 500);
  const other = TestPage.playing();
  other.receive({ type: 'closing', reason: 'shutdown', message: 'It stops.', retry_in_ms: 1e12 });
  assert.equal(nextDeadline(other.state), other.now + 60_000);
});

test('the first attempt times out after five seconds, a later one after ten', () => {
  const page = new TestPage();
  page.dispatch({ type: 'loaded', session: SESSION });
  assert.deepEqual(effectTypes(page.wait(4999)), []);
  assert.deepEqual(effectTypes(page.wait(1)), ['disconnect']);
  assert.deepEqual(effectTypes(page.wait(500)), ['connect']);
  assert.deepEqual(effectTypes(page.wait(9999)), []);
  assert.deepEqual(effectTypes(page.wait(1)), ['disconnect']);
});

test('a move that is unanswered for three seconds triggers a ping', () => {
  const page = TestPage.moving(4);
  assert.deepEqual(effectTypes(page.wait(2999)), []);
  assert.deepEqual(effectTypes(page.wait(1)), ['ping']);
});

for (const [when, page, silence] of /** @type {[string, TestPage, number][]} */ ([
  ["it is someone's turn", TestPage.playing(), 3000],
  ['a game is watched', TestPage.watching(), 3000],
  ['the game is over', TestPage.playing(won()), 20_000],
])) {
  test(`while ${when}, a connection that is silent for ${silence} ms is pinged, and replaced three seconds later`, () => {
    for (let round = 0; round < 3; round += 1) {
      assert.deepEqual(effectTypes(page.wait(silence - 1)), []);
      assert.deepEqual(effectTypes(page.wait(1)), ['ping']);
      page.receive({ type: 'pong' });
    }
    page.wait(silence + 2999);
    assert.notEqual(page.view.headline, 'Reconnecting...');
    assert.deepEqual(effectTypes(page.wait(1)), ['disconnect', 'connect']);
    assert.equal(page.view.outage?.text, 'Trying now...');
  });
}

test('on a dead line nothing claims to be live: after three seconds the move, after six everything', () => {
  const page = TestPage.playing(snapshot([4, 0], { ms_left: 52_000 }));
  page.act({ type: 'play', cell: 8 });
  const cards = () => page.game.players.map(({ toMove, presence, clock }) => ({ toMove, presence, clock }));
  page.wait(2999);
  assert.equal(page.lines, 'Bob is thinking... | You played bottom right.');
  page.wait(1);
  assert.equal(page.lines, 'Sending your move... | The server has not answered yet.');
  assert.ok(cards().every(({ toMove }) => !toMove));
  page.wait(3000);
  assert.equal(page.lines, 'Reconnecting... | Your move bottom right is kept and will be sent again.');
  assert.deepEqual(cards(), [
    { toMove: false, presence: 'no connection', clock: null },
    { toMove: false, presence: 'silent for 6 s', clock: null },
  ]);
  assert.ok(page.view.board?.frozen && !page.view.attention);
});

test('a wake pings at once, and another one does not extend the wait', () => {
  for (const idle of [5000, 20_000]) {
    const page = TestPage.playing(won());
    page.wait(idle);
    assert.deepEqual(effectTypes(page.dispatch({ type: 'woken' })), idle === 5000 ? ['ping'] : []);
    assert.deepEqual(effectTypes(page.wait(2000)), []);
    assert.deepEqual(effectTypes(page.dispatch({ type: 'woken' })), []);
    assert.deepEqual(effectTypes(page.wait(999)), []);
    assert.deepEqual(effectTypes(page.wait(1)), ['disconnect', 'connect']);
  }
});

test('a wake or `retry` during a backoff connects at once', () => {
  for (const input of /** @type {const} */ ([
    { type: 'woken' },
    { type: 'action', action: { type: 'retry' } },
  ])) {
    const page = TestPage.playing();
    page.close();
    page.close();
    assert.equal(page.state.link.kind, 'lost');
    assert.deepEqual(effectTypes(page.dispatch(input)), ['connect']);
    assert.deepEqual(effectTypes(page.dispatch(input)), []);
  }
});

test('a wake replaces an attempt that has hung', () => {
  const page = new TestPage();
  page.dispatch({ type: 'loaded', session: SESSION });
  page.now += 3000;
  assert.deepEqual(effectTypes(page.dispatch({ type: 'woken' })), ['disconnect', 'connect']);
});

test('each session has its own first message', () => {
  for (const { session, frame } of [
    { session: SESSION, frame: { type: 'resume', ticket: TICKET } },
    { session: /** @type {const} */ ({ kind: 'watch', match: 'm1' }), frame: { type: 'watch', match: 'm1' } },
    { session: SEEK, frame: { type: 'resume', ticket: TICKET } },
    {
      session: /** @type {const} */ ({ ...SEEK, options: { ...OPTIONS, name: ' ' }, ticket: null }),
      frame: { type: 'join', opponent: 'human', level: 'perfect', mark: 'any', rules: OPTIONS.rules },
    },
  ]) {
    const page = new TestPage();
    page.dispatch({ type: 'loaded', session });
    assert.deepEqual(sent(page.open()), [{ ...frame, id: 1 }]);
  }
});

test('a guest of a room names no board', () => {
  const page = TestPage.joining({ rules: null, room: 'kitten', opponent: 'human' });
  assert.deepEqual(sent(page.effects), [
    { type: 'join', name: 'Ann', opponent: 'human', level: 'perfect', mark: 'any', room: 'kitten', id: 1 },
  ]);
});

for (const code of [1000, 1001, 1002, 1005, 1006, 1011, 1012, 4002]) {
  test(`after the close code ${code} the page reconnects`, () => {
    const page = TestPage.playing();
    page.wait(2500);
    assert.deepEqual(effectTypes(page.close(code)), ['disconnect', 'connect']);
  });
}

for (const code of [1003, 1007, 1008, 1009, 4003]) {
  test(`after the close code ${code} the page reconnects only when the player asks`, () => {
    const page = TestPage.playing();
    page.close(code);
    assert.equal(nextDeadline(page.state), null);
    assert.deepEqual(page.view.wayOn, { label: 'Try again', action: { type: 'retry' } });
    assert.deepEqual(effectTypes(page.dispatch({ type: 'woken' })), []);
    assert.deepEqual(effectTypes(page.act({ type: 'retry' })), ['connect']);
    assert.deepEqual(sent(page.open()), [{ type: 'resume', ticket: TICKET, id: 2 }]);
  });
}

test('after `closing` without a time the page does not reconnect', () => {
  const page = TestPage.playing();
  page.receive({ type: 'closing', reason: 'flood', message: 'Too many messages.' });
  assert.equal(page.view.detail, 'Too many messages.');
  assert.equal(nextDeadline(page.state), null);
});

for (const how of ['closing', 'code']) {
  test(`a superseded tab stays silent until its player takes the seat back (${how})`, () => {
    const page = TestPage.playing();
    const effects =
      how === 'closing'
        ? page.receive({ type: 'closing', reason: 'superseded', message: 'Taken.' })
        : page.close(4001);
    assert.deepEqual(effects, [{ type: 'disconnect' }]);
    assert.equal(page.view.headline, 'Your game is open elsewhere');
    assert.deepEqual(page.view.wayOn, { label: 'Continue here', action: { type: 'retry' } });
    assert.deepEqual(effectTypes(page.dispatch({ type: 'woken' })), []);
    assert.deepEqual(effectTypes(page.wait(3_600_000)), []);
    assert.deepEqual(page.act({ type: 'retry' }), [{ type: 'connect' }]);
    assert.deepEqual(sent(page.open()), [{ type: 'resume', ticket: TICKET, id: 2 }]);
  });
}

test('the outage is the headline, with the seconds until the next attempt', () => {
  const page = TestPage.playing();
  page.wait(2500);
  page.close();
  assert.equal(page.view.outage, null);
  assert.equal(page.lines, 'Your turn | You are X and go first.');
  for (const wait of [500, 1000, 100]) {
    page.close();
    page.wait(wait);
  }
  assert.deepEqual(page.view.outage, {
    text: 'Next try in 2 s.',
    canRetry: true,
  });
  assert.equal(page.lines, 'Reconnecting... | The connection is lost. Wait until it is back.');
  assert.equal(page.view.title, 'Reconnecting... – Tic-tac-toe');
  assert.ok(page.view.board?.frozen && !page.view.board.canPlay);
});

test('a server that never answered is distinguished from a lost connection', () => {
  const page = new TestPage();
  page.act({ type: 'join', options: OPTIONS });
  assert.equal(page.view.outage?.text, undefined);
  assert.equal(page.lines, 'Connecting... | ');
  page.close();
  assert.equal(page.view.outage?.text, 'Next try in 1 s.');
  assert.equal(page.view.headline, "Can't reach the server");
  assert.equal(page.view.waitingWord, null);
});

test('the board stays visible during an outage, and afterwards the status reports the position', () => {
  const page = TestPage.playing(snapshot([4, 0]));
  page.close();
  page.wait(500);
  page.open();
  assert.ok(page.view.board?.frozen);
  page.receive(
    { type: 'seated', match: 'm1', mark: 'X', ticket: TICKET },
    stateFrame(snapshot([4, 0], { seq: 4 })),
  );
  assert.ok(page.view.board?.canPlay);
  assert.equal(page.view.outage, null);
  assert.equal(page.lines, 'Your turn | Bob played top left.');
});

test('an outage is reported once, until the next snapshot', () => {
  const page = TestPage.playing(snapshot([4, 0]));
  const statuses = new Set();
  const recordStatus = () => statuses.add(page.lines);
  page.wait(3000);
  page.receive({ type: 'closing', reason: 'shutdown', message: 'It stops.', retry_in_ms: 1200 });
  recordStatus();
  page.act({ type: 'play', cell: 1 });
  for (const next of [() => page.wait(1200), () => page.close(), () => page.wait(1000), () => page.open()]) {
    next();
    recordStatus();
  }
  assert.deepEqual([...statuses], ['Reconnecting... | The connection is lost. Wait until it is back.']);
  page.receive(stateFrame(won()));
  assert.equal(page.lines, 'You won! | Top row.');
  page.act({ type: 'new-opponent' });
  page.receive({ type: 'done', id: page.lastId });
  assert.equal(page.lines, 'Connecting... | ');
});
