/** The player's name, changed in place at any time. */

import { act, byId } from './dom.js';

const nameChip = byId('name-chip', HTMLElement);
const nameField = byId('name', HTMLInputElement);
let shownName = '';

nameField.addEventListener('keydown', ({ key, isComposing }) => {
  if (key === 'Escape') nameField.value = shownName;
  if ((key === 'Enter' && !isComposing) || key === 'Escape') nameField.blur();
});
nameField.addEventListener('change', () => {
  const name = nameField.value.trim() || shownName;
  nameField.value = name;
  if (name !== shownName) act({ type: 'choose', choices: { name } });
});

/** @param {View} view */
export function drawName({ choices: { name }, canRename }) {
  nameChip.hidden = !canRename;
  shownName = name;
  if (document.activeElement !== nameField) nameField.value = name;
}
