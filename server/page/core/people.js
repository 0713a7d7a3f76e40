/** The players who wait and the matches to watch; the players of a room; the link that a player shares. */

import { isAgainstComputer } from './match.js';
import { change } from './step.js';

/** @type {Transition<[listing: Listing]>} */
export const onListing = (step, { waiting, matches }) => {
  const { listedWord, ownWord } = step.state;
  const own = listedWord ?? ownWord;
  const players = waiting.filter(({ word }) => word !== own);
  // The games of people come first.
  const games = [false, true].flatMap((is) => matches.filter((match) => isAgainstComputer(match) === is));
  change(step, { lobby: { players, games } });
};

/** The server names the address by which others reach the path. @type {Transition<[path: string, suffix?: string]>} */
export const shareLink = (step, path, suffix = '') => {
  const { shared } = step.state;
  if (shared?.path === path && shared.suffix === suffix && !shared.isGuess) return;
  change(step, { shared: { path, suffix, invitation: null, isGuess: false } });
  step.effects.push({ type: 'invite', path });
};

/** A guess stands in for a server that did not answer. @type {Transition<[path: string, invitation: Invitation, isGuess?: boolean]>} */
export const onInvitation = (step, path, invitation, isGuess = false) => {
  const { session, shared } = step.state;
  if (shared?.path === path) change(step, { shared: { ...shared, invitation, isGuess } });
  if (!('room' in session)) return;
  const { waiting: host = null, playing = null } = invitation;
  change(step, { host, playing });
};
