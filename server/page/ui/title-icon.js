/** The tab's title and icon. */

import { byId } from './dom.js';

const ICON =
  '<path d="M6 6 26 26M26 6 6 26" stroke="#3454d1"/><circle cx="44" cy="44" r="12" stroke="#c2410c"/>' +
  '<path d="M36 6v20M6 36h20" stroke="#888"/>';

/** Drawn over the icon when the player should look at the page. */
const DOT = '<circle cx="48" cy="16" r="14" fill="#16a34a" stroke="#fff" stroke-width="4"/>';

/**
 * @param {string} title
 * @param {boolean} attention
 */
export function drawTitleAndIcon(title, attention) {
  if (document.title !== title) document.title = title;
  const icon = byId('icon', HTMLLinkElement);
  const href = attention ? ATTENTION_ICON : PLAIN_ICON;
  if (icon.getAttribute('href') !== href) icon.href = href;
}

/** @param {string} inside */
function iconUrl(inside) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="none" stroke-width="7">${inside}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const PLAIN_ICON = iconUrl(ICON);
const ATTENTION_ICON = iconUrl(ICON + DOT);
