/** The pure core of the page, for its tests. */

export { hintWords, reviewSummary, reviewedMoves } from '../../../server/page/analysis.js';
export * from '../../../server/page/boards.js';
export * from '../../../server/page/place.js';
export * from '../../../server/page/rooms.js';
export { due, step } from '../../../server/page/state.js';
export { newState } from '../../../server/page/turn.js';
export { view } from '../../../server/page/view.js';
export { clockText, oneOf } from '../../../server/page/words.js';
