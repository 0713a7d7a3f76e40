/** What can be seen of the page while another tab is looked at: its title and its icon. */

import { part } from './elements.js';

/** The two marks; a dot on them says that something is wanted of the player. */
const ICON =
  '<path d="M6 6 26 26M26 6 6 26" stroke="#3454d1"/><circle cx="44" cy="44" r="12" stroke="#c2410c"/>' +
  '<path d="M36 6v20M6 36h20" stroke="#888"/>';
const DOT = '<circle cx="48" cy="16" r="14" fill="#16a34a" stroke="#fff" stroke-width="4"/>';

/**
 * @param {string} title
 * @param {boolean} attention Something is wanted of the player.
 */
export function drawSigns(title, attention) {
  if (document.title !== title) document.title = title;
  const icon = part('icon', HTMLLinkElement);
  const picture = attention ? WANTED : CALM;
  if (icon.getAttribute('href') !== picture) icon.href = picture;
}

/** @param {string} inside */
function picture(inside) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="none" stroke-width="7">${inside}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const CALM = picture(ICON);
const WANTED = picture(ICON + DOT);
