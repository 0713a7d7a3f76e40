import { test } from './harness/test.js';
import { X_WINS, playOut } from './harness/games.js';
test('time', async (scene) => {
  for (let i = 0; i < 3; i++) {
    const T = performance.now();
    let last = T;
    const L = (n) => {
      const t = performance.now();
      console.log(n, Math.round(t - last));
      last = t;
    };
    const server = await scene.server();
    L('server');
    const ann = await scene.person(server);
    L('person');
    await ann.call('Ann');
    L('name');
    await ann.choice('You play').selectOption('X, and begin');
    L('select');
    await ann.press('Play');
    L('play');
    await ann.heading('Waiting for an opponent').waitFor();
    L('waiting');
    const b = await scene.person(server, { name: 'Bob' });
    L('person');
    await b.press('Play');
    L('play');
    await ann.hasTurn();
    L('turn');
    await playOut([ann, b], X_WINS);
    L('played');
    await ann.status('You won: 1-2-3.');
    L('won');
  }
});
