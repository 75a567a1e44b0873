// Compares the speed of the page's sweep with that of the native binary, each on all cores.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readPreset } from './bench-curve.mjs';
import { program, timeProcess } from './bench-process.mjs';
import { besideWorkers } from './bench-worker.mjs';
import { median } from './quantiles.mjs';

const rounds = 5;

/** Model 1 over 20 s: nine loads, two lanes, two hundred seeds. */
const definition = () => {
  const { scenario } = readPreset('choked-model1');
  return {
    schema: 1,
    scene: { ...scenario, duration_s: 20, measured_from_s: 0 },
    over: [{ path: 'flows.0.rate_bps', from: 1e5, to: 1e7, count: 9, scale: 'log' }],
    lanes: ['red', 'choke'],
    seeds: 200,
    metrics: ['udp_utilization', 'tcp_utilization', 'jain_index', 'queueing_delay_s'],
  };
};

/**
 * Measures a sweep in the command line (`native`) and on the page. The first row has runs per second on all cores. The
 * second row has runs per second of processor time, which stays comparable when other programs use the cores. Each row
 * has three medians over the rounds: the native rate, the page's rate, and the ratio of the two rates in a round.
 */
export async function measureSweep() {
  const text = JSON.stringify(definition());
  const workers = availableParallelism();
  const native = [];
  const page = [];
  const load = [];
  for (let round = 0; round < rounds; round++) {
    load.push(loadavg()[0]);
    native.push(runNatively(text));
    page.push(await besideWorkers(makeAllRuns, { text, workers }));
  }
  return ['wall', 'processor'].map((time) => ({
    'a second of': time,
    native: median(native.map((rates) => rates[time])),
    page: median(page.map((rates) => rates[time])),
    'of the native rate': median(page.map((rates, round) => rates[time] / native[round][time])),
    cores: workers,
    'load before a round': median(load),
  }));
}

function runNatively(text) {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-bench-'));
  const file = join(folder, 'sweep.json');
  const { over, lanes, seeds } = JSON.parse(text);
  const runs = over[0].count * lanes.length * seeds;
  writeFileSync(file, text);
  try {
    const begin = performance.now();
    const { seconds } = timeProcess([program, 'sweep', file, '--out', join(folder, 'table.csv')]);
    return { wall: (runs * 1000) / (performance.now() - begin), processor: runs / seconds };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * This function runs in the page. Workers do the runs in batches, as in `web/src/features/sweep/sweep-pool.ts`. Each
 * worker has up to two batches queued, so it never waits for the next one.
 */
async function makeAllRuns({ text, workers }) {
  const batchMs = 75;
  const begun = [];
  for (let place = 0; place < workers; place++) begun.push(start());
  const runners = await Promise.all(begun);
  const { tasks } = runners[0].opened.facts;
  // Every worker compiles its code during its first runs, which would skew a short measurement.
  await makeRuns(Math.floor(tasks / 5));
  const beginProcessor = await globalThis.processorSeconds();
  const begin = performance.now();
  await makeRuns(tasks);
  const wall = (tasks * 1000) / (performance.now() - begin);
  const processor = tasks / ((await globalThis.processorSeconds()) - beginProcessor);
  for (const { worker } of runners) worker.terminate();
  return { wall, processor };

  async function makeRuns(count) {
    let next = 0;
    let runMs;
    const share = async ({ ask }) => {
      const asked = [];
      let free = performance.now();
      for (;;) {
        while (asked.length < 2 && next < count) {
          const most = Math.max(1, Math.round(batchMs / (runMs ?? batchMs)));
          const batch = Float64Array.from({ length: Math.min(most, count - next) }, (_, place) => next + place);
          next += batch.length;
          asked.push({ size: batch.length, answer: ask({ kind: 'run-tasks', tasks: batch }) });
        }
        const front = asked.shift();
        if (front === undefined) return;
        await front.answer;
        const now = performance.now();
        runMs = (now - free) / front.size;
        free = now;
      }
    };
    await Promise.all(runners.map(share));
  }

  async function start() {
    const { worker, ask } = await globalThis.startWorker();
    return { worker, ask, opened: await ask({ kind: 'open-sweep', definition: text }) };
  }
}
