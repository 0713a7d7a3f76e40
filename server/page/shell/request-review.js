/** Asks for the review of a game that this page does not watch. */

import { Socket } from './socket.js';

/** @import { Review } from '../protocol' */

/**
 * Watches the match for as long as it takes; `null` if the server no longer has the game.
 * @param {string} match
 * @param {number} game
 * @returns {Promise<Review | null>}
 */
export function requestReview(match, game) {
  return new Promise((resolve) => {
    const end = (/** @type {Review | null} */ review) => {
      socket.disconnect();
      resolve(review);
    };
    let isAsked = false;
    const socket = new Socket({
      opened: () => socket.send({ type: 'watch', match }),
      received: (message) => {
        if (message.type === 'review') return end(message);
        if (message.type === 'refused' || message.type === 'closing') return end(null);
        if (message.type !== 'state' || isAsked) return;
        if (message.game !== game || !message.result) return end(null);
        isAsked = true;
        socket.send({ type: 'review', game });
      },
      closed: () => resolve(null),
    });
    socket.connect();
  });
}
