/** A hint, in a sentence. */

import { hintedSquares } from './board-view.js';
import { hasChoice } from './match.js';
import { cellChoices, counted, shapeText } from './text.js';

/** `Hint: centre. Still a draw. Press Hint for 2 more.` @type {(state: MatchState, hint: Hint) => string} */
export const hintText = (state, hint) => {
  const { cells, worth, shape } = hint;
  const shown = hintedSquares(state);
  const named = `Hint: ${cellChoices(state.snapshot.rules, shown)}`;
  const isEvery = cells.length > 1 && !hasChoice(hint, state.snapshot);
  if (isEvery && worth && worth.value >= 0)
    return `${named}. Every square ${worth.value > 0 ? 'wins' : 'still draws'}.`;
  const hidden = isEvery ? 0 : cells.length - shown.length;
  const more = hidden > 0 ? ` Press Hint for ${hidden} more.` : '';
  if (worth) return `${named}. ${prospectText(worth, isEvery)}${more}`;
  if (shape && shape.effect !== 'leaves') return `${named}. This ${shape.effect} ${shapeText(shape)}.${more}`;
  return shown.length === 1 ? `${named} looks best.${more}` : `${named}. Best moves found so far.`;
};

/**
 * Where a row loses, the loser moves last: the distance to a win is even, and to a loss odd.
 * @param {Worth} worth
 * @param {boolean} isEvery whether it is that of every square
 */
function prospectText({ value, distance }, isEvery) {
  if (value === 0) return 'Still a draw.';
  if (value > 0) {
    if (distance === 1) return 'You can win now.';
    return distance === null ? 'You can win.' : `You can win in ${counted(Math.ceil(distance / 2), 'move')}.`;
  }
  if (distance === null) return 'The computer can force a win.';
  if (distance === 1) return 'Every square completes a line.';
  if (distance === 2) return 'The computer can win on its next move.';
  const win = `The computer can force a win in ${counted(Math.floor(distance / 2), 'move')}`;
  return isEvery ? `${win}, whatever you play.` : `${win}; this delays it longest.`;
}
