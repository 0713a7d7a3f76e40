/** Every state of the page, and how people come into it. */

import { X_WINS, playOut } from './games.js';

/** @typedef {import('./person.js').Person} Person */
/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('playwright-core').BrowserContextOptions} Options */

/**
 * @typedef {object} State
 * @property {string} name
 * @property {boolean} [golden] whether how it reads is kept, word for word
 * @property {(scene: Scene, options?: Options) => Promise<Person>} reach gives whoever sees it
 */

/**
 * Somebody called Ann at an address of a new server.
 *
 * @param {Scene} scene
 * @param {Options} [options]
 */
async function entrance(scene, options, path = '/') {
  return scene.person(await scene.server(), { path, name: 'Ann', ...options });
}

/**
 * Ann against Bob on a new server.
 *
 * @param {Scene} scene
 * @param {number[]} squares that are played
 * @param {Options} [options]
 */
async function game(scene, squares, options) {
  const server = await scene.server();
  const [ann, bob] = await scene.pair(server, options);
  await playOut([ann, bob], squares);
  return { server, ann, bob };
}

/**
 * Ann in the room "kitten".
 *
 * @param {Scene} scene
 * @param {Options} [options]
 */
async function room(scene, options) {
  const server = await scene.server();
  const ann = await scene.person(server, { name: 'Ann', ...options });
  await ann.field('Room').fill('kitten');
  await ann.press('Invite a friend');
  await ann.heading('Waiting in room kitten').waitFor();
  await ann.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  return { server, ann };
}

/** @type {State[]} */
export const STATES = [
  { name: 'entrance', golden: true, reach: entrance },
  {
    name: 'entrance with another size',
    golden: true,
    async reach(scene, options) {
      const ann = await entrance(scene, options);
      await ann.choice('Board').selectOption('Another size');
      return ann;
    },
  },
  {
    name: 'entrance with a fault',
    async reach(scene, options) {
      const ann = await entrance(scene, options);
      await ann.field('Room').fill('two words');
      await ann.press('Invite a friend');
      await ann.page.locator('[aria-invalid=true]').waitFor();
      return ann;
    },
  },
  {
    name: 'entrance with a match to watch',
    async reach(scene, options) {
      const { server } = await game(scene, [1]);
      const eve = await scene.person(server, { name: 'Eve', ...options });
      await eve.link(/^Ann and Bob/).waitFor();
      return eve;
    },
  },
  {
    name: 'entrance of a room',
    golden: true,
    async reach(scene, options) {
      const ann = await entrance(scene, options, '/r/kitten');
      await ann.heading('Room kitten').waitFor();
      return ann;
    },
  },
  {
    name: 'waiting',
    golden: true,
    async reach(scene, options) {
      const ann = await entrance(scene, options);
      await ann.press('Play');
      await ann.reads('The computer joins in');
      return ann;
    },
  },
  {
    name: 'waiting in a room',
    golden: true,
    reach: async (scene, options) => (await room(scene, options)).ann,
  },
  {
    name: 'own turn',
    golden: true,
    async reach(scene, options) {
      const { ann } = await game(scene, [1, 5], options);
      await ann.status('Bob: O at row 2, column 2. Your turn.');
      return ann;
    },
  },
  {
    name: 'other turn',
    golden: true,
    async reach(scene, options) {
      const { ann } = await game(scene, [1], options);
      await ann.sees('Row 1, column 1, X, last move');
      return ann;
    },
  },
  {
    name: 'move on its way',
    async reach(scene, options) {
      const { ann } = await game(scene, [], options);
      await scene.offline(ann, true);
      await ann.square(1).click();
      await ann.sees('Row 1, column 1, X, sending');
      return ann;
    },
  },
  {
    name: 'hint',
    golden: true,
    async reach(scene, options) {
      const ann = await entrance(scene, options);
      await ann.choice('Level').selectOption('perfect');
      await ann.press('Play the computer');
      await playOut([ann], [1]);
      await ann.sees('Row 2, column 2, O, last move');
      await ann.press('Hint');
      await ann.reads('Hint: ');
      return ann;
    },
  },
  {
    name: 'question before leaving',
    async reach(scene, options) {
      const { ann } = await game(scene, [5, 1], options);
      await ann.press('Leave');
      await ann.page.getByRole('dialog', { name: 'Leave and lose this game?' }).waitFor();
      return ann;
    },
  },
  {
    name: 'question before resigning',
    golden: true,
    async reach(scene, options) {
      const { ann } = await game(scene, [1, 5], options);
      await ann.press('Resign');
      await ann.page.getByRole('dialog', { name: 'Resign this game?' }).waitFor();
      return ann;
    },
  },
  {
    name: 'invitation of watchers',
    async reach(scene, options) {
      const { ann } = await game(scene, [1, 5], options);
      await ann.press('Invite watchers');
      await ann.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
      return ann;
    },
  },
  {
    name: 'won',
    golden: true,
    async reach(scene, options) {
      const { ann } = await game(scene, X_WINS, options);
      await ann.status('You won: 1-2-3.');
      return ann;
    },
  },
  {
    name: 'lost, and asked for a rematch',
    golden: true,
    async reach(scene, options) {
      const { ann, bob } = await game(scene, X_WINS, options);
      await ann.press('Rematch');
      await bob.reads('Ann wants a rematch.');
      return bob;
    },
  },
  {
    name: 'review',
    golden: true,
    async reach(scene, options) {
      const { ann } = await game(scene, X_WINS, options);
      await ann.press('Review');
      await ann.reads(/mistakes? in 5 moves/);
      return ann;
    },
  },
  {
    name: 'lost connection',
    golden: true,
    async reach(scene, options) {
      const { ann, server } = await game(scene, [1, 5], options);
      await ann.hasTurn();
      await server.kill();
      await ann.reads(/Trying again in/);
      return ann;
    },
  },
  {
    name: 'played on another tab',
    golden: true,
    async reach(scene, options) {
      const { ann } = await game(scene, [1, 5], options);
      await ann.duplicate();
      await ann.heading('Played on another tab').waitFor();
      return ann;
    },
  },
  {
    name: 'full room',
    golden: true,
    async reach(scene, options) {
      const { server } = await room(scene);
      const bob = await scene.person(server, { path: '/r/kitten', name: 'Bob' });
      await bob.press('Join the room');
      await bob.status(/turn\.$/);
      const eve = await scene.person(server, { path: '/r/kitten', name: 'Eve', ...options });
      await eve.press('Join the room');
      await eve.heading('Room kitten is full').waitFor();
      return eve;
    },
  },
  {
    name: 'game that is gone',
    golden: true,
    async reach(scene, options) {
      const eve = await scene.person(await scene.server(), { path: '/watch/k3v9d7qpx2ma', ...options });
      await eve.heading('This game is gone').waitFor();
      return eve;
    },
  },
  {
    name: 'watching',
    golden: true,
    async reach(scene, options) {
      const { server, ann } = await game(scene, [1, 5, 2]);
      const eve = await scene.person(server, options);
      await eve.link(/^Ann and Bob/).click();
      await eve.status(/to move: Bob\.$/);
      await ann.reads('1 watching');
      return eve;
    },
  },
  {
    name: 'board of 15x15',
    async reach(scene, options) {
      const ann = await entrance(scene, options);
      await ann.choice('Board').selectOption('15x15, 5 in a row');
      await ann.press('Play the computer');
      await ann.hasTurn();
      await ann.cell(8, 8).waitFor();
      return ann;
    },
  },
  {
    name: 'page for bots',
    reach: async (scene, options) => scene.person(await scene.server(), { path: '/bots', ...options }),
  },
];
