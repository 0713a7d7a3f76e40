/** An invitation: a link to hand on, with a button that copies it, one that shares it, and its QR code. */

import { make, say, sayIfAny, show, speak } from './elements.js';

/** @import { Invitation } from '../protocol' */

const ONLY_HERE =
  'Only this machine reaches the server at this address: start it without --local to play with others.';

/** An invitation in its place on the page. */
export class InvitationCard {
  #link = make('input', { readonly: '', autocomplete: 'off', size: '1' });
  #copy = make('button', { type: 'button' }, 'Copy');
  #share = make('button', { type: 'button' }, 'Share');
  #said = make('p', { class: 'note' });
  #reach = make('p', { class: 'note', hidden: '' });
  #code = make('img', { class: 'code', alt: 'QR code of the link', width: '232', height: '232', hidden: '' });
  /** Where the invitation leads to, and whether the server has said how others find it. */
  #path = '';
  #isAsked = false;

  /** @param {HTMLElement} place */
  constructor(place) {
    const label = make('label', { class: 'field' }, 'Link', this.#link);
    const buttons = make('div', { class: 'actions' }, this.#copy, this.#share);
    place.append(label, buttons, this.#said, this.#reach, this.#code);
    this.#copy.addEventListener('click', () => this.#copyLink());
    this.#share.addEventListener('click', () => this.#shareLink());
    this.#link.addEventListener('focus', () => this.#link.select());
    show(this.#share, 'share' in navigator);
  }

  /**
   * Invites to a path of this server, in its best address when the server has told it.
   * @param {string} path
   */
  async invite(path) {
    if (path === this.#path && this.#isAsked) return;
    if (path !== this.#path) this.#draw(null);
    this.#path = path;
    this.#isAsked = true;
    const told = await askFor(path);
    if (path !== this.#path) return;
    this.#isAsked = told !== null;
    this.#draw(told ?? { url: location.origin + path, reach: 'network' });
  }

  /** @param {Invitation | null} invitation `null` until the server has said where others find it */
  #draw(invitation) {
    this.#link.value = invitation?.url ?? '';
    this.#copy.disabled = this.#share.disabled = invitation === null;
    say(this.#said, '');
    sayIfAny(this.#reach, invitation?.reach === 'machine' ? ONLY_HERE : null);
    show(this.#code, Boolean(invitation?.qr));
    if (invitation?.qr) this.#code.src = `data:image/svg+xml,${encodeURIComponent(invitation.qr)}`;
  }

  async #copyLink() {
    const copied = await copy(this.#link);
    const text = copied ? 'Copied.' : 'The link is selected: copy it from there.';
    say(this.#said, text);
    speak(text);
  }

  async #shareLink() {
    try {
      await navigator.share({ title: 'Tic-tac-toe', url: this.#link.value });
    } catch {
      // Whoever closes what the system shows changes their mind: nothing went wrong.
    }
  }
}

/**
 * What the server says about a path; `null` when it does not.
 * @param {string} path
 * @returns {Promise<Invitation | null>}
 */
async function askFor(path) {
  const asked = new URLSearchParams({ to: path, scheme: location.protocol.slice(0, -1) });
  try {
    const answer = await fetch(`/api/invitation?${asked}`);
    const told = answer.ok ? await answer.json() : null;
    return typeof told?.url === 'string' ? told : null;
  } catch {
    return null;
  }
}

/**
 * Copies what a field says. Without https there is no clipboard but by the old way; if that fails too, it stays selected.
 * @param {HTMLInputElement} field
 */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand('copy');
  }
}
