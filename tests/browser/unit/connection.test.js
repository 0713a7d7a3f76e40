import assert from 'node:assert/strict';
import { test } from 'node:test';

import { due } from './core.js';
import { Page, TICKET, WISH, done, sent, snapshot, stateFrame, won } from './fixtures.js';

const ERRAND = /** @type {const} */ ({ kind: 'seat', wish: WISH, match: 'm1', ticket: TICKET });

test('nothing is connected without an errand', () => {
  const page = new Page();
  assert.deepEqual(page.happen({ type: 'loaded', errand: { kind: 'none' }, quiet: false }), []);
  assert.equal(due(page.state), null);
  assert.equal(page.seen.screen, 'entrance');
});

test('tries come at once, after 0.5, 1, 2, 4 and then every 5 seconds, for ever', () => {
  const page = Page.playing();
  page.wait(2500);
  assert.deepEqual(done(page.close()), ['disconnect', 'connect']);
  for (const wait of [500, 1000, 2000, 4000, 5000, 5000, 5000]) {
    assert.deepEqual(done(page.close()), ['disconnect']);
    assert.deepEqual(done(page.wait(wait - 1)), []);
    assert.deepEqual(done(page.wait(1)), ['connect']);
  }
});

test('the lot makes a wait shorter, by half at most', () => {
  for (const [chance, wait] of [
    [0, 250],
    [0.5, 375],
    [1, 500],
  ]) {
    const page = new Page();
    page.act({ do: 'join', wish: WISH });
    page.happen({ type: 'closed', code: 1006, chance: chance ?? 0 });
    assert.equal(due(page.state), page.now + (wait ?? 0));
  }
});

test('a server that cuts every connection at once is not called without a wait', () => {
  const page = Page.playing();
  const begun = page.now;
  for (let cut = 0; cut < 20; cut += 1) {
    page.close();
    page.wait((due(page.state) ?? page.now) - page.now);
    page.open();
  }
  assert.ok(page.now - begun > 60_000, String(page.now - begun));
});

test('after a closing the time that the server told is waited first', () => {
  const page = Page.playing();
  page.wait(3000);
  const effects = page.hear({
    type: 'closing',
    reason: 'shutdown',
    message: 'It stops.',
    come_back_in_ms: 1200,
  });
  assert.deepEqual(done(effects), ['disconnect']);
  assert.deepEqual(done(page.wait(1199)), []);
  assert.deepEqual(done(page.wait(1)), ['connect']);
  page.close();
  assert.equal(due(page.state), page.now + 500);
});

test('a first try that takes longer than five seconds is given up, a later one after ten', () => {
  const page = new Page();
  page.happen({ type: 'loaded', errand: ERRAND, quiet: false });
  assert.deepEqual(done(page.wait(4999)), []);
  assert.deepEqual(done(page.wait(1)), ['disconnect']);
  assert.deepEqual(done(page.wait(500)), ['connect']);
  assert.deepEqual(done(page.wait(9999)), []);
  assert.deepEqual(done(page.wait(1)), ['disconnect']);
});

test('a server that does not answer a move for three seconds is asked for a sign of life', () => {
  const page = Page.moving(4);
  assert.deepEqual(done(page.wait(2999)), []);
  assert.deepEqual(done(page.wait(1)), ['ping']);
  page.hear({ type: 'pong' });
  assert.deepEqual(done(page.wait(19_999)), []);
});

test('a connection that is silent for twenty seconds is asked for a sign of life, and left without one', () => {
  const page = Page.playing();
  assert.deepEqual(done(page.wait(19_999)), []);
  assert.deepEqual(done(page.wait(1)), ['ping']);
  page.hear({ type: 'pong' });
  assert.deepEqual(done(page.wait(20_000)), ['ping']);
  assert.deepEqual(done(page.wait(4999)), []);
  assert.deepEqual(done(page.wait(1)), ['disconnect', 'connect']);
});

test('whoever looks at the page again is told sooner that the connection has died', () => {
  const page = Page.playing();
  page.wait(5000);
  assert.deepEqual(done(page.happen({ type: 'woken' })), ['ping']);
  assert.deepEqual(done(page.happen({ type: 'woken' })), []);
  assert.deepEqual(done(page.wait(2999)), []);
  assert.deepEqual(done(page.wait(1)), ['disconnect', 'connect']);
});

