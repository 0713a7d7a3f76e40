/**
 * Double clicks. What people press often goes at once, and something else comes to its place: the second click was not
 * meant for that.
 */

/** A second click comes within so many milliseconds, and so many pixels. */
const TWICE = { ms: 500, px: 16 };

/** Passes over clicks that were meant for what was there a moment ago. */
export function passOverSecondClicks() {
  let last = { time: -Infinity, x: 0, y: 0, button: /** @type {Element | null} */ (null) };
  const pass = (/** @type {MouseEvent} */ event) => {
    // Without a pointer it is the keyboard's, or a reader's: that knows what it presses.
    if (event.detail === 0 || !(event.target instanceof Element)) return;
    const { timeStamp: time, clientX: x, clientY: y } = event;
    const button = event.target.closest('button');
    const isSecond = time - last.time < TWICE.ms && Math.hypot(x - last.x, y - last.y) < TWICE.px;
    if (isSecond && last.button && button !== last.button) {
      event.preventDefault();
      event.stopPropagation();
    }
    last = { time, x, y, button };
  };
  document.addEventListener('click', pass, { capture: true });
}
