/** Every state of the page, and how to reach it. */

import { X_WINS, playOut } from './games.js';

/** @typedef {import('./player.js').Player} Player */
/** @typedef {import('./env.js').TestEnv} TestEnv */
/** @typedef {import('playwright-core').BrowserContextOptions} Options */

/**
 * @typedef {object} State
 * @property {string} name
 * @property {boolean} [golden] whether its text is compared with a golden file
 * @property {(env: TestEnv, options?: Options) => Promise<Player>} reach returns the player who sees it
 */

/**
 * Ann at a path of a new server.
 *
 * @param {TestEnv} env
 * @param {Options} [options]
 */
async function startScreen(env, options, path = '/') {
  return env.player(await env.server(), { path, name: 'Ann', ...options });
}

/**
 * Ann against Bob on a new server.
 *
 * @param {TestEnv} env
 * @param {number[]} squares that are played
 * @param {Options} [options]
 */
async function game(env, squares, options) {
  const server = await env.server();
  const [ann, bob] = await env.pair(server, options);
  await playOut([ann, bob], squares);
  return { server, ann, bob };
}

/**
 * Ann in the room "kitten".
 *
 * @param {TestEnv} env
 * @param {Options} [options]
 */
async function room(env, options) {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann', ...options });
  await ann.field('Room').fill('kitten');
  await ann.press('Invite a friend');
  await ann.heading('Waiting in room kitten').waitFor();
  await ann.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  return { server, ann };
}

