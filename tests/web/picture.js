/** Takes the README's picture of the page: npm run picture */

import { writeFileSync } from 'node:fs';

import { launch } from './harness/chromium.js';
import { playOut } from './harness/games.js';
import { TestEnv } from './harness/env.js';

const PICTURE = new URL('../../server/picture.png', import.meta.url);

const WIDE = { viewport: { width: 900, height: 600 }, colorScheme: /** @type {const} */ ('light') };
const PHONE = { viewport: { width: 360, height: 700 }, hasTouch: true, isMobile: true };
const DARK_PHONE = { ...PHONE, colorScheme: /** @type {const} */ ('dark') };

/** Between the screens, in pixels. */
const GAP = 24;

const browser = await launch();
const env = new TestEnv(browser);
try {
  const screens = await screenshots();
  const page = await browser.newPage({
    viewport: { width: 360 + 900 + 360 + 4 * GAP, height: 700 + 2 * GAP },
  });
  await page.setContent(
    `<body style="margin:${GAP}px;display:flex;gap:${GAP}px;align-items:center;background:#8e95a3">` +
      screens
        .map(
          (png) => `<img style="border-radius:16px" src="data:image/png;base64,${png.toString('base64')}">`,
        )
        .join(''),
  );
  writeFileSync(PICTURE, await page.screenshot());
} finally {
  await env.end();
  await browser.close();
}

/** A phone with the start screen, and a game as both players see it. */
async function screenshots() {
  const server = await env.server();
  const guest = await env.player(server, { name: 'Cleo', ...PHONE });
  const ann = await env.player(server, { name: 'Ann', ...WIDE });
  await ann.choose('You play', 'X (goes first)');
  await ann.playPerson();
  await ann.heading('Waiting for an opponent').waitFor();
  const bob = await env.player(server, { name: 'Bob', ...DARK_PHONE });
  await bob.playPerson();
  await playOut([ann, bob], [5, 1, 3, 7, 4]);
  await bob.waitForTurn();
  await guest.page.getByRole('link', { name: /^Ann – Bob/ }).waitFor();
  await guest.page.mouse.move(0, 0);
  return Promise.all([guest, ann, bob].map(({ page }) => page.screenshot()));
}
