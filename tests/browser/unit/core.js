/** The pure core of the page, for its tests. */

export { hintWords, reviewSummary, reviewedMoves } from '../../../server/page/core/analysis.js';
export * from '../../../server/page/core/boards.js';
export * from '../../../server/page/core/place.js';
export * from '../../../server/page/core/rooms.js';
export { due, step } from '../../../server/page/core/state.js';
export { newState } from '../../../server/page/core/turn.js';
export { view } from '../../../server/page/core/view.js';
export { clockText, oneOf } from '../../../server/page/core/words.js';