test('a wake shortens the patience of a ping that is under way', () => {
  const page = Page.playing();
  page.wait(20_000);
  page.happen({ type: 'woken' });
  assert.deepEqual(done(page.wait(3000)), ['disconnect', 'connect']);
});

test('looking at the page again and again does not keep a dead connection', () => {
  const page = Page.playing();
  page.wait(5000);
  page.happen({ type: 'woken' });
  page.wait(2000);
  page.happen({ type: 'woken' });
  assert.deepEqual(done(page.wait(1000)), ['disconnect', 'connect']);
});

test('the server may ask for a minute at most', () => {
  const page = Page.playing();
  page.hear({ type: 'closing', reason: 'shutdown', message: 'It stops.', come_back_in_ms: 1e12 });
  assert.equal(due(page.state), page.now + 60_000);
});

test('whoever looks at the page while the connection is lost has it tried at once', () => {
  const page = Page.playing();
  page.close();
  page.close();
  assert.equal(page.state.link.kind, 'lost');
  assert.deepEqual(done(page.happen({ type: 'woken' })), ['connect']);
  assert.deepEqual(done(page.happen({ type: 'woken' })), []);
});

test('a try that hung while the page was away is made anew', () => {
  const page = new Page();
  page.happen({ type: 'loaded', errand: ERRAND, quiet: false });
  page.now += 3000;
  assert.deepEqual(done(page.happen({ type: 'woken' })), ['disconnect', 'connect']);
});

test('trying now does not wait', () => {
  const page = Page.playing();
  page.close();
  assert.deepEqual(done(page.act({ do: 'retry' })), ['connect']);
  assert.deepEqual(done(page.act({ do: 'retry' })), []);
});

test('on a new connection the page says what it is about', () => {
  for (const { errand, frame } of [
    { errand: ERRAND, frame: { type: 'resume', ticket: TICKET } },
    { errand: /** @type {const} */ ({ kind: 'watch', match: 'm1' }), frame: { type: 'watch', match: 'm1' } },
    {
      errand: /** @type {const} */ ({ kind: 'join', wish: { ...WISH, name: ' ' }, ticket: TICKET }),
      frame: {
        type: 'join',
        opponent: 'any',
        level: 'perfect',
        mark: 'any',
        rules: WISH.rules,
        ticket: TICKET,
      },
    },
  ]) {
    const page = new Page();
    page.happen({ type: 'loaded', errand, quiet: false });
    assert.deepEqual(sent(page.open()), [{ ...frame, id: 1 }]);
  }
});

test('whoever joins a room by its address wishes no board', () => {
  const page = Page.joining({ rules: null, room: 'kitten', opponent: 'human' });
  assert.deepEqual(sent(page.effects), [
    { type: 'join', name: 'Ann', opponent: 'human', level: 'perfect', mark: 'any', room: 'kitten', id: 1 },
  ]);
});

for (const code of [1000, 1001, 1005, 1006, 1011, 1012, 4002]) {
  test(`after the close code ${code} the page comes back`, () => {
    const page = Page.playing();
    page.wait(2500);
    assert.deepEqual(done(page.close(code)), ['disconnect', 'connect']);
  });
}

for (const code of [1002, 1003, 1007, 1008, 1009, 4003]) {
  test(`after the close code ${code} it does not, unless its player wants to`, () => {
    const page = Page.playing();
    page.close(code);
    assert.equal(due(page.state), null);
    assert.deepEqual(page.seen.stopped?.ways, ['retry', 'leave']);
    assert.deepEqual(done(page.happen({ type: 'woken' })), []);
    assert.deepEqual(done(page.act({ do: 'retry' })), ['connect']);
    assert.deepEqual(sent(page.open()), [{ type: 'resume', ticket: TICKET, id: 2 }]);
  });
}

test('a closing that calls nobody back stops the page', () => {
  const page = Page.playing();
  page.hear({ type: 'closing', reason: 'flood', message: 'Too many messages.' });
  assert.equal(page.seen.stopped?.text, 'Too many messages.');
  assert.equal(due(page.state), null);
});

