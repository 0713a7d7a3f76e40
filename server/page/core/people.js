/** Who is online: the players who wait and the matches to watch, or who is in the room of the invitation screen. */

import { isAgainstComputer } from './match.js';
import { change } from './step.js';

/** @type {Act<[listing: Listing]>} */
export const onListing = (step, { waiting, matches }) => {
  const { listedWord, ownWord } = step.state;
  const own = listedWord ?? ownWord;
  const players = waiting.filter(({ word }) => word !== own);
  // The games of people come first.
  const games = [false, true].flatMap((is) => matches.filter((match) => isAgainstComputer(match) === is));
  change(step, { lobby: { players, games } });
};

/** The link of a path, which is shown or shared as soon as the server has said how others reach it. @type {Act<[path: string, suffix?: string]>} */
export const shareLink = (step, path, suffix = '') => {
  const { shared } = step.state;
  if (shared?.path === path && shared.suffix === suffix) return;
  change(step, { shared: { path, suffix, invitation: null } });
  step.effects.push({ type: 'invite', path });
};

/** @type {Act<[path: string, invitation: Invitation]>} */
export const onInvitation = (step, path, invitation) => {
  const { session, shared } = step.state;
  if (shared?.path === path) change(step, { shared: { ...shared, invitation } });
  if (!('room' in session)) return;
  const { waiting: host = null, playing = null } = invitation;
  change(step, { host, playing });
};
