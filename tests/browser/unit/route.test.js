import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isSameRoute, parseRoute, routePath, sessionRoute } from './core.js';
import { OPTIONS, SEEK, TICKET } from './fixtures.js';

/** @import { Route } from '../../../server/page/page' */

const START = { kind: 'start' };

/** @type {[string, Route][]} */
const ROUTES = [
  ['/', { kind: 'start' }],
  ['/r/kitten', { kind: 'room', room: 'kitten' }],
  ['/r/green-otter-417', { kind: 'room', room: 'green-otter-417' }],
  ['/r/k%C3%A4tzchen', { kind: 'room', room: 'kätzchen' }],
  ['/r/%E7%8C%AB', { kind: 'room', room: '猫' }],
  ['/watch/a6j93wareq7p', { kind: 'watch', match: 'a6j93wareq7p' }],
];

for (const [path, route] of ROUTES) {
  test(`${path} is parsed and built`, () => {
    assert.deepEqual(parseRoute(path), route);
    assert.equal(routePath(route), path);
  });
}

const OTHERS = '/r/ /r /r/a/b /r/% /r/%ff /r/a%2Fb /r/a%20b /r/%3Cb%3E /watch/ /watch/a%2e /x/y r/kitten';

for (const path of ['', ...OTHERS.split(' ')]) {
  test(`${path || 'an empty path'} is the start screen`, () => assert.deepEqual(parseRoute(path), START));
}

test('each session has its route', () => {
  const room = { ...OPTIONS, room: 'kitten' };
  assert.deepEqual(sessionRoute({ kind: 'none' }), START);
  const kitten = { kind: 'room', room: 'kitten' };
  assert.deepEqual(sessionRoute({ kind: 'none', room: 'kitten' }), kitten);
  assert.deepEqual(sessionRoute(SEEK), START);
  assert.deepEqual(sessionRoute({ ...SEEK, options: room }), kitten);
  assert.deepEqual(sessionRoute({ kind: 'seat', options: room, match: 'm1', ticket: TICKET }), kitten);
  assert.deepEqual(sessionRoute({ kind: 'watch', match: 'm1' }), { kind: 'watch', match: 'm1' });
});

test('rooms are case-insensitive, matches are not', () => {
  assert.ok(isSameRoute({ kind: 'room', room: 'Kitten' }, { kind: 'room', room: 'kitten' }));
  assert.ok(isSameRoute({ kind: 'room', room: 'Été' }, { kind: 'room', room: 'été' }));
  assert.ok(!isSameRoute({ kind: 'room', room: 'kitten' }, { kind: 'start' }));
  assert.ok(!isSameRoute({ kind: 'watch', match: 'A' }, { kind: 'watch', match: 'a' }));
});

test('any path is some route', () => {
  for (const path of ['%', '/%/%', '/r/\u0000', '/r/'.repeat(500), '/watch/%F0%9F%98%80', '//', '/r//x']) {
    assert.ok(['start', 'room', 'watch'].includes(parseRoute(path).kind));
  }
});
