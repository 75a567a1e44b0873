import { describe, expect, it } from 'vitest';
import { allowScript } from '../../core/border/allowed-scripts';
import type { Scenario } from '../../core/border/scenario';
import { askerBehind } from '../../core/engine/bridge';
import { SWEPT_SCENE } from '../../testing/sweep-fixtures';
import { packageModule, testWorker } from '../../testing/worker';
import { type ConnectScreening, runScreening, screeningWorker } from './run-screening';
import type { ScreeningReport } from './screening';
import type { ScreeningRequest } from './screening-messages';

describe('a screening on several workers', () => {
  it('gives the same result on one worker and on several, even if a worker crashes', async () => {
    const [alone, many] = await Promise.all([run({ workers: 1 }), run({ workers: 3, deaths: 1 })]);
    expect(alone.report?.done).toBe(alone.report?.tasks);
    expect(many.report).toEqual(alone.report);
    expect(many.started).toBe(alone.started + 3);
  });

  it('names a run at which every worker crashes', async () => {
    await expect(run({ workers: 2, deaths: Number.POSITIVE_INFINITY })).rejects.toThrow(
      /the engine stopped in run 3: it ran out of memory/,
    );
  });

  it('can also run for a scene with a script in another lane', async () => {
    const script = 'fn enqueue(packet) { drop("overflow"); }';
    allowScript(script);
    const lanes = [...SWEPT_SCENE.lanes, { aqm: 'script', params: {}, script }];
    const { report } = await run({ workers: 2, scene: { ...SWEPT_SCENE, lanes } });
    expect(report?.done).toBe(report?.tasks);
  });
});

interface Asked {
  readonly workers: number;
  readonly scene?: Scenario;
  /** Number of workers that crash in the third run. */
  readonly deaths?: number;
}

async function run({ workers, scene = SWEPT_SCENE, deaths = 0 }: Asked) {
  let [left, started] = [deaths, 0];
  const connect: ConnectScreening = async (signal) => {
    started += 1;
    const worker = testWorker({
      kind: 'full',
      before: (request) => {
        if (request.kind !== 'run-screening' || !request.tasks.includes(2) || left === 0) return;
        left -= 1;
        throw new Error('it ran out of memory');
      },
    });
    return screeningWorker(await askerBehind<ScreeningRequest>(worker, 'full', packageModule('full'), signal));
  };
  let report: ScreeningReport | undefined;
  await runScreening({
    ...{ workers, connect, signal: new AbortController().signal },
    definition: { scene, lane: 0, vary: ['queue'], factor: 2, trajectories: 2, seeds: 1 },
    onFacts: () => undefined,
    onReport: (received) => {
      report = received;
    },
  });
  return { report, started };
}
