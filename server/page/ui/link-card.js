/** A link with its QR code, and a button to copy it. */

import { announce, create, setOptionalText } from './dom.js';

const ONLY_HERE =
  'This link works on this machine only. To let others join, start the server without --local.';

export class LinkCard {
  #link = create('span', { class: 'url' });
  #copy = create('button', { type: 'button', class: 'link' }, 'Copy');
  #copied = create('p', { class: 'note', hidden: '' });
  #warning = create('p', { class: 'note', hidden: '' });
  #qrCode = create('img', { class: 'code', alt: 'QR code of the link', width: '176', height: '176' });
  #url = '';
  /** The link and its code, as they are drawn. */
  #shown = '';

  /** @param {HTMLElement} parent */
  constructor(parent) {
    const field = create('div', { class: 'card link-field' }, this.#link, this.#copy);
    parent.append(this.#qrCode, field, this.#copied, this.#warning);
    this.#copy.addEventListener('click', () => this.#copyLink());
    this.#qrCode.hidden = this.#copy.disabled = true;
  }

  /** @param {View['link']} link */
  draw(link) {
    const shown = (link?.url ?? '') + (link?.qr ?? '');
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#url = link?.url ?? '';
    this.#drawUrl();
    this.#copy.disabled = link === null;
    setOptionalText(this.#copied, null);
    setOptionalText(this.#warning, link?.reach === 'machine' ? ONLY_HERE : null);
    this.#qrCode.hidden = !link?.qr;
    if (link?.qr) this.#qrCode.src = `data:image/svg+xml,${encodeURIComponent(link.qr)}`;
  }

  /** Browsers add the scheme by themselves, and without it the end is visible on a phone. */
  #drawUrl() {
    const parts = this.#url.replace(/^http:\/\//, '').split(/(?=\/)/);
    this.#link.replaceChildren(...parts.flatMap((part) => [create('wbr'), part]));
  }

  /** Browsers offer `navigator.clipboard` with https only. */
  #copyLink() {
    this.#link.textContent = this.#url;
    getSelection()?.selectAllChildren(this.#link);
    const isCopied = document.execCommand('copy');
    if (isCopied) this.#drawUrl();
    const text = isCopied ? 'Copied.' : "Couldn't copy. The link is selected: press and hold, then Copy.";
    setOptionalText(this.#copied, text);
    announce(text);
  }
}
