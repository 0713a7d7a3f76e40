/** All that the tests in every engine know of the page. */

export const PAGE = {
  name: '#name',
  largestGame: '#chips [aria-label="Five in a row"]',
  playPerson: '#play-person',
  playComputer: '#play-computer',
  squares: '[role=grid] button',
  /** In the label of a square. */
  mark: ', (X|O)\\b',
  status: '[role=status]',
  yourTurn: 'Your turn',
  youWon: 'You won',
  outage: '#outage',
  waiting: '#waiting',
  rematch: '#rematch',
  rematchOffered: 'wants a rematch',
};

/** @typedef {ReturnType<typeof look>} View what a player sees */

/**
 * Runs in the page.
 *
 * @param {typeof PAGE} page
 */
export function look(page) {
  /** @param {string} selector */
  const shown = (selector) =>
    Array.from(document.querySelectorAll(selector)).filter((element) => element.checkVisibility());
  const status = shown(page.status)
    .map(({ textContent }) => textContent)
    .join('\n');
  const squares = shown(page.squares);
  return {
    status,
    /** `X_O______`, in reading order. */
    board: squares.map(({ ariaLabel }) => new RegExp(page.mark).exec(ariaLabel ?? '')?.[1] ?? '_').join(''),
    /** The squares that can be played, counted from 1. */
    playable: squares.flatMap(({ ariaDisabled }, index) => (ariaDisabled === 'true' ? [] : [index + 1])),
    isYourTurn: status.includes(page.yourTurn),
    hasWon: status.includes(page.youWon),
    isRematchOffered: status.includes(page.rematchOffered),
    isOver: shown(page.rematch).length > 0,
    isWaiting: shown(page.waiting).length > 0,
    isConnected: shown(page.outage).length === 0,
  };
}
