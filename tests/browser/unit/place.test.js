import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addressOf, isSamePlace, placeOf, placeOfErrand } from './core.js';
import { TICKET, WISH } from './fixtures.js';

/** @import { Place } from '../../../server/page/page' */

const ENTRANCE = { kind: 'entrance' };

/** @type {[string, Place][]} */
const PLACES = [
  ['/', { kind: 'entrance' }],
  ['/r/kitten', { kind: 'room', room: 'kitten' }],
  ['/r/green-otter-417', { kind: 'room', room: 'green-otter-417' }],
  ['/r/k%C3%A4tzchen', { kind: 'room', room: 'kätzchen' }],
  ['/r/%E7%8C%AB', { kind: 'room', room: '猫' }],
  ['/watch/a6j93wareq7p', { kind: 'watch', match: 'a6j93wareq7p' }],
];

for (const [path, place] of PLACES) {
  test(`${path} is an address there and back`, () => {
    assert.deepEqual(placeOf(path), place);
    assert.equal(addressOf(place), path);
  });
}

for (const path of [
  '/r/',
  '/r',
  '/r/a/b',
  '/r/%',
  '/r/%ff',
  '/r/a%2Fb',
  '/r/a%20b',
  '/r/%3Cb%3E',
  '/watch/',
  '/watch/a%2e',
  '/x/y',
  '',
  'r/kitten',
]) {
  test(`${path || 'an empty path'} is the entrance`, () => assert.deepEqual(placeOf(path), ENTRANCE));
}

test('an errand is at the place that it is about', () => {
  const room = { ...WISH, room: 'kitten' };
  assert.deepEqual(placeOfErrand({ kind: 'none' }), ENTRANCE);
  assert.deepEqual(placeOfErrand({ kind: 'none', room: 'kitten' }), { kind: 'room', room: 'kitten' });
  assert.deepEqual(placeOfErrand({ kind: 'join', wish: WISH, ticket: null }), ENTRANCE);
  assert.deepEqual(placeOfErrand({ kind: 'join', wish: room, ticket: TICKET }), {
    kind: 'room',
    room: 'kitten',
  });
  assert.deepEqual(placeOfErrand({ kind: 'seat', wish: room, match: 'm1', ticket: TICKET }), {
    kind: 'room',
    room: 'kitten',
  });
  assert.deepEqual(placeOfErrand({ kind: 'watch', match: 'm1' }), { kind: 'watch', match: 'm1' });
});

test('the capitals of a room do not count, those of a match do', () => {
  assert.ok(isSamePlace({ kind: 'room', room: 'Kitten' }, { kind: 'room', room: 'kitten' }));
  assert.ok(isSamePlace({ kind: 'room', room: 'Été' }, { kind: 'room', room: 'été' }));
  assert.ok(!isSamePlace({ kind: 'room', room: 'kitten' }, { kind: 'entrance' }));
  assert.ok(!isSamePlace({ kind: 'watch', match: 'A' }, { kind: 'watch', match: 'a' }));
});

test('whatever somebody types into the address is some place', () => {
  for (const path of ['%', '/%/%', '/r/\u0000', '/r/'.repeat(500), '/watch/%F0%9F%98%80', '//', '/r//x']) {
    assert.ok(['entrance', 'room', 'watch'].includes(placeOf(path).kind));
  }
});
