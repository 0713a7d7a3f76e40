/** An invitation: a link with its QR code, and buttons that copy and share it. */

import { announce, create, setOptionalText, setText, setVisible } from './dom.js';

/** @import { Invitation } from '../protocol' */

const ONLY_HERE =
  'Only this machine reaches the server at this address: start it without --local to play with others.';

export class InvitationCard {
  #link = create('input', { readonly: '', autocomplete: 'off', size: '1' });
  #copy = create('button', { type: 'button' }, 'Copy');
  #share = create('button', { type: 'button' }, 'Share');
  #copied = create('p', { class: 'note' });
  #warning = create('p', { class: 'note', hidden: '' });
  #qrCode = create('img', {
    class: 'code',
    alt: 'QR code of the link',
    width: '232',
    height: '232',
    hidden: '',
  });
  #path = '';
  #suffix = '';
  /** Whether the server has been asked for this path. */
  #isRequested = false;

  /** @param {HTMLElement} parent */
  constructor(parent) {
    const label = create('label', { class: 'field' }, 'Link', this.#link);
    const buttons = create('div', { class: 'actions' }, this.#copy, this.#share);
    parent.append(label, buttons, this.#copied, this.#warning, this.#qrCode);
    this.#copy.addEventListener('click', () => this.#copyLink());
    this.#share.addEventListener('click', () => this.#shareLink());
    this.#link.addEventListener('focus', () => this.#link.select());
    setVisible(this.#share, 'share' in navigator);
  }

  /**
   * Shows the URL that the server suggests for this path, or one with the page's own origin if it does not answer.
   * @param {string} path
   * @param {string} suffix of the URL, without a QR code then
   */
  async invite(path, suffix = '') {
    if (path === this.#path && suffix === this.#suffix && this.#isRequested) return;
    this.#suffix = suffix;
    if (path !== this.#path) this.#draw(null);
    this.#path = path;
    this.#isRequested = true;
    const invitation = await fetchInvitation(path);
    if (path !== this.#path || suffix !== this.#suffix) return;
    this.#isRequested = invitation !== null;
    this.#draw(invitation ?? { url: location.origin + path, reach: 'network' });
  }

  /** @param {Invitation | null} invitation `null` until the server has answered */
  #draw(invitation) {
    this.#link.value = invitation ? invitation.url + this.#suffix : '';
    this.#copy.disabled = this.#share.disabled = invitation === null;
    setText(this.#copied, '');
    setOptionalText(this.#warning, invitation?.reach === 'machine' ? ONLY_HERE : null);
    setVisible(this.#qrCode, Boolean(invitation?.qr) && this.#suffix === '');
    if (invitation?.qr) this.#qrCode.src = `data:image/svg+xml,${encodeURIComponent(invitation.qr)}`;
  }

  async #copyLink() {
    const text = (await copyField(this.#link)) ? 'Copied.' : 'The link is selected: copy it from there.';
    setText(this.#copied, text);
    announce(text);
  }

  async #shareLink() {
    try {
      await navigator.share({ title: 'Tic-tac-toe', url: this.#link.value });
    } catch {
      // The player has closed the system's dialog.
    }
  }
}

/**
 * @param {string} path
 * @returns {Promise<Invitation | null>}
 */
async function fetchInvitation(path) {
  const query = new URLSearchParams({ to: path, scheme: location.protocol.slice(0, -1) });
  try {
    const response = await fetch(`/api/invitation?${query}`);
    const invitation = response.ok ? await response.json() : null;
    return typeof invitation?.url === 'string' ? invitation : null;
  } catch {
    return null;
  }
}

/**
 * Copies the text of a field. Without https browsers offer only `execCommand`; if that fails too, the text stays
 * selected.
 * @param {HTMLInputElement} field
 */
async function copyField(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand('copy');
  }
}
