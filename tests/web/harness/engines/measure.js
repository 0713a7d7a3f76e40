/** Measurements of the layout, which run in the page: each returns what is wrong. */

/** @import { PAGE } from './page.js' */

/**
 * Marks off the middle of their square or reaching out of it by more than a pixel, and those that are not drawn.
 *
 * @param {typeof PAGE} page
 */
export function misplacedMarks({ squares, mark }) {
  const SLACK_PX = 1;
  const marked = Array.from(document.querySelectorAll(squares)).filter(({ ariaLabel }) =>
    new RegExp(mark).test(ariaLabel ?? ''),
  );
  return marked.flatMap((square) => {
    const shapes = Array.from(square.querySelectorAll('svg *')).filter((shape) => shape.checkVisibility());
    const boxes = shapes.map((shape) => shape.getBoundingClientRect()).filter(({ width }) => width > 0);
    const outer = square.getBoundingClientRect();
    const left = Math.min(...boxes.map((box) => box.left)) - outer.left;
    const right = outer.right - Math.max(...boxes.map((box) => box.right));
    const top = Math.min(...boxes.map((box) => box.top)) - outer.top;
    const bottom = outer.bottom - Math.max(...boxes.map((box) => box.bottom));
    const isCentred = Math.abs(right - left) / 2 <= SLACK_PX && Math.abs(bottom - top) / 2 <= SLACK_PX;
    if (isCentred && Math.min(left, right, top, bottom) >= -SLACK_PX) {
      return [];
    }
    const spaces = [top, right, bottom, left].map((space) => space.toFixed(1));
    return [`${square.ariaLabel}: ${outer.width.toFixed(1)} wide, ${spaces.join(', ')} around the mark`];
  });
}

/** Elements that reach out of the screen to the sides, or whose content does not fit into them. */
export function overflows() {
  const SLACK_PX = 1;
  const root = document.documentElement;
  /** @param {Element} element */
  const scrolls = (element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
  /** @param {Element} element */
  const isInScroller = ({ parentElement }) => {
    for (
      let parent = parentElement;
      parent !== null && parent !== document.body;
      parent = parent.parentElement
    ) {
      if (scrolls(parent)) {
        return true;
      }
    }
    return false;
  };
  /** @param {HTMLElement} element */
  const problem = (element) => {
    const { left, right, width } = element.getBoundingClientRect();
    // What is only for screen readers is one pixel wide.
    if (width <= 1) {
      return null;
    }
    if ((left < -SLACK_PX || right > window.innerWidth + SLACK_PX) && !isInScroller(element)) {
      return `from ${left.toFixed(1)} to ${right.toFixed(1)} of ${window.innerWidth}`;
    }
    // A text field scrolls, and a table in WebKit keeps the scroll size that it had when it was larger.
    if (element instanceof HTMLInputElement || element instanceof HTMLTableElement || scrolls(element)) {
      return null;
    }
    const isCutOnPurpose = getComputedStyle(element).textOverflow === 'ellipsis';
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    const isTooWide = scrollWidth > clientWidth + SLACK_PX && !isCutOnPurpose;
    const isTooHigh = element instanceof HTMLButtonElement && scrollHeight > clientHeight + SLACK_PX;
    return clientWidth > 0 && (isTooWide || isTooHigh)
      ? `content of ${scrollWidth}x${scrollHeight} in ${clientWidth}x${clientHeight}`
      : null;
  };
  const elements = /** @type {HTMLElement[]} */ (
    Array.from(document.querySelectorAll('body *:not(svg, svg *)'))
  );
  const found = elements
    .filter((element) => element.checkVisibility())
    .flatMap((element) => {
      const wrong = problem(element);
      return wrong === null ? [] : [`${element.outerHTML.slice(0, 120)}: ${wrong}`];
    });
  return root.scrollWidth > window.innerWidth
    ? [`the page: ${root.scrollWidth} of ${window.innerWidth}`, ...found]
    : found;
}
