/**
 * Double clicks. A button often disappears when it is clicked, and another element takes its place: the second click is
 * not meant for that one. On the board it would say that the square is taken.
 */

const DOUBLE_CLICK = { ms: 500, px: 16 };

export function ignoreSecondClicks() {
  let last = { time: -Infinity, x: 0, y: 0, button: /** @type {Element | null} */ (null) };
  const onClick = (/** @type {MouseEvent} */ event) => {
    // Clicks without a pointer come from the keyboard or a screen reader, and are meant.
    if (event.detail === 0 || !(event.target instanceof Element)) return;
    const { timeStamp: time, clientX: x, clientY: y } = event;
    const button = event.target.closest('button');
    const { ms, px } = DOUBLE_CLICK;
    const isSecond = time - last.time < ms && Math.hypot(x - last.x, y - last.y) < px;
    if (isSecond && last.button && (button !== last.button || button.closest('#board'))) {
      event.preventDefault();
      event.stopPropagation();
    }
    last = { time, x, y, button };
  };
  document.addEventListener('click', onClick, { capture: true });
}
