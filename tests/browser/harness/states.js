/** Every state of the page, and how to reach it. */

import { PERFECT_DRAW, X_WINS, playOut } from './games.js';

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

/**
 * A state that Ann reaches from the start screen.
 *
 * @param {Omit<State, 'reach'>} state
 * @param {(ann: Player) => Promise<void>} act
 * @param {string} [path]
 * @returns {State}
 */
function atStart(state, act, path) {
  const reach = async (/** @type {TestEnv} */ env, /** @type {Options | undefined} */ options) => {
    const ann = await startScreen(env, options, path);
    await act(ann);
    return ann;
  };
  return { ...state, reach };
}

/**
 * What the page shows at a path.
 *
 * @param {Omit<State, 'reach'>} state
 * @param {string} path
 * @param {string} text
 * @returns {State}
 */
function atPath(state, path, text) {
  const reach = async (/** @type {TestEnv} */ env, /** @type {Options | undefined} */ options) => {
    const ann = await env.player(await env.server(), { path, ...options });
    await ann.expectText(text);
    return ann;
  };
  return { ...state, reach };
}

/**
 * A state of a game of Ann against Bob; Ann sees it unless another player is returned.
 *
 * @param {Omit<State, 'reach'>} state
 * @param {number[]} squares that are played
 * @param {(match: Awaited<ReturnType<typeof game>>) => Promise<Player | void>} act
 * @returns {State}
 */
function inGame(state, squares, act) {
  const reach = async (/** @type {TestEnv} */ env, /** @type {Options | undefined} */ options) => {
    const match = await game(env, squares, options);
    return (await act(match)) ?? match.ann;
  };
  return { ...state, reach };
}

/** @type {State[]} */
export const STATES = [
  { name: 'start', golden: true, reach: startScreen },
  atStart({ name: 'start with a custom size', golden: true }, async (ann) => {
    await ann.choice('Board').selectOption('Another size');
  }),
  atStart({ name: 'start with an error' }, async (ann) => {
    await ann.field('Room').fill('two words');
    await ann.press('Invite a friend');
    await ann.page.locator('[aria-invalid=true]').waitFor();
  }),
  {
    name: 'start with a match to watch',
    async reach(env, options) {
      const { server } = await game(env, [1]);
      const eve = await env.player(server, { name: 'Eve', ...options });
      await eve.link(/^Ann and Bob/).waitFor();
      return eve;
    },
  },
  atStart(
    { name: 'start of a room', golden: true },
    async (ann) => {
      await ann.heading('Room kitten').waitFor();
    },
    '/r/kitten',
  ),
  atStart({ name: 'waiting', golden: true }, async (ann) => {
    await ann.press('Play');
    await ann.expectText('The computer joins in');
  }),
  {
    name: 'waiting in a room',
    golden: true,
    reach: async (env, options) => (await room(env, options)).ann,
  },
  inGame({ name: 'own turn', golden: true }, [1, 5], async ({ ann }) => {
    await ann.expectStatus('Bob: O at row 2, column 2. Your turn.');
  }),
  inGame({ name: 'opponents turn', golden: true }, [1], async ({ ann }) => {
    await ann.expectCells('Row 1, column 1, X, last move');
  }),
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
  atStart({ name: 'hint', golden: true }, async (ann) => {
    await ann.choice('Level').selectOption('perfect');
    await ann.press('Play the computer');
    await playOut([ann], [1]);
    await ann.expectCells('Row 2, column 2, O, last move');
    await ann.press('Hint');
    await ann.expectText('Hint: ');
  }),
  inGame({ name: 'confirm leaving' }, [5, 1], async ({ ann }) => {
    await ann.press('Leave');
    await ann.page.getByRole('dialog', { name: 'Leave and lose this game?' }).waitFor();
  }),
  inGame({ name: 'confirm resigning', golden: true }, [1, 5], async ({ ann }) => {
    await ann.press('Resign');
    await ann.page.getByRole('dialog', { name: 'Resign this game?' }).waitFor();
  }),
  inGame({ name: 'inviting spectators' }, [1, 5], async ({ ann }) => {
    await ann.press('Invite watchers');
    await ann.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  }),
  inGame({ name: 'won', golden: true }, X_WINS, async ({ ann }) => {
    await ann.expectStatus('You won: 1-2-3.');
  }),
  inGame({ name: 'lost with a rematch offer', golden: true }, X_WINS, async ({ ann, bob }) => {
    await ann.press('Rematch');
    await bob.expectText('Ann wants a rematch.');
    return bob;
  }),
  inGame({ name: 'review', golden: true }, X_WINS, async ({ ann }) => {
    await ann.press('Review');
    await ann.expectStatus(/^Bob played .* Better: centre, still a draw\.$/);
  }),
  inGame({ name: 'review without mistakes' }, PERFECT_DRAW, async ({ ann }) => {
    await ann.press('Review');
    await ann.expectStatus('You played bottom left. A draw.');
  }),
  inGame({ name: 'games', golden: true }, X_WINS, async ({ ann }) => {
    await ann.expectStatus('You won: 1-2-3.');
    await ann.open('/games');
    await ann.link(/^You won against Bob/).waitFor();
  }),
  atPath({ name: 'no games' }, '/games', 'No finished games on this device yet.'),
  atPath({ name: 'link without a game' }, '/games#3x3-3/4/X-line/Ann/Bob', 'This link holds no game.'),
  atPath(
    { name: 'replay', golden: true },
    '/games#3x3-3/4.2/X-resigned/Ann/Bob',
    'Bob played top right. Bob resigned: Ann won.',
  ),
  atPath(
    { name: 'replay of 15x15' },
    '/games#15x15-5/0.1.112/X-left/Ann/Bob',
    'Ann played h8. Bob left: Ann won.',
  ),
  inGame({ name: 'lost connection', golden: true }, [1, 5], async ({ ann, server }) => {
    await ann.waitForTurn();
    await server.kill();
    await ann.expectText(/Trying again in/);
  }),
  inGame({ name: 'superseded', golden: true }, [1, 5], async ({ ann }) => {
    await ann.duplicate();
    await ann.heading('Played on another tab').waitFor();
  }),
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
  atStart({ name: 'board of 15x15' }, async (ann) => {
    await ann.choice('Board').selectOption('15x15, 5 in a row');
    await ann.press('Play the computer');
    await ann.waitForTurn();
    await ann.cell(8, 8).waitFor();
  }),
  {
    name: 'unknown page',
    async reach(env, options) {
      const eve = await env.player(await env.server(), { path: '/nowhere', ...options });
      await eve.heading('There is nothing here').waitFor();
      await eve.link('Play a game').waitFor();
      env.forgive(/404/);
      return eve;
    },
  },
  atPath({ name: 'page for bots' }, '/bots', 'For bots'),
];
