/** Checks that a slice of work stays within its budget, even if a script needs a long time for each packet. */

import { expect, it } from 'vitest';
import { testEngine } from '../../testing/engine';
import { PRESET } from '../../testing/session';
import { allowScript } from './allowed-scripts';

/** A script that performs about 100,000 operations for every packet. */
const script = `fn enqueue(packet) {
  let i = 0;
  while i < 20000 { i += 1; }
  if queue.len() < params.limit { admit() } else { drop("overflow") }
}`;

it('the engine reads the clock every few calls of a slow script', async () => {
  const looks: number[] = [];
  // Each read of the clock advances it by 1 ms.
  allowScript(script);
  const engine = await testEngine({ kind: 'full', look_ms: 1 });
  await engine.open({ ...PRESET.scenario, lanes: [{ aqm: 'script', params: {}, script }] });
  for (let slice = 0; slice < 5; slice += 1) {
    const { scalars } = await engine.advance(PRESET.scenario.duration_s, 10);
    looks.push(scalars.arrived);
  }
  // A slice of 10 ms ends at the tenth read of the clock. The operations of the script count as events between two
  // reads, so that a slice has only a few arrivals.
  const [first = 0, ...later] = looks;
  expect(first).toBeGreaterThan(5);
  for (const [place, arrived] of later.entries()) expect(arrived - (looks[place] ?? 0)).toBeLessThan(40);
});
