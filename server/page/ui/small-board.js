/** A board as a small picture. */

import { markIcon } from './dom.js';

/** @import { Rules } from '../protocol' */

/**
 * @param {Rules} rules
 * @param {string[]} rows of `X`, `O` and `_`
 */
export function smallBoard({ columns, rows: height }, rows) {
  const board = markIcon();
  board.setAttribute('viewBox', `0 0 ${columns * 100} ${height * 100}`);
  board.setAttribute('class', 'small-board');
  [...rows.join('')].forEach((mark, cell) => {
    const square = mark === 'X' || mark === 'O' ? markIcon(mark) : markIcon();
    const place = { x: (cell % columns) * 100, y: Math.floor(cell / columns) * 100, width: 100, height: 100 };
    for (const [name, value] of Object.entries(place)) square.setAttribute(name, String(value));
    board.append(square);
  });
  return board;
}
