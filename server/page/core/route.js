/**
 * URL paths: `/` is the start screen, `/r/ROOM` a room, `/watch/MATCH` a match to watch, `/games` this device's games. Any
 * other path is the start screen.
 */

/** @import { Route, Session } from '../page' */

/** Letters, digits, `-` and `_`. */
const ROOM_PATTERN = /^[\p{L}\p{M}\p{N}_-]{1,32}$/u;

export const GAMES_PATH = '/games';

const MATCH_PATTERN = /^[A-Za-z0-9_-]+$/;

/**
 * @param {string} path as in `location.pathname`
 * @returns {Route}
 */
export function parseRoute(path) {
  const [, kind, name, ...rest] = path.split('/').map(decodePart);
  if (path === GAMES_PATH) return { kind: 'games' };
  if (rest.length === 0 && name) {
    if (kind === 'r' && ROOM_PATTERN.test(name)) return { kind: 'room', room: name };
    if (kind === 'watch' && MATCH_PATTERN.test(name)) return { kind: 'watch', match: name };
  }
  return { kind: 'start' };
}

/** @param {Route} route */
export function routePath(route) {
  switch (route.kind) {
    case 'room':
      return `/r/${encodeURIComponent(route.room)}`;
    case 'watch':
      return `/watch/${encodeURIComponent(route.match)}`;
    case 'games':
      return GAMES_PATH;
    default:
      return '/';
  }
}

/**
 * @param {Session} session
 * @returns {Route}
 */
export function sessionRoute(session) {
  if (session.kind === 'watch') return { kind: 'watch', match: session.match };
  if (session.kind === 'none' && session.games) return { kind: 'games' };
  const room = session.kind === 'none' ? session.room : session.options.room;
  return room ? { kind: 'room', room } : { kind: 'start' };
}

/**
 * Whether two routes are the same. Rooms are case-insensitive.
 * @param {Route} one
 * @param {Route} other
 */
export function isSameRoute(one, other) {
  const [path, otherPath] = [one, other].map((route) =>
    routePath(route.kind === 'room' ? { ...route, room: route.room.toLowerCase() } : route),
  );
  return path === otherPath;
}

/** @param {string} part */
export function decodePart(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
