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
  const grid = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  const down = Array.from({ length: columns - 1 }, (_, index) => `M${(index + 1) * 100} 0V${height * 100}`);
  const across = Array.from({ length: height - 1 }, (_, index) => `M0 ${(index + 1) * 100}H${columns * 100}`);
  grid.setAttribute('d', [...down, ...across].join(''));
  board.append(grid);
  [...rows.join('')].forEach((mark, cell) => {
    if (mark !== 'X' && mark !== 'O') return;
    const place = { x: (cell % columns) * 100, y: Math.floor(cell / columns) * 100, width: 100, height: 100 };
    const square = markIcon(mark);
    for (const [name, value] of Object.entries(place)) square.setAttribute(name, String(value));
    board.append(square);
  });
  return board;
}
