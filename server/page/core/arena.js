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

/** After these the player gets no more games, unless the player joins again. */
export const NO_GAME = ['arena_over', 'set_aside'];

/** The player cannot enter, or gets no more games. @type {Transition<[arena: string, refused: Refused]>} */
export const onArenaRefused = (step, arena, refused) => {
  showArena(step, arena);
  // The row of this name is not this player's, who chooses another name.
  if (refused.code === 'name_taken') setPlace(step, arena, { name: undefined });
  change(step, { notice: refused });
};

/** @type {Transition<[arena: string, part: ArenaPlace]>} */
const setPlace = (step, arena, part) => {
  const { places } = step.state;
  change(step, { places: { ...places, [arena]: { ...places[arena], ...part } } });
};

/** Remembers the player's row of the table, and what proves it. @type {Transition<[waiting: Waiting]>} */
export const keepPlace = (step, { place, name, manages }) => {
  const { session, places, choices } = step.state;
  const arena = joinedArena(session);
  if (!arena) return;
  const known = places[arena];
  // The key of an earlier arena of this word is the place in it. A key from a link is another one.
  const key = known?.key === known?.place ? undefined : known?.key;
  setPlace(step, arena, {
    name: name ?? choices.name,
    ...(place && { place, key: manages ? place : key }),
  });
};

/** @type {Transition<[key: string]>} */
export const takeKey = (step, key) => {
  const arena = shownArena(step.state.session);
  if (arena && /^[0-9a-f]{64}$/.test(key)) setPlace(step, arena, { key });
  else change(step, { notice: 'not_managed' });
};

/** @type {Transition<[change: ArenaChange]>} */
export const manageArena = (step, asked) => {
  const { session, places } = step.state;
  const arena = shownArena(session) ?? '';
  const place = places[arena]?.key ?? '';
  step.effects.push({ type: 'manage', frame: { type: 'manage_arena', arena, place, change: asked } });
};

/** @type {Transition<[arena: string, refused: Refused | null]>} */
export const onManaged = (step, arena, refused) => {
  if (arena !== shownArena(step.state.session)) return;
  const isOther = refused?.code === 'bad_ticket';
  if (isOther) setPlace(step, arena, { key: undefined });
  change(step, { notice: isOther ? 'not_managed' : refused });
};

/** @type {Transition<[path: string, table: Table | null, boards: Snapshot[]]>} */
export const onTable = (step, path, table, boards) => {
  change(step, { standings: { path, table, boards, at: step.now } });
};