for (const how of ['closing', 'code']) {
  test(`a tab whose seat was taken stays quiet until it is taken back (${how})`, () => {
    const page = Page.playing();
    const effects =
      how === 'closing'
        ? page.hear({ type: 'closing', reason: 'superseded', message: 'Taken.' })
        : page.close(4001);
    assert.deepEqual(effects.at(-1), { do: 'keep', errand: ERRAND, quiet: true });
    assert.equal(page.seen.stopped?.heading, 'Played on another tab');
    assert.deepEqual(page.seen.stopped?.ways, ['take-back', 'leave']);
    assert.deepEqual(done(page.happen({ type: 'woken' })), []);
    assert.deepEqual(done(page.wait(3_600_000)), []);
    assert.deepEqual(done(page.act({ do: 'retry' })), []);
    const back = page.act({ do: 'take-back' });
    assert.deepEqual(back, [{ do: 'connect' }, { do: 'keep', errand: ERRAND, quiet: false }]);
    assert.deepEqual(sent(page.open()), [{ type: 'resume', ticket: TICKET, id: 2 }]);
  });
}

test('a tab that was quiet is quiet after a reload', () => {
  const page = new Page();
  assert.deepEqual(page.happen({ type: 'loaded', errand: ERRAND, quiet: true }), []);
  assert.equal(page.seen.screen, 'stopped');
  assert.deepEqual(done(page.happen({ type: 'woken' })), []);
});

test('the trouble is told with the seconds and the number of the try', () => {
  const page = Page.playing();
  page.wait(2500);
  page.close();
  assert.deepEqual(page.seen.trouble, { text: 'Connection lost. Trying again (try 1).', retry: false });
  assert.equal(page.seen.status, 'You are X, Bob is O. Your turn.');
  for (const wait of [500, 1000, 100]) {
    page.close();
    page.wait(wait);
  }
  assert.deepEqual(page.seen.trouble, { text: 'Connection lost. Trying again in 2 s (try 4).', retry: true });
  assert.equal(page.seen.status, 'Connection lost. Trying again.');
  assert.equal(page.seen.title, 'Reconnecting – Tic-tac-toe');
  assert.ok(page.game.frozen && !page.game.open);
});

test('a server that does not answer is told from a connection that was lost', () => {
  const page = new Page();
  page.act({ do: 'join', wish: WISH });
  assert.equal(page.trouble(), undefined);
  assert.equal(page.seen.waiting?.text, 'Connecting.');
  page.close();
  assert.equal(page.trouble(), 'The server does not answer. Trying again in 1 s (try 2).');
  assert.equal(page.seen.waiting?.placed, false);
});

test('the board is as it was while the connection comes back, and then the status says how it stands', () => {
  const page = Page.playing(snapshot([4, 0]));
  page.close();
  page.wait(500);
  page.open();
  assert.ok(page.game.frozen);
  page.hear(
    { type: 'seated', match: 'm1', mark: 'X', ticket: TICKET },
    stateFrame(snapshot([4, 0], { seq: 4 })),
  );
  assert.ok(page.game.open);
  assert.equal(page.seen.trouble, null);
  assert.equal(page.seen.status, 'Bob: O at row 1, column 1. Your turn.');
});

test('a loss that is told is told once, until the server has said how it stands', () => {
  const page = Page.playing(snapshot([4, 0]));
  const said = new Set();
  const look = () => said.add(page.seen.status);
  page.hear({ type: 'closing', reason: 'shutdown', message: 'It stops.', come_back_in_ms: 1200 });
  look();
  page.act({ do: 'play', cell: 1 });
  for (const next of [() => page.wait(1200), () => page.close(), () => page.wait(1000), () => page.open()]) {
    next();
    look();
  }
  assert.deepEqual([...said], ['Connection lost. Trying again.']);
  page.hear(stateFrame(won()));
  assert.equal(page.seen.status, 'You won: 1-2-3. Score 1-0, 0 draws.');
  page.act({ do: 'new-opponent' });
  page.hear({ type: 'done', id: page.lastId });
  assert.equal(page.seen.status, 'One moment.');
});

test('a connection that is back at once is no news', () => {
  const page = Page.playing(snapshot([4, 0]));
  page.wait(2500);
  page.close();
  assert.equal(page.seen.status, 'Bob: O at row 1, column 1. Your turn.');
  page.open();
  assert.equal(page.seen.status, 'Bob: O at row 1, column 1. Your turn.');
});

test('whoever begins is told one thing until more is known', () => {
  const page = new Page();
  page.act({ do: 'join', wish: WISH });
  assert.equal(page.seen.status, 'One moment.');
  page.open();
  assert.equal(page.seen.status, 'One moment.');
});
