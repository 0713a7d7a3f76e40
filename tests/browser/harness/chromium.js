/** Finds and starts the browser. */

import assert from 'node:assert/strict';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium } from 'playwright-core';

/** What Chromium is called on different systems. */
const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];

const FLAGS = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-proxy-server',
];

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of Chromium: the variable CHROMIUM, or the first of its names that is on the PATH. */
function executable() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const path = process.env['CHROMIUM'] ?? candidates.find(isProgram);
  assert(path, 'There is no Chromium: tests/run installs one, and CHROMIUM may name another.');
  return path;
}

/** Starts a browser. Its sandbox does not work for root. */
export function launch() {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({ executablePath: executable(), chromiumSandbox: !isRoot, args: FLAGS });
}
