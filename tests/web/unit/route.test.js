import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isAt, sessionAt, sessionPath } from './core.js';
import { OPTIONS, SEEK, TICKET, TestPage } from './fixtures.js';

/** @type {[string, Session][]} */
const PATHS = [
  ['/', { kind: 'none' }],
  ['/games', { kind: 'none', games: true }],
  ['/r/kitten', { kind: 'none', room: 'kitten' }],
  ['/r/green-otter-417', { kind: 'none', room: 'green-otter-417' }],
  ['/r/k%C3%A4tzchen', { kind: 'none', room: 'kätzchen' }],
  ['/r/%E7%8C%AB', { kind: 'none', room: '猫' }],
  ['/arena/kitten', { kind: 'none', arena: 'kitten' }],
  ['/arena/kitten?wall', { kind: 'none', arena: 'kitten', isWall: true }],
  ['/watch/a6j93wareq7p', { kind: 'watch', match: 'a6j93wareq7p' }],
];

for (const [path, session] of PATHS) {
  test(`${path} is parsed and built`, () => {
    assert.deepEqual(sessionAt(path), session);
    assert.equal(sessionPath(session), path);
  });
}

const OTHERS = '/r/ /r /r/a/b /r/% /r/%ff /arena/ /arena/a%20b /watch/ /watch/a%2e /x/y r/kitten';

for (const path of ['', ...OTHERS.split(' ')]) {
  test(`${path || 'an empty path'} is the start screen`, () =>
    assert.deepEqual(sessionAt(path), { kind: 'none' }));
}

for (const path of ['/r/a%2Fb', '/r/a%20b', '/r/%3Cb%3E', `/r/${'a'.repeat(33)}`]) {
  test(`${path} is an impossible room, and the page says so`, () => {
    const page = new TestPage();
    page.dispatch({ type: 'loaded', session: sessionAt(path), superseded: false });
    assert.deepEqual(
      [page.view.screen, page.view.headline, page.view.room],
      ['stopped', 'There is no such room', null],
    );
  });
}

test('a player has the path of the room', () => {
  const room = { ...OPTIONS, room: 'kitten' };
  assert.equal(sessionPath(SEEK), '/');
  assert.equal(sessionPath({ ...SEEK, options: room }), '/r/kitten');
  assert.equal(sessionPath({ kind: 'seat', options: room, match: 'm1', ticket: TICKET }), '/r/kitten');
});

test('rooms are case-insensitive, matches are not', () => {
  const inRoom = (/** @type {string} */ room) => /** @type {const} */ ({ kind: 'none', room });
  assert.ok(isAt(inRoom('Kitten'), '/r/kitten'));
  assert.ok(isAt(inRoom('Été'), '/r/%C3%A9t%C3%A9'));
  assert.ok(!isAt(inRoom('kitten'), '/'));
  assert.ok(!isAt({ kind: 'watch', match: 'A' }, '/watch/a'));
});

test('any path is some screen', () => {
  for (const path of ['%', '/%/%', '/r/\u0000', '/r/'.repeat(500), '/watch/%F0%9F%98%80', '//', '/r//x']) {
    assert.ok(['none', 'watch'].includes(sessionAt(path).kind));
  }
});
