/** Copies of a document that need neither its scripts nor its server. They look the same in their engine. */

/**
 * Runs in the page.
 *
 * @param {string} styles of the page
 */
export function copyDocument(styles) {
  const copy = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));
  const copies = copy.querySelectorAll('*');
  document.documentElement.querySelectorAll('*').forEach((element, index) => {
    const twin = copies[index];
    if (element instanceof HTMLInputElement) {
      twin?.setAttribute('value', element.value);
    } else if (element instanceof HTMLOptionElement) {
      twin?.toggleAttribute('selected', element.selected);
    } else if (element instanceof HTMLImageElement) {
      twin?.setAttribute('decoding', 'sync');
    } else if (element.matches('dialog:modal')) {
      twin?.toggleAttribute('open', false);
      twin?.toggleAttribute('data-modal', true);
    }
  });
  copy.querySelectorAll('script, link[rel=stylesheet]').forEach((element) => element.remove());
  const style = document.createElement('style');
  style.textContent = styles;
  copy.querySelector('head')?.append(style);
  return `<!doctype html>${copy.outerHTML}`;
}

/** Runs in an empty page, or in one that shows a copy. @param {string} copy */
export function showCopy(copy) {
  document.open();
  document.write(copy);
  document.close();
  document
    .querySelectorAll('dialog[data-modal]')
    .forEach((dialog) => dialog instanceof HTMLDialogElement && dialog.showModal());
}

/** Runs in the page: whether all images are there. */
export function isComplete() {
  return document.readyState === 'complete' && Array.from(document.images).every(({ complete }) => complete);
}

/** Runs in the page: resolves when the engine has painted it, so that a screenshot shows no earlier one. */
export function isPainted() {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
