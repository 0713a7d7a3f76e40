/** Tests in the engine that the variable ENGINE names. The tests of a file share it. */

import { after, test as nodeTest } from 'node:test';

import { startEngine } from './engine.js';
import { EngineEnv } from './env.js';

/** @type {ReturnType<typeof startEngine> | undefined} */
let engine;
after(async () => (await engine)?.end());

/**
 * @param {string} name a sentence
 * @param {(env: EngineEnv) => Promise<void>} run
 */
export function test(name, run) {
  nodeTest(name, async () => {
    engine ??= startEngine(process.env['ENGINE']);
    const env = new EngineEnv(await engine);
    try {
      await run(env);
    } finally {
      await env.end();
    }
  });
}
