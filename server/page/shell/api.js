/** The page's requests over HTTP. */

/** After this time without an answer, the request has failed. */
export const ANSWER_MS = 10_000;

/** @param {string} url */
const get = (url) => fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) });

/**
 * Fetches JSON from the server; `null` if it has nothing there.
 * @param {string[]} path of parts below `/api`
 * @returns {Promise<any>} rejected if the server does not answer
 */
export async function fetchJson(...path) {
  const response = await get(`/api/${path.map(encodeURIComponent).join('/')}`);
  if (response.ok) return response.json();
  if (response.status === 404) return null;
  throw new Error(response.statusText);
}

/** The running matches and the players who wait. @returns {Promise<Input | null>} */
export async function fetchListing() {
  const listing = await fetchJson('matches');
  return listing && { type: 'listing', listing };
}

/**
 * The URL to share for a path of the page, and who waits there. The server does not learn which game is shared.
 * @type {(path: string) => Promise<Input>}
 */
export async function fetchInvitation(path) {
  const [game] = /(?<=^\/)games#.+/.exec(path) ?? [];
  const query = new URLSearchParams({ to: game ? '/' : path });
  const response = await get(`/api/invitation?${query}`);
  if (response.status === 400) return { type: 'invitation', path, invitation: null };
  if (!response.ok) throw new Error(response.statusText);
  const { url, qr, ...invitation } = await response.json();
  const shared = game ? { url: url + game, qr: null } : { url, qr };
  return { type: 'invitation', path, invitation: { ...invitation, ...shared } };
}

/**
 * The table of the arena at a path, and the games of it that the server answers.
 * @type {(path: string, matches: string[]) => Promise<Input>}
 */
export async function fetchTable(path, matches) {
  const arena = decodeURIComponent(path.slice('/arena/'.length));
  const [table, ...found] = await Promise.all([
    fetchJson('arenas', arena),
    ...matches.map((match) => fetchJson('matches', match).catch(() => null)),
  ]);
  return { type: 'table', path, table, boards: found.flatMap((match) => match?.state ?? []) };
}

/** Who is online, in a room or in an arena. @type {(path: string, matches: string[]) => Promise<Input | null>} */
export async function fetchPeople(path, matches) {
  if (path.startsWith('/arena/')) return fetchTable(path, matches);
  return path === '/' ? fetchListing() : fetchInvitation(path);
}
