/** Programs that tests start. */

import assert from 'node:assert/strict';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of the first of these names that is on the PATH. @param {string[]} names */
export function onPath(...names) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const path = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
  assert(path, `There is no ${names[0]}: tests/run installs it.`);
  return path;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
