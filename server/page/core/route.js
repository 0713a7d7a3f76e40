/**
 * URL paths: `/` is the start screen, `/r/ROOM` a room, `/arena/WORD` an arena (`?wall`: for a large screen),
 * `/watch/MATCH` a match to watch, `/games` this device's games. Any other path is the start screen.
 */

/** Letters, digits, `-` and `_`. */
export const ROOM_PATTERN = /^[\p{L}\p{M}\p{N}_-]{1,32}$/u;

export const GAMES_PATH = '/games';

const MATCH_PATTERN = /^[A-Za-z0-9_-]+$/;

/** @param {string} room */
export function roomPath(room) {
  return `/r/${encodeURIComponent(room)}`;
}

/** @param {string} arena */
export function arenaPath(arena) {
  return `/arena/${encodeURIComponent(arena)}`;
}

/** @param {string} match */
export function watchPath(match) {
  return `/watch/${encodeURIComponent(match)}`;
}

/**
 * The session that a path starts.
 * @param {string} path as in `location.pathname`, perhaps with `location.search`
 * @returns {Extract<Session, { kind: 'none' | 'watch' }>}
 */
export function sessionAt(path) {
  const [pathname = '', search] = path.split('?');
  const [, kind, name, ...rest] = pathname.split('/').map(decodePart);
  if (pathname === GAMES_PATH) return { kind: 'none', games: true };
  if (rest.length === 0 && name) {
    if (kind === 'r') return { kind: 'none', room: name };
    if (kind === 'arena' && ROOM_PATTERN.test(name)) {
      return { kind: 'none', arena: name.toLowerCase(), ...(search === 'wall' && { isWall: true }) };
    }
    if (kind === 'watch' && MATCH_PATTERN.test(name)) return { kind: 'watch', match: name };
  }
  return { kind: 'none' };
}

/** @param {Session} session */
export function sessionPath(session) {
  if (session.kind === 'watch') return watchPath(session.match);
  if (session.kind === 'none' && session.games) return GAMES_PATH;
  const { room, arena } = session.kind === 'none' ? session : session.options;
  if (arena) return arenaPath(arena) + (session.kind === 'none' && session.isWall ? '?wall' : '');
  return room ? roomPath(room) : '/';
}

/**
 * Rooms are case-insensitive.
 * @param {Session} session
 * @param {string} path
 */
export function isAt(session, path) {
  const [own, other] = [sessionPath(session), sessionPath(sessionAt(path))].map((each) =>
    each.startsWith('/r/') ? decodePart(each).toLowerCase() : each,
  );
  return own === other;
}

/** @param {string} part */
function decodePart(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