/** @type {State[]} */
export const STATES = [
  { name: 'start', golden: true, reach: startScreen },
  {
    name: 'start with a custom size',
    golden: true,
    async reach(env, options) {
      const ann = await startScreen(env, options);
      await ann.choice('Board').selectOption('Another size');
      return ann;
    },
  },
  {
    name: 'start with an error',
    async reach(env, options) {
      const ann = await startScreen(env, options);
      await ann.field('Room').fill('two words');
      await ann.press('Invite a friend');
      await ann.page.locator('[aria-invalid=true]').waitFor();
      return ann;
    },
  },
  {
    name: 'start with a match to watch',
    async reach(env, options) {
      const { server } = await game(env, [1]);
      const eve = await env.player(server, { name: 'Eve', ...options });
      await eve.link(/^Ann and Bob/).waitFor();
      return eve;
    },
  },
  {
    name: 'start of a room',
    golden: true,
    async reach(env, options) {
      const ann = await startScreen(env, options, '/r/kitten');
      await ann.heading('Room kitten').waitFor();
      return ann;
    },
  },
  {
    name: 'waiting',
    golden: true,
    async reach(env, options) {
      const ann = await startScreen(env, options);
      await ann.press('Play');
      await ann.expectText('The computer joins in');
      return ann;
    },
  },
  {
    name: 'waiting in a room',
    golden: true,
    reach: async (env, options) => (await room(env, options)).ann,
  },
  {
    name: 'own turn',
    golden: true,
    async reach(env, options) {
      const { ann } = await game(env, [1, 5], options);
      await ann.expectStatus('Bob: O at row 2, column 2. Your turn.');
      return ann;
    },
  },
  {
    name: 'opponents turn',
    golden: true,
    async reach(env, options) {
      const { ann } = await game(env, [1], options);
      await ann.expectCells('Row 1, column 1, X, last move');
      return ann;
    },
  },
  {
    name: 'unconfirmed move',
    async reach(env, options) {
      const server = await env.server();
      const proxy = await env.proxy(server);
      const [ann, bob] = await env.pair(server, { origin: proxy.origin, ...options });
      await playOut([ann, bob], [1, 5]);
      await ann.waitForTurn();
      proxy.stall();
      await ann.square(2).click();
      await ann.expectCells('Row 1, column 2, X, sending');
      return ann;
    },
  },
  {
    name: 'hint',
    golden: true,
    async reach(env, options) {
      const ann = await startScreen(env, options);
      await ann.choice('Level').selectOption('perfect');
      await ann.press('Play the computer');
      await playOut([ann], [1]);
      await ann.expectCells('Row 2, column 2, O, last move');
      await ann.press('Hint');
      await ann.expectText('Hint: ');
      return ann;
    },
  },
  {
    name: 'confirm leaving',
    async reach(env, options) {
      const { ann } = await game(env, [5, 1], options);
      await ann.press('Leave');
      await ann.page.getByRole('dialog', { name: 'Leave and lose this game?' }).waitFor();
      return ann;
    },
  },
  {
    name: 'confirm resigning',
    golden: true,
    async reach(env, options) {
      const { ann } = await game(env, [1, 5], options);
      await ann.press('Resign');
      await ann.page.getByRole('dialog', { name: 'Resign this game?' }).waitFor();
      return ann;
    },
  },
  {
    name: 'inviting spectators',
    async reach(env, options) {
      const { ann } = await game(env, [1, 5], options);
      await ann.press('Invite watchers');
      await ann.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
      return ann;
    },
  },
  {
    name: 'won',
    golden: true,
    async reach(env, options) {
      const { ann } = await game(env, X_WINS, options);
      await ann.expectStatus('You won: 1-2-3.');
      return ann;
    },
  },
  {
    name: 'lost with a rematch offer',
    golden: true,
    async reach(env, options) {
      const { ann, bob } = await game(env, X_WINS, options);
      await ann.press('Rematch');
      await bob.expectText('Ann wants a rematch.');
      return bob;
    },
  },
  {
    name: 'review',
    golden: true,
    async reach(env, options) {
      const { ann } = await game(env, X_WINS, options);
      await ann.press('Review');
      await ann.expectText(/mistakes? in 5 moves/);
      return ann;
    },
  },
  {
    name: 'lost connection',
    golden: true,
    async reach(env, options) {
      const { ann, server } = await game(env, [1, 5], options);
      await ann.waitForTurn();
      await server.kill();
      await ann.expectText(/Trying again in/);
      return ann;
    },
  },
  {
    name: 'superseded',
    golden: true,
    async reach(env, options) {
      const { ann } = await game(env, [1, 5], options);
      await ann.duplicate();
      await ann.heading('Played on another tab').waitFor();
      return ann;
    },
  },
  {
    name: 'full room',
    golden: true,
    async reach(env, options) {
      const { server } = await room(env);
      const bob = await env.player(server, { path: '/r/kitten', name: 'Bob' });
      await bob.press('Join the room');
      await bob.expectStatus(/turn\.$/);
      const eve = await env.player(server, { path: '/r/kitten', name: 'Eve', ...options });
      await eve.press('Join the room');
      await eve.heading('Room kitten is full').waitFor();
      return eve;
    },
  },
  {
    name: 'gone',
    golden: true,
    async reach(env, options) {
      const eve = await env.player(await env.server(), { path: '/watch/k3v9d7qpx2ma', ...options });
      await eve.heading('This game is gone').waitFor();
      return eve;
    },
  },
  {
    name: 'spectating',
    golden: true,
    async reach(env, options) {
      const { server, ann } = await game(env, [1, 5, 2]);
      const eve = await env.player(server, options);
      await eve.link(/^Ann and Bob/).click();
      await eve.expectStatus(/to move: Bob\.$/);
      await ann.expectText('1 watching');
      return eve;
    },
  },
  {
    name: 'board of 15x15',
    async reach(env, options) {
      const ann = await startScreen(env, options);
      await ann.choice('Board').selectOption('15x15, 5 in a row');
      await ann.press('Play the computer');
      await ann.waitForTurn();
      await ann.cell(8, 8).waitFor();
      return ann;
    },
  },
  {
    name: 'page for bots',
    reach: async (env, options) => env.player(await env.server(), { path: '/bots', ...options }),
  },
];
