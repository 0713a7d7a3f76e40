/**
 * Addresses of the page and what they stand for: `/` the entrance, `/r/ROOM` a room, `/watch/MATCH` a match to watch.
 * Whatever else stands in the address bar is the entrance.
 */

/** @import { Errand, Place } from '../page' */

/** What a room may be called: letters, digits, `-` and `_`. Whether it is too long is the server's word. */
const ROOM_NAME = /^[\p{L}\p{M}\p{N}_-]+$/u;

/** What a match is called. */
const MATCH_NAME = /^[A-Za-z0-9_-]+$/;

/**
 * What a path stands for.
 * @param {string} path as in `location.pathname`
 * @returns {Place}
 */
export function placeOf(path) {
  const [, kind, name, ...rest] = path.split('/').map(decoded);
  if (rest.length === 0 && name) {
    if (kind === 'r' && ROOM_NAME.test(name)) return { kind: 'room', room: name };
    if (kind === 'watch' && MATCH_NAME.test(name)) return { kind: 'watch', match: name };
  }
  return { kind: 'entrance' };
}

/**
 * The path of a place.
 * @param {Place} place
 */
export function addressOf(place) {
  switch (place.kind) {
    case 'room':
      return `/r/${encodeURIComponent(place.room)}`;
    case 'watch':
      return `/watch/${encodeURIComponent(place.match)}`;
    default:
      return '/';
  }
}

/**
 * The place at which somebody with this errand is.
 * @param {Errand} errand
 * @returns {Place}
 */
export function placeOfErrand(errand) {
  if (errand.kind === 'watch') return { kind: 'watch', match: errand.match };
  const room = errand.kind === 'none' ? errand.room : errand.wish.room;
  return room ? { kind: 'room', room } : { kind: 'entrance' };
}

/**
 * Whether two places are one. In rooms capitals do not count.
 * @param {Place} one
 * @param {Place} other
 */
export function isSamePlace(one, other) {
  return addressOf(inSmallLetters(one)) === addressOf(inSmallLetters(other));
}

/**
 * @param {Place} place
 * @returns {Place}
 */
function inSmallLetters(place) {
  return place.kind === 'room' ? { ...place, room: place.room.toLowerCase() } : place;
}

/**
 * A part of a path as it is meant; empty when that cannot be told.
 * @param {string} part
 */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
