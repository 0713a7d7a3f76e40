import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isAt, sessionAt, sessionPath } from './core.js';
import { OPTIONS, SEEK, TICKET } from './fixtures.js';

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

const OTHERS = '/r/ /r /r/a/b /r/% /r/%ff /arena/ /watch/ /watch/a%2e /x/y r/kitten';

for (const path of ['', ...OTHERS.split(' ')]) {
  test(`${path || 'an empty path'} is the start screen`, () =>
    assert.deepEqual(sessionAt(path), { kind: 'none' }));
}

test('a path names a room or an arena by a word', () => {
  assert.deepEqual(sessionAt('/r/Not%20a%2Fword'), { kind: 'none', room: 'not-a-word' });
  assert.deepEqual(sessionAt('/arena/Not%20a%2Fword'), { kind: 'none', arena: 'not-a-word' });
});

test('a player has the path of the room', () => {
  const room = { ...OPTIONS, room: 'kitten' };
  assert.equal(sessionPath(SEEK), '/');
  assert.equal(sessionPath({ ...SEEK, options: room }), '/r/kitten');
  assert.equal(sessionPath({ kind: 'seat', options: room, match: 'm1', ticket: TICKET }), '/r/kitten');
});

test('rooms are case-insensitive, matches are not', () => {
  const inRoom = (/** @type {string} */ room) => /** @type {const} */ ({ kind: 'none', room });
  assert.ok(isAt(inRoom('kitten'), '/r/Kitten'));
  assert.ok(isAt(inRoom('été'), '/r/%C3%89t%C3%A9'));
  assert.ok(!isAt(inRoom('kitten'), '/'));
  assert.ok(!isAt({ kind: 'watch', match: 'A' }, '/watch/a'));
});

test('any path is some screen', () => {
  for (const path of ['%', '/%/%', '/r/\u0000', '/r/'.repeat(500), '/watch/%F0%9F%98%80', '//', '/r//x']) {
    assert.ok(['none', 'watch'].includes(sessionAt(path).kind));
  }
});
