/** Every state of the page, and how to reach it. */

import { PERFECT_DRAW, X_WINS, playAnything, playOut } from './games.js';

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

/** Ann in the room "kitten". @param {TestEnv} env @param {Options} [options] */
async function room(env, options) {
  const server = await env.server();
  const ann = await env.player(server, { name: 'Ann', ...options });
  await ann.enterRoom('kitten');
  await ann.playPerson();
  await ann.expectStatus('Classic. Send this link to a friend. The first to open it plays you.');
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
    const name = path === '/bots' ? {} : { name: 'Ann' };
    const ann = await env.player(await env.server(), { path, ...name, ...options });
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
  atStart({ name: 'start with options', golden: true }, (ann) => ann.openOptions()),
  atStart({ name: 'start with an error' }, async (ann) => {
    await ann.enterName('\u200b');
    await ann.playPerson();
    await ann.expectStatus(/^That didn't work/);
  }),
  {
    name: 'start with players and games',
    golden: true,
    async reach(env, options) {
      const { server } = await game(env, [1, 5, 2]);
      const cleo = await env.player(server, { name: 'Cleo' });
      await cleo.playPerson();
      await cleo.heading('Waiting for an opponent').waitFor();
      const eve = await env.player(server, { name: 'Eve', ...options });
      await eve.expectText(/Ann – Bob[^]*Cleo is waiting|Cleo is waiting[^]*Ann – Bob/);
      return eve;
    },
  },
  {
    name: 'start of a room',
    golden: true,
    async reach(env, options) {
      const { server } = await room(env);
      const bob = await env.player(server, { path: '/r/kitten', name: 'Bob', ...options });
      await bob.heading('Ann invites you').waitFor();
      return bob;
    },
  },
  atStart(
    { name: 'start of an empty room', golden: true },
    async (ann) => {
      await ann.expectStatus('Room kitten Nobody is waiting in this room yet.');
    },
    '/r/kitten',
  ),
  {
    name: 'arena',
    golden: true,
    async reach(env, options) {
      const ann = await startScreen(env, options, '/arena/kitten');
      await ann.press('Join as Ann');
      await ann.expectStatus('Waiting for others. Send them the link.');
      await ann.page.getByRole('row', { name: '1 You 0 0 0', exact: true }).waitFor();
      await ann.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
      // Nobody had opened the arena.
      env.forgive(/404/);
      return ann;
    },
  },
  {
    name: 'waiting',
    golden: true,
    async reach(env, options) {
      const { server } = await game(env, [1, 5, 2]);
      const eve = await env.player(server, { name: 'Eve', ...options });
      await eve.playPerson();
      await eve.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
      await eve.link(/^Ann – Bob/).waitFor();
      return eve;
    },
  },
  {
    name: 'waiting in a room',
    golden: true,
    reach: async (env, options) => (await room(env, options)).ann,
  },
  inGame({ name: 'own turn', golden: true }, [1, 5], async ({ ann }) => {
    await ann.expectStatus('Your turn Bob played centre.');
  }),
  inGame({ name: 'opponents turn', golden: true }, [1], async ({ ann }) => {
    await ann.expectCells('Top left, X, last move');
  }),
  atStart({ name: 'two players here', golden: true }, async (ann) => {
    await ann.openOptions();
    await ann.field("Second player's name").fill('Bob');
    await ann.press('Two players here');
    await ann.expectStatus("Ann's turn");
    await ann.square(1).click();
    await ann.expectStatus("Bob's turn Ann played top left.");
    await ann.expectCells('Top left, X, last move');
  }),
  inGame({ name: 'takeback wanted', golden: true }, [1, 5], async ({ ann, bob }) => {
    await bob.press('Take back');
    await ann.expectStatus('Your turn Bob wants to take back a move.');
  }),
  inGame({ name: 'choosing a reaction', golden: true }, [1, 5], async ({ ann }) => {
    await ann.press('React');
    await ann.dialog('React').waitFor();
  }),
  inGame({ name: 'opponent left', golden: true }, [1, 5], async ({ ann, bob }) => {
    await bob.giveUp('Leave');
    await ann.button('Continue against the computer').waitFor();
  }),
  atStart({ name: 'end of a series', golden: true }, async (ann) => {
    await ann.choose('Series', 'Best of 3');
    await ann.choose('You play', 'O (goes second)');
    await ann.press('Play the computer');
    for (const again of [true, false]) {
      await ann.waitForTurn();
      await ann.playable.first().click();
      await ann.waitForTurn();
      await ann.giveUp('Resign');
      if (again) await ann.press('Next game');
    }
    await ann.expectStatus('The computer won the series 2 to 0. Last game: You resigned.');
  }),
  {
    name: 'dead line',
    golden: true,
    async reach(env, options) {
      const server = await env.server();
      const proxy = await env.proxy(server);
      const [ann, bob] = await env.pair(server, { origin: proxy.origin, ...options });
      await playOut([ann, bob], [1, 5]);
      await ann.waitForTurn();
      proxy.stall();
      await ann.square(2).click();
      await ann.expectStatus('Reconnecting... Your move top middle is kept and will be sent again.');
      return ann;
    },
  },
  atStart({ name: 'hint', golden: true }, async (ann) => {
    await ann.square(1).click();
    await ann.expectCells('Centre, O, last move');
    await ann.press('Hint');
    await ann.expectStatus('Hint: ');
  }),
  inGame({ name: 'more', golden: true }, [5, 1], async ({ ann }) => {
    await ann.press('More');
    await ann.dialog('More').waitFor();
  }),
  inGame({ name: 'confirm resigning', golden: true }, [1, 5], async ({ ann }) => {
    await ann.press('More', 'Resign');
    await ann.dialog('Resign?').waitFor();
  }),
  inGame({ name: 'inviting spectators' }, [1, 5], async ({ ann }) => {
    await ann.press('More', 'Invite people to watch');
    await ann.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  }),
  inGame({ name: 'won', golden: true }, X_WINS, ({ ann }) => ann.expectStatus('You won! Top row.')),
  inGame({ name: 'drawn', golden: true }, PERFECT_DRAW, async ({ ann }) => {
    await ann.expectStatus('Draw The board is full.');
  }),
  inGame({ name: 'offered a rematch', golden: true }, X_WINS, async ({ ann }) => {
    await ann.press('Rematch');
    await ann.expectStatus('Rematch offered. Waiting for Bob...');
  }),
  inGame({ name: 'lost with a rematch offer', golden: true }, X_WINS, async ({ ann, bob }) => {
    await ann.press('Rematch');
    await bob.expectStatus('Ann wants a rematch.');
    return bob;
  }),
  atStart({ name: 'lost to the computer', golden: true }, async (ann) => {
    await ann.choose('You play', 'X (goes first)');
    await ann.press('Play the computer');
    await playAnything(ann);
    await ann.expectStatus('The computer won Perfect never loses on this board.');
  }),
  inGame({ name: 'review', golden: true }, X_WINS, async ({ ann, bob }) => {
    await ann.press('Review');
    await bob.press('Rematch');
    await ann.button('Decline').waitFor();
    await ann.expectStatus(/Bob played .* Better: centre, still a draw\.$/);
  }),
  inGame({ name: 'forced win', golden: true }, X_WINS, async ({ ann }) => {
    await ann.press('Review', 'Show the win');
    await ann.expectStatus(/You can win\. You: .*\.$/);
  }),
  inGame({ name: 'games', golden: true }, X_WINS, async ({ ann }) => {
    await ann.expectStatus('You won!');
    await ann.open('/games');
    await ann.link(/^Ann – Bob You won!/).waitFor();
  }),
  atPath({ name: 'no games' }, '/games', 'No finished games on this device yet.'),
  {
    name: 'link without a game',
    async reach(env, options) {
      const eve = await env.player(await env.server(), { path: '/games#m/1', ...options });
      await eve.expectText('This link is incomplete');
      env.forgive(/404/);
      return eve;
    },
  },
  inGame({ name: 'replay', golden: true }, X_WINS, async ({ ann }) => {
    await ann.expectStatus('You won!');
    await ann.open('/games');
    await ann.link(/^Ann – Bob You won!/).click();
    await ann.expectStatus(/Bob played .* Better: centre, still a draw\.$/);
  }),
  inGame({ name: 'lost connection', golden: true }, [1, 5], async ({ ann, server }) => {
    await ann.waitForTurn();
    await server.kill();
    await ann.expectText('Reconnecting...');
  }),
  inGame({ name: 'superseded', golden: true }, [1, 5], async ({ ann }) => {
    await ann.duplicate();
    await ann.heading('Your game is open elsewhere').waitFor();
  }),
  {
    name: 'full room',
    golden: true,
    async reach(env, options) {
      const { server, ann } = await room(env);
      const bob = await env.player(server, { path: '/r/kitten', name: 'Bob' });
      const eve = await env.player(server, { name: 'Eve', ...options });
      await bob.heading('Ann invites you').waitFor();
      await bob.press('Play Ann');
      await ann.expectStatus(/turn|thinking/);
      await eve.enterRoom('kitten');
      await eve.playPerson();
      await eve.heading('Room kitten is full').waitFor();
      return eve;
    },
  },
  {
    name: 'gone',
    golden: true,
    async reach(env, options) {
      const eve = await env.player(await env.server(), {
        path: '/watch/k3v9d7qpx2ma',
        name: 'Eve',
        ...options,
      });
      await eve.heading('That game is over').waitFor();
      return eve;
    },
  },
  {
    name: 'spectating',
    golden: true,
    async reach(env, options) {
      const { server, ann } = await game(env, [1, 5, 2]);
      const eve = await env.player(server, { name: 'Eve', ...options });
      await eve.link(/^Ann – Bob/).click();
      await eve.expectStatus("Bob's turn Ann played top middle.");
      await ann.expectText('1 watching');
      return eve;
    },
  },
  atStart({ name: 'board of 7x6' }, async (ann) => {
    await ann.press('Four in a row');
    await ann.choose('You play', 'X (goes first)');
    await ann.press('Play the computer');
    await ann.waitForTurn();
    await ann.cell(3, 4).click();
    await ann.waitForTurn();
  }),
  atStart({ name: 'board of 15x15' }, async (ann) => {
    await ann.press('Five in a row');
    await ann.press('Play the computer');
    await ann.waitForTurn();
    await ann.cell(8, 8).waitFor();
  }),
  {
    name: 'unknown page',
    async reach(env, options) {
      const eve = await env.player(await env.server(), { path: '/nowhere', ...options });
      await eve.heading('Page not found').waitFor();
      await eve.link('Play a game').waitFor();
      env.forgive(/404/);
      return eve;
    },
  },
  atPath({ name: 'page for bots' }, '/bots', 'Write a bot'),
];
