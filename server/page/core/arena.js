/** The arena: its table, and the player's place in it from game to game. */

import { disconnect } from './connection.js';
import { shareLink } from './people.js';
import { arenaPath } from './route.js';
import { change, setSession } from './step.js';

/** The arena in which the player takes part. @param {Session} session */
export function joinedArena(session) {
  return 'options' in session ? session.options.arena : undefined;
}

/** The arena that the page shows between games. @param {Session} session */
export function shownArena(session) {
  return session.kind === 'none' ? session.arena : joinedArena(session);
}

/** Before the player joins, and after. @type {Transition<[arena: string, isWall?: boolean]>} */
export const showArena = (step, arena, isWall = false) => {
  disconnect(step);
  setSession(step, { kind: 'none', arena, ...(isWall && { isWall }) });
  shareLink(step, arenaPath(arena));
};

/** From a game to the queue or to the next game. @type {Transition<[session: Session]>} */
export const goOn = (step, session) => {
  const { snapshot, lastGame } = step.state;
  setSession(step, session);
  change(step, { lastGame: snapshot ?? lastGame });
};

/** The player cannot enter, or the arena is over. @type {Transition<[arena: string, refused: Refused]>} */
export const onArenaRefused = (step, arena, refused) => {
  const { [arena]: _, ...others } = step.state.places;
  showArena(step, arena);
  // The row of this name is not this player's, who chooses another name.
  if (refused.code === 'name_taken') change(step, { places: others });
  change(step, { notice: refused });
};

/**
 * Remembers the player's row of the table, and what proves it.
 * @type {Transition<[part: { place?: string | null, name?: string | null }]>}
 */
export const keepPlace = (step, { place, name }) => {
  const { session, places, choices } = step.state;
  const arena = joinedArena(session);
  if (!arena) return;
  const before = places[arena];
  const kept = { place: place ?? before?.place ?? null, name: name ?? before?.name ?? choices.name };
  change(step, { places: { ...places, [arena]: kept } });
};

/** @type {Transition<[path: string, table: Table | null, boards: Snapshot[]]>} */
export const onTable = (step, path, table, boards) => {
  change(step, { standings: { path, table, boards, at: step.now } });
};
