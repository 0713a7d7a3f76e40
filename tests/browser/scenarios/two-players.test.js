/** Two people, each with a browser. */

import assert from 'node:assert/strict';

import { DRAW, O_WINS, X_WINS, playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

test('two people play to a win, and again with the marks swapped', async (scene) => {
  const [ann, bob] = await scene.pair(await scene.server());
  await playOut([ann, bob], X_WINS);
  await ann.status('You won: 1-2-3.');
  await bob.status('Ann won: 1-2-3.');
  await ann.title('You won – Tic-tac-toe');
  await bob.title('You lost – Tic-tac-toe');

  await bob.press('Rematch');
  await ann.reads('Bob wants a rematch.');
  await bob.reads('You asked for a rematch: wait for the answer.');
  await ann.press('Rematch');
  await playOut([bob, ann], X_WINS);
  await bob.status('You won: 1-2-3.');
  await ann.reads('1-1, 0 draws');
});

test('two people play to a draw', async (scene) => {
  const [ann, bob] = await scene.pair(await scene.server());
  await playOut([ann, bob], DRAW);
  for (const person of [ann, bob]) {
    await person.status('A draw.');
    await person.title('Draw – Tic-tac-toe');
    await person.reads('0-0, 1 draw');
    await person.seesBoard('XOX/XOO/OXX');
  }
});

test('both see the names, whose turn it is, the last move and the winning line', async (scene) => {
  const [ann, bob] = await scene.pair(await scene.server());
  await ann.title('Your turn – Tic-tac-toe');
  await bob.title("Ann's turn – Tic-tac-toe");
  for (const [person, other] of /** @type {const} */ ([
    [ann, 'Bob'],
    [bob, 'Ann'],
  ])) {
    await person.page.getByRole('list', { name: 'Players' }).getByText(other, { exact: true }).waitFor();
  }
  await ann.plays(5);
  await ann.sees('Row 2, column 2, X, last move', 'Row 1, column 1, empty');
  await ann.status("You: X at row 2, column 2. Bob's turn.");
  await bob.sees('Row 2, column 2, X, last move', 'Row 1, column 1, empty');
  await bob.status('Ann: X at row 2, column 2. Your turn.');
  await playOut([bob, ann], [1, 4, 2, 6]);
  for (const person of [ann, bob]) {
    await person.sees('Row 2, column 1, X, winning line', 'Row 1, column 1, O');
    await person.sees('Row 2, column 3, X, last move, winning line');
  }
});

test('nothing is played in the other turn, and on no square that is taken', async (scene) => {
  const [ann, bob] = await scene.pair(await scene.server());
  await bob.tries(5);
  await ann.plays(1);
  await bob.hasTurn();
  await bob.tries(1);
  await bob.plays(9);
  await ann.hasTurn();
  for (const person of [ann, bob]) {
    await person.seesBoard('X__/___/__O');
  }
});

test('each sees that the other went away and came back, and that they left', async (scene) => {
  const [ann, bob] = await scene.pair(await scene.server());
  const players = ann.page.getByRole('list', { name: 'Players' });
  await bob.page.goto('about:blank');
  await players.getByText(/away/).waitFor();
  await bob.page.goBack();
  await players.getByText('here').waitFor();

  await playOut([ann, bob], O_WINS);
  await bob.press('Leave');
  await bob.button('Play').waitFor();
  await players.getByText('has left').waitFor();
  await ann.reads('Bob has left: no rematch.');
  assert.equal(await ann.button('Rematch').count(), 0);
});

test('a game is resigned after a question', async (scene) => {
  const [ann, bob] = await scene.pair(await scene.server());
  const question = ann.page.getByRole('dialog', { name: 'Resign this game?' });
  await playOut([ann, bob], [5, 1]);
  await ann.press('Resign');
  await question.getByRole('button', { name: 'Go on playing' }).click();
  await question.waitFor({ state: 'hidden' });
  await ann.plays(2);
  await bob.hasTurn();
  await ann.press('Resign');
  await question.getByRole('button', { name: 'Resign' }).click();
  await ann.status('You resigned: Bob won.');
  await bob.status('Ann resigned: you won.');
});

test('a game is over when its player leaves, and a new opponent is found', async (scene) => {
  const server = await scene.server();
  const [ann, bob] = await scene.pair(server);
  await playOut([ann, bob], [5, 1]);
  await ann.press('Leave');
  await ann.page.getByRole('button', { name: 'Stay' }).click();
  await ann.hasTurn();
  await ann.leavesAndLoses();
  await bob.status('Ann left: you won.');
  await bob.press('New opponent');
  await bob.heading('Waiting for an opponent').waitFor();
  const eve = await scene.person(server, { name: 'Eve' });
  await eve.press('Play');
  await bob.reads('Eve');
  await bob.status(/turn\.$/);
  await bob.seesBoard('___/___/___');
});

test('the second click of a double click does nothing else', async (scene) => {
  const ann = await scene.person(await scene.server(), { name: 'Ann' });
  await ann.button('Play the computer').dblclick();
  await ann.hasTurn();
  await ann.seesBoard('___/___/___');
});
