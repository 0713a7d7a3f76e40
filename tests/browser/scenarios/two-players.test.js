/** Two players with a browser each. */

import assert from 'node:assert/strict';

import { DRAW, O_WINS, X_WINS, playOut } from '../harness/games.js';
import { test } from '../harness/test.js';

test('two games are played, the second with the marks swapped', async (env) => {
  const [ann, bob] = await env.pair(await env.server());
  await playOut([ann, bob], X_WINS);
  await ann.expectStatus('You won: 1-2-3.');
  await bob.expectStatus('Ann won: 1-2-3.');
  await ann.expectTitle('You won – Tic-tac-toe');
  await bob.expectTitle('You lost – Tic-tac-toe');

  await bob.press('Rematch');
  await ann.expectText('Bob wants a rematch.');
  await bob.expectText('You asked for a rematch: wait for the answer.');
  await ann.press('Rematch');
  await playOut([bob, ann], X_WINS);
  await bob.expectStatus('You won: 1-2-3.');
  await ann.expectText('1-1, 0 draws');
});

test('a game ends in a draw', async (env) => {
  const [ann, bob] = await env.pair(await env.server());
  await playOut([ann, bob], DRAW);
  for (const player of [ann, bob]) {
    await player.expectStatus('A draw.');
    await player.expectTitle('Draw – Tic-tac-toe');
    await player.expectText('0-0, 1 draw');
    await player.expectBoard('XOX/XOO/OXX');
  }
});

test('both players see names, turn, last move and winning line', async (env) => {
  const [ann, bob] = await env.pair(await env.server());
  await ann.expectTitle('Your turn – Tic-tac-toe');
  await bob.expectTitle("Ann's turn – Tic-tac-toe");
  for (const [player, other] of /** @type {const} */ ([
    [ann, 'Bob'],
    [bob, 'Ann'],
  ])) {
    await player.page.getByRole('list', { name: 'Players' }).getByText(other, { exact: true }).waitFor();
  }
  await ann.play(5);
  await ann.expectCells('Row 2, column 2, X, last move', 'Row 1, column 1, empty');
  await ann.expectStatus("You: X at row 2, column 2. Bob's turn.");
  await bob.expectCells('Row 2, column 2, X, last move', 'Row 1, column 1, empty');
  await bob.expectStatus('Ann: X at row 2, column 2. Your turn.');
  await playOut([bob, ann], [1, 4, 2, 6]);
  for (const player of [ann, bob]) {
    await player.expectCells('Row 2, column 1, X, winning line', 'Row 1, column 1, O');
    await player.expectCells('Row 2, column 3, X, last move, winning line');
  }
});

test("no move is possible in the opponent's turn or on a taken square", async (env) => {
  const [ann, bob] = await env.pair(await env.server());
  await bob.forceClick(5);
  await ann.play(1);
  await bob.waitForTurn();
  await bob.forceClick(1);
  await bob.play(9);
  await ann.waitForTurn();
  for (const player of [ann, bob]) {
    await player.expectBoard('X__/___/__O');
  }
});

test("a player sees the opponent's presence", async (env) => {
  const [ann, bob] = await env.pair(await env.server());
  const players = ann.page.getByRole('list', { name: 'Players' });
  await playOut([ann, bob], O_WINS.slice(0, 2));
  await ann.waitForTurn();
  await bob.page.goto('about:blank');
  await players.getByText(/away/).waitFor();
  await bob.page.goBack();
  await players.getByText('here').waitFor();

  await playOut([ann, bob], O_WINS.slice(2));
  await bob.press('Leave');
  await bob.button('Play').waitFor();
  await players.getByText('has left').waitFor();
  await ann.expectText('Bob has left: no rematch.');
  assert.equal(await ann.button('Rematch').count(), 0);
});

test('when the opponent leaves before moving, the player gets another one', async (env) => {
  const server = await env.server();
  const [ann, bob] = await env.pair(server);
  await ann.play(5);
  await bob.waitForTurn();
  await bob.leaveAndLose();
  await ann.heading('Waiting for an opponent').waitFor();
  await ann.expectText('Cancelled: Bob has left, so the game does not count.');
  const eve = await env.player(server, { name: 'Eve' });
  await eve.press('Play');
  await ann.expectStatus(
    'Cancelled: Bob has left, so the game does not count. You are X, Eve is O. Your turn.',
  );
  await playOut([ann, eve], [1, 4]);
  await ann.expectStatus(/^Eve: O at row 2, column 1\. Your turn\.$/);
});

test('a game is resigned after a confirmation', async (env) => {
  const [ann, bob] = await env.pair(await env.server());
  const question = ann.page.getByRole('dialog', { name: 'Resign this game?' });
  await playOut([ann, bob], [5, 1]);
  await ann.press('Resign');
  await question.getByRole('button', { name: 'Go on playing' }).click();
  await question.waitFor({ state: 'hidden' });
  await ann.play(2);
  await bob.waitForTurn();
  await ann.press('Resign');
  await question.getByRole('button', { name: 'Resign' }).click();
  await ann.expectStatus('You resigned: Bob won.');
  await bob.expectStatus('Ann resigned: you won.');
});

test('leaving loses a running game, and the winner finds a new opponent', async (env) => {
  const server = await env.server();
  const [ann, bob] = await env.pair(server);
  await playOut([ann, bob], [5, 1]);
  await ann.press('Leave');
  await ann.page.getByRole('button', { name: 'Stay' }).click();
  await ann.waitForTurn();
  await ann.leaveAndLose();
  await bob.expectStatus('Ann left: you won.');
  await bob.press('New opponent');
  await bob.heading('Waiting for an opponent').waitFor();
  const eve = await env.player(server, { name: 'Eve' });
  await eve.press('Play');
  await bob.expectText('Eve');
  await bob.expectStatus(/turn\.$/);
  await bob.expectBoard('___/___/___');
});

test('the second click of a double click is ignored', async (env) => {
  const ann = await env.player(await env.server(), { name: 'Ann' });
  await ann.button('Play the computer').dblclick();
  await ann.waitForTurn();
  await ann.expectBoard('___/___/___');
});
