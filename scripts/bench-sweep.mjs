// What a sweep of the page makes on all cores, beside the native binary, and what it costs the stage that plays meanwhile.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readPreset } from './bench-curve.mjs';
import { onBlankPage } from './bench-page.mjs';
import { program, timeProcess } from './bench-process.mjs';
import { dist } from './build.mjs';

const rounds = 3;

/** Model 1 over 20 s: nine loads, two lanes, fifty seeds. */
const definition = () => {
  const { scenario } = readPreset('choked-model1');
  return {
    schema: 1,
    scene: { ...scenario, duration_s: 20, measured_from_s: 0 },
    over: [{ path: 'flows.0.rate_bps', from: 1e5, to: 1e7, count: 9, scale: 'log' }],
    lanes: ['red', 'choke'],
    seeds: 50,
    metrics: ['udp_utilization', 'tcp_utilization', 'jain_index', 'queueing_delay_s'],
  };
};

/** A row: runs per second of both on all cores, the best of some rounds in turn. */
export async function measureSweep() {
  const text = JSON.stringify(definition());
  const workers = availableParallelism();
  const native = [];
  const page = [];
  for (let round = 0; round < rounds; round++) {
    native.push(runNatively(text));
    page.push(await runInPage(text, workers));
  }
  const [best, bestOfPage] = [Math.max(...native), Math.max(...page)];
  return {
    cores: workers,
    'native [runs/s]': best,
    'page [runs/s]': bestOfPage,
    'of the native rate': bestOfPage / best,
  };
}

function runNatively(text) {
  const folder = mkdtempSync(join(tmpdir(), 'chokepoint-bench-'));
  const file = join(folder, 'sweep.json');
  const { over, lanes, seeds } = JSON.parse(text);
  writeFileSync(file, text);
  try {
    const begin = performance.now();
    timeProcess([program, 'sweep', file, '--out', join(folder, 'table.csv')]);
    return (over[0].count * lanes.length * seeds * 1000) / (performance.now() - begin);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runInPage(text, workers) {
  const assets = readdirSync(join(dist, 'assets'));
  const asset = (start, end) => assets.find((name) => name.startsWith(start) && name.endsWith(end));
  const files = { address: asset('runner-worker', '.js'), module: asset('chokepoint_runner', '.wasm') };
  return onBlankPage(files.address, makeAllRuns, { ...files, text, workers });
}

/** Runs in the page: has workers make every run in batches, two ahead for each, as `web/src/sweep/sweep-pool.ts` does. */
async function makeAllRuns({ address, module, text, workers }) {
  const batchMs = 75;
  const compiled = await WebAssembly.compileStreaming(fetch(module));
  const begun = [];
  for (let place = 0; place < workers; place++) begun.push(start());
  const runners = await Promise.all(begun);
  const { tasks } = runners[0].opened.facts;
  // Code is made fast on the way, in every worker once; a second of that would say nothing about a minute of runs.
  await makeRuns(Math.floor(tasks / 5));
  const begin = performance.now();
  await makeRuns(tasks);
  const rate = (tasks * 1000) / (performance.now() - begin);
  for (const { worker } of runners) worker.terminate();
  return rate;

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
    const worker = new Worker(address, { type: 'module' });
    const waiting = new Map();
    let number = 0;
    worker.onmessage = ({ data }) => {
      const { resolve, reject } = waiting.get(data.number);
      waiting.delete(data.number);
      if (data.kind === 'done') resolve(data.value);
      else reject(new Error(data.reason ?? data.text));
    };
    const ask = (request) =>
      new Promise((resolve, reject) => {
        number += 1;
        waiting.set(number, { resolve, reject });
        worker.postMessage({ number, request });
      });
    await ask({ kind: 'load', module: compiled });
    return { worker, ask, opened: await ask({ kind: 'open-sweep', definition: text }) };
  }
}
