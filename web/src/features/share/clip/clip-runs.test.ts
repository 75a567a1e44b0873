/** Every frame shows the engine's state at its simulated time, on a fast machine and on a slow one. */

import { expect, it } from 'vitest';
import type { EngineClient } from '../../../core/border/client';
import type { Scenario } from '../../../core/border/scenario';
import { RunBuffer } from '../../../core/run/run-buffer';
import { CATALOG, type Machine, testEngine } from '../../../testing/engine';
import { SMALL_SCENE } from '../../../testing/small-scene';
import { instantOf, planOf, SIZES } from './clip-plan';
import { ClipRuns } from './clip-runs';

const [SIZE] = SIZES;
if (SIZE === undefined) throw new Error('there is at least one size');
/** Two lanes with a change of a setting during the clip. */
const SCENE: Scenario = {
  ...SMALL_SCENE,
  lanes: [
    { aqm: 'choke', params: {} },
    { aqm: 'fq-codel', params: {} },
  ],
  interventions: [{ at_s: 5.5, path: 'bottleneck.capacity_bps', value: 5e5 }],
};
const PLAN = planOf({
  from_s: 5,
  until_s: 6,
  pace: 0.5,
  fps: 10,
  size: SIZE,
  hasStage: true,
  plots: [],
});
const signal = new AbortController().signal;

/** For every frame, the state from which its picture is painted. */
async function filmed(machine: Machine): Promise<unknown[]> {
  const clients: EngineClient[] = [];
  const runs = new ClipRuns(async () => {
    const client = await testEngine(machine);
    clients.push(client);
    return client;
  }, CATALOG);
  await runs.open(SCENE);
  const seen: unknown[] = [];
  for (let frame = -PLAN.leadIn; frame < PLAN.frames; frame += 1) {
    await runs.goTo(PLAN, frame, { signal });
    if (frame < 0) continue;
    for (const { run, name } of runs.lanes) {
      const { scalars, queue, queues } = run.latest;
      expect(Math.abs(scalars.now_s - instantOf(PLAN, frame))).toBeLessThan(2e-9);
      const { length, queue_mean, class_bps } = run.series;
      const series = [queue_mean.slice(0, length), ...class_bps.map((values) => values.slice(0, length))];
      const droppedPackets = Array.from({ length: run.droppedPackets.length }, (_, place) =>
        run.droppedPackets.newest(place),
      );
      seen.push(
        structuredClone({ name, scalars, queue, queues, series, droppedPackets, scenario: run.facts.scenario }),
      );
    }
  }
  runs.close();
  return seen;
}

it('the frames are the same whatever the speed of the machine', async () => {
  const fast = await filmed({});
  expect(fast).toHaveLength(2 * PLAN.frames);
  expect(await filmed({ look_ms: 7 })).toEqual(fast);
});

it("the queue of a frame is the engine's queue at the time of the frame", async () => {
  const runs = new ClipRuns(() => testEngine(), CATALOG);
  await runs.open(SCENE);
  const client = await testEngine();
  for (const frame of [0, 7, PLAN.frames - 1]) {
    await runs.goTo(PLAN, frame, { signal });
    for (const { run, index } of runs.lanes) {
      const alone = new RunBuffer(CATALOG, await client.open(SCENE, instantOf(PLAN, frame), index));
      expect(run.latest.queue).toEqual(alone.latest.queue);
      expect(run.latest.scalars.average_queue).toEqual(alone.latest.scalars.average_queue);
      expect(run.series.length).toBe(alone.series.length);
    }
  }
  runs.close();
  client.close();
});

it('a change during the run is shown from its frame on', async () => {
  const runs = new ClipRuns(() => testEngine(), CATALOG);
  await runs.open(SCENE);
  for (let frame = 0; frame < PLAN.frames; frame += 1) {
    await runs.goTo(PLAN, frame, { signal });
    const isChanged = instantOf(PLAN, frame) >= 5.5;
    for (const { run } of runs.lanes) expect(run.facts.capacity_bps).toBe(isChanged ? 5e5 : 1e6);
  }
  runs.close();
});

it('the runs stop at once when cancelled, and start no engine after closing', async () => {
  const cancel = new AbortController();
  const runs = new ClipRuns(() => testEngine({ look_ms: 7 }), CATALOG);
  await runs.open(SCENE);
  let looks = 0;
  await runs.goTo(PLAN, PLAN.frames - 1, {
    signal: cancel.signal,
    onUnderWay: () => {
      looks += 1;
      cancel.abort();
    },
  });
  expect(looks).toBeLessThanOrEqual(SCENE.lanes.length);
  expect(runs.lanes[0]?.run.latest.scalars.now_s).toBe(0);
  runs.close();
  await expect(runs.open(SCENE)).rejects.toThrow('it was closed');
});
