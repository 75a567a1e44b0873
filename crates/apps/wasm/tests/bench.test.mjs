// Checks that the functions which `npm run bench` measures exist. The bench runs rarely, and packages have changed without it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { experiments, manyFlows, runInWasm } from '../../../../scripts/bench-wasm.mjs';

test('the bench finds both packages and what it asks of them', async () => {
  for (const name of ['lab', 'full']) {
    const { result } = await runInWasm({ name, aqm: 'red', seed: 1, duration: 1 });
    assert.equal(result.duration_s, 1);
  }
  assert.equal(typeof (await experiments()), 'function');
  assert.match(await manyFlows('UDP', 100), /^2[.]/);
});
