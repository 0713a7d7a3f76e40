/** The pure core of the page, for its tests. */

export * from '../../../server/page/core/boards.js';
export { nextDeadline, reduce } from '../../../server/page/core/reducer.js';
export * from '../../../server/page/core/names.js';
export { noticeText } from '../../../server/page/core/notices.js';
export * from '../../../server/page/core/route.js';
export { soundBetween } from '../../../server/page/core/sounds.js';
export { initialState } from '../../../server/page/core/step.js';
export { NOTICES, cellChoices, clockText } from '../../../server/page/core/text.js';
export { isCounting, view } from '../../../server/page/core/view.js';
