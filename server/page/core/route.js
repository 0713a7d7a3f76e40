/**
 * URL paths: `/` is the start screen, `/r/ROOM` a room, `/arena/WORD` an arena (`?wall`: for a large screen),
 * `/watch/MATCH` a match to watch, `/games` this device's games. Any other path is the start screen.
 */

export const GAMES_PATH = '/games';

const MATCH_PATTERN = /^[A-Za-z0-9_-]+$/;

/** The room or arena that a text names: letters, digits, `-` and `_`, case-insensitive. @param {string} text */
export function wordIn(text) {
  return text
    .trim()
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .toLowerCase();
}

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
    if (kind === 'r') return { kind: 'none', room: wordIn(name) };
    if (kind === 'arena')
      return { kind: 'none', arena: wordIn(name), ...(search === 'wall' && { isWall: true }) };
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

/** @type {(session: Session, path: string) => boolean} */
export const isAt = (session, path) => sessionPath(session) === sessionPath(sessionAt(path));

/** @param {string} part */
function decodePart(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
