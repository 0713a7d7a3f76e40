/** Finds and starts the browser. */

import { chromium } from 'playwright-core';

import { onPath } from './on-path.js';

/** What Chromium is called on different systems. */
const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];

export const FLAGS = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-proxy-server',
];

/** Its sandbox does not work for root. */
export const isSandboxed = process.getuid?.() !== 0;

/** The path of Chromium: the variable CHROMIUM may name another one. */
export const chromiumPath = () => process.env['CHROMIUM'] ?? onPath(...NAMES);

/** Starts a browser. */
export function launch() {
  return chromium.launch({ executablePath: chromiumPath(), chromiumSandbox: isSandboxed, args: FLAGS });
}
