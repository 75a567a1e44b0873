// Checks that the functions that `npm run bench` measures exist. The benchmark is rarely run, and earlier changes to
// the packages broke it unnoticed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { experiments, manyFlows, runInWasm } from '../../../../scripts/bench-wasm.mjs';

test('the benchmark finds both packages and the functions that it calls', async () => {
  for (const name of ['lab', 'full']) {
    const { result } = await runInWasm({ name, aqm: 'red', seed: 1, duration: 1 });
    assert.equal(result.duration_s, 1);
  }
  assert.equal(typeof (await experiments()), 'function');
  assert.match(await manyFlows('UDP', 100), /^2[.]/);
});
