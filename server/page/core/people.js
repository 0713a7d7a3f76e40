/** The players who wait and the matches to watch; the players of a room; the link that a player shares. */

import { isAgainstComputer } from './match.js';
import { change, setSession } from './step.js';

/** @type {Transition<[listing: Listing]>} */
export const onListing = (step, { waiting, matches }) => {
  const { listedWord, ownWord } = step.state;
  const own = listedWord ?? ownWord;
  const players = waiting.filter(({ word }) => word !== own);
  // The games of people come first.
  const games = [false, true].flatMap((is) => matches.filter((match) => isAgainstComputer(match) === is));
  change(step, { lobby: { players, games } });
};

/** The server names the address by which others reach the path. @type {Transition<[path: string]>} */
export const shareLink = (step, path) => {
  if (step.state.shared?.path !== path) change(step, { shared: { path, invitation: null } });
};

/** @type {Transition<[path: string, invitation: Invitation | null]>} */
export const onInvitation = (step, path, invitation) => {
  const { session, shared } = step.state;
  if (shared?.path === path) change(step, { shared: invitation && { path, invitation } });
  if (!('room' in session)) return;
  if (!invitation) {
    setSession(step, { kind: 'none' });
    return change(step, { notice: 'no_room' });
  }
  const { waiting: host = null, playing = null } = invitation;
  change(step, { host, playing });
};
