/** The screen of a page that does not reconnect by itself: the reason, and a button. */

import { GONE, refusalText } from './refusals.js';
import { NOT_DONE } from './text.js';

/** @type {ScreenView} */
export const stoppedScreen = ({ session, choices, stop }) => {
  switch (stop?.reason) {
    case 'superseded':
      return {
        headline: 'Your game is open elsewhere',
        detail: 'Another tab or another device has it.',
        wayOn: { label: 'Continue here', action: { type: 'retry' } },
      };
    case 'refused':
      return {
        headline: refusedHeadline(session, stop.refused),
        detail: refusalText(stop.refused),
        wayOn: stop.refused.match
          ? { label: 'Watch', action: { type: 'watch', match: stop.refused.match } }
          : {
              label: 'Play the computer',
              action: { type: 'join', options: { ...choices, opponent: 'ai', room: null } },
            },
      };
    case 'version':
      return { headline: "The server's version differs", detail: 'Reload the page.' };
    default:
      return {
        headline: 'The server closed the connection',
        detail: stop?.message ?? 'Something went wrong. Reload the page.',
        wayOn: { label: 'Try again', action: { type: 'retry' } },
      };
  }
};

/** @type {(session: Session, refused: Refused) => string} */
const refusedHeadline = (session, { code }) => {
  if (GONE.includes(code)) return 'That game is over';
  if (code !== 'room_full') return NOT_DONE;
  const room = session.kind === 'seek' ? session.options.room : null;
  return room === null ? 'The room is full' : `Room ${room} is full`;
};
