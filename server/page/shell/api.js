/** The page's requests over HTTP. */

/** The running matches and the players who wait; `null` if the server does not answer. @returns {Promise<Input | null>} */
export async function fetchListing() {
  const listing = /** @type {Listing | null} */ (await fetchJson('/api/matches'));
  return listing && { type: 'listing', listing };
}

/**
 * The URL to share for a path of the page, and who waits there; `null` if the server does not answer.
 * @param {string} path
 * @returns {Promise<Input | null>}
 */
export async function fetchInvitation(path) {
  const query = new URLSearchParams({ to: path });
  const invitation = /** @type {Invitation | null} */ (await fetchJson(`/api/invitation?${query}`));
  return invitation && { type: 'invitation', path, invitation };
}

/**
 * The table of the arena at a path, and matches of it; `null` if the server does not answer.
 * @param {string} path
 * @param {string[]} matches
 * @returns {Promise<Input | null>}
 */
export async function fetchTable(path, matches) {
  const found = Promise.all(matches.map(fetchMatch));
  try {
    const response = await fetch(`/api${path.replace('/arena/', '/arenas/')}`, { cache: 'no-store' });
    if (!response.ok && response.status !== 404) return null;
    const boards = (await found).flatMap((match) => match?.state ?? []);
    return { type: 'table', path, table: response.ok ? await response.json() : null, boards };
  } catch {
    return null;
  }
}

/**
 * A finished game from the server's history; `null` if it is not known there.
 * @param {string} match
 * @param {number} game
 * @returns {Promise<FinishedGame | null>}
 */
export async function fetchGame(match, game) {
  return Number.isInteger(game) ? fetchJson(`${matchPath(match)}/games/${game}`) : null;
}

/**
 * @param {FinishedGame} finished
 * @returns {Promise<Review | null>}
 */
export async function fetchReview({ match, game }) {
  return fetchJson(`${matchPath(match)}/review/${game}`);
}

/**
 * The match and its newest position; `null` if the server does not answer.
 * @param {string} match
 * @returns {Promise<MatchHistory | null>}
 */
export async function fetchMatch(match) {
  return fetchJson(matchPath(match));
}

/** @param {string} match */
function matchPath(match) {
  return `/api/matches/${encodeURIComponent(match)}`;
}

/** @param {string} url */
async function fetchJson(url) {
  try {
    const response = await fetch(url, { cache: 'no-store' });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
