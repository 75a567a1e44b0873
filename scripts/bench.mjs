// `npm run bench`: measures the costs of the engine and the page on this machine, and prints tables for
// docs/performance.md. No other program should be running. Every figure is a median, and none of them is a test.

import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measureCurve, presetOf, readPreset, timeRun } from './bench-curve.mjs';
import { measureDisciplines } from './bench-disciplines.mjs';
import { measureBesideNs2 } from './bench-ns2.mjs';
import { measurePaces } from './bench-pace.mjs';
import { measureBesideSweep, measureCrowd, measurePage, measureScene, measureSlowStart } from './bench-page.mjs';
import { program, timeProcess } from './bench-process.mjs';
import { measureRouter } from './bench-router.mjs';
import { measureScripts } from './bench-scripts.mjs';
import { measureSweep } from './bench-sweep.mjs';
import { table } from './bench-table.mjs';
import {
  experiments,
  fourLanesOfAHundredFlows,
  fourLanesOfThreeHundredFlows,
  linksOfModelOne,
  manyFlows,
  runInWasm,
  timeSteps,
} from './bench-wasm.mjs';
import { besideWorkers } from './bench-worker.mjs';
import { build } from './build.mjs';
import { main, Problem, run } from './commands.mjs';
import { median, quantile } from './quantiles.mjs';
import { setUp } from './set-up.mjs';

const repetitions = 5;
const experimentSeeds = 50;
const modelOne = ['run', 'choked-model1', '--aqm', 'red', '--seed', '1', '--json'];

main(async () => {
  await setUp({ forTests: true });
  await run('cargo', ['build', '--release']);
  await build();

  console.log(`\n${cpus()[0].model.trim()}, ${cpus().length} cores, Node ${process.versions.node}`);
  table('Processor time, native, beside ns-2 where it is installed (medians of 5 rounds)', measureBesideNs2());
  for (const duration of [2_000, 20_000])
    table(
      `Model 1, RED, ${duration.toLocaleString('en')} s: WebAssembly beside native (wall time of a run)`,
      await benchWasm(duration),
    );
  table(
    'Model 1 with more flows, RED, capacity, buffer and thresholds scaled (medians of 15 rounds)',
    measureCurve(await experiments()),
  );
  table('A packet in each discipline alone, 180 packets waiting (best of 15)', await measureDisciplines());
  table('A packet in a script beside the native discipline (best of 15)', await measureScripts());
  try {
    table('Real packets through CHOKe on Linux (12 s each)', await measureRouter());
  } catch (problem) {
    // Many machines lack what the router needs. All other tables follow.
    if (!(problem instanceof Problem)) throw problem;
    console.log(`\nReal packets through CHOKe on Linux: not measured.\n${problem.message}`);
  }
  table(`Model 1, ${experimentSeeds} seeds: a worker of the page in Chromium beside a native core`, [
    await benchExperiment(),
  ]);
  table('A sweep of Model 1 over 20 s, on all cores: runs (medians of 5 rounds)', await measureSweep());
  const { untilMoving, scriptingPerFrame } = await measurePage((await linksOfModelOne())(1));
  table('The page in Chromium, playing Model 1 at normal speed', [
    summary('scripting per frame [ms]', scriptingPerFrame),
    summary('from navigation to movement [ms]', untilMoving),
  ]);
  const { alone, beside } = await measureBesideSweep((await linksOfModelOne())(1));
  table('The same with the panel of sweeps open, and while a sweep of it runs on all cores', [
    summary('scripting per frame, no sweep [ms]', alone.wall),
    summary('scripting per frame, sweep [ms]', beside.wall),
    summary('processor time per frame, no sweep [ms]', alone.processor),
    summary('processor time per frame, sweep [ms]', beside.processor),
  ]);
  table('The same with a processor four times slower, at 1.6 Mb/s and 150 ms', [
    summary(
      'from navigation to movement [ms]',
      await measureSlowStart({ processor: 4, bitsPerSecond: 1.6e6, latencyMs: 150 }),
    ),
  ]);
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' } } });
  const minutes = Number(values.minutes);
  const scenes = [
    ['Four lanes of 100 flows (12 of them unresponsive)', await fourLanesOfAHundredFlows()],
    ['PerNEWQUE, DRR, CSFQ and SFB with 300 flows at 10 Mb/s', await fourLanesOfThreeHundredFlows()],
  ];
  for (const [title, fragment] of scenes) {
    const { scriptingPerFrame, longTasks, heapGrowth } = await measureScene(fragment, minutes);
    table(`${title}, playing at normal speed`, [
      summary('scripting per frame [ms]', scriptingPerFrame),
      summary('tasks over 50 ms', longTasks),
    ]);
    console.log(`Heap growth over ${minutes} min of it, after collection: ${heapGrowth.toFixed(1)} MiB`);
  }
  table(
    'Simulated seconds per second of Model 1, the page throttled',
    await measurePaces(await linksOfModelOne(), { lanes: [1, 2, 4], throttles: [1, 2, 4, 6] }),
  );
  const crowds = [];
  for (const [kind, count] of [3_000, 10_000, 20_000].flatMap((each) => ['UDP', 'TCP'].map((kind) => [kind, each])))
    crowds.push({
      flows: `${count.toLocaleString('en')} ${kind}`,
      ...(await measureCrowd(await manyFlows(kind, count))),
    });
  table('Many flows on 100 Mb/s, CHOKeD, playing at normal speed', crowds);
  const { back, anywhere } = await timeSteps();
  table('Going to a moment of Model 1, CHOKeD, 200 s, in WebAssembly in Node', [
    summary('one step back, from anywhere [ms]', back),
    summary('any moment, from anywhere [ms]', anywhere),
  ]);
});

/**
 * Measures a run without a display: natively, in Node and in a worker of the page in Chromium. The package `lab` is
 * built for size and for displayed scenes, `full` for speed.
 */
async function benchWasm(duration) {
  const { scenario, ...rest } = readPreset('choked-model1');
  const scene = { ...scenario, seed: 1, duration_s: duration, lanes: [{ aqm: 'red', params: {} }] };
  const preset = JSON.stringify(presetOf(rest, scene));
  const experiment = (await experiments())(preset);
  timeRun(experiment);
  const native = [];
  const lab = [];
  const full = [];
  const inChromium = [];
  // Each round measures every program once, because the load of the machine may change between rounds.
  for (let i = 0; i < repetitions; i++) {
    native.push(JSON.parse(timeProcess([program, ...modelOne, '--duration', String(duration)]).stdout).cost.wall_s);
    lab.push((await runInWasm({ name: 'lab', aqm: 'red', seed: 1, duration })).seconds);
    full.push(timeRun(experiment));
    inChromium.push(await besideWorkers(runAllJobs, { preset, seeds: 1 }));
  }
  const row = (program, times) => ({
    program,
    '[s]': median(times),
    'times native': median(times.map((time, round) => time / native[round])),
  });
  return [
    row('native', native),
    row('full, in Chromium', inChromium),
    row('full, in Node', full),
    row('lab, in Node', lab),
  ];
}

/**
 * Measures all lanes with all seeds. The native program uses all cores, and its processor times are summed. The page
 * uses one worker.
 */
async function benchExperiment() {
  const native = [];
  const page = [];
  const preset = JSON.stringify(readPreset('choked-model1'));
  const args = [program, 'reproduce', 'choked-model1', '--seeds', String(experimentSeeds), '--json'];
  for (let i = 0; i < repetitions; i++) {
    native.push(timeProcess(args).seconds);
    page.push(await besideWorkers(runAllJobs, { preset, seeds: experimentSeeds }));
  }
  const [best, bestOfPage] = [Math.min(...native), Math.min(...page)];
  return { 'native [s]': best, 'worker [s]': bestOfPage, 'times the native time': bestOfPage / best };
}

/**
 * This function runs in the page. One worker does all runs in turn, like each worker of
 * `web/src/core/experiment/pool.ts`. Returns the time [s].
 */
async function runAllJobs({ preset, seeds }) {
  const { worker, ask } = await globalThis.startWorker();
  await ask({ kind: 'open-experiment', preset });
  const jobs = JSON.parse(await ask({ kind: 'jobs', seeds })).map((job) => JSON.stringify(job));
  const run = async (some) => {
    for (const job of some) await ask({ kind: 'run-job', job });
  };
  // Every worker compiles its code during its first runs, which would skew a short measurement.
  for (let warmUp = 0; warmUp < 3; warmUp++) await run(jobs.slice(0, jobs.length / seeds));
  const begin = performance.now();
  await run(jobs);
  const seconds = (performance.now() - begin) / 1000;
  worker.terminate();
  return seconds;
}

function summary(what, values) {
  return {
    measured: what,
    values: values.length,
    median: median(values),
    '95th percentile': quantile(values, 0.95),
    most: quantile(values, 1),
  };
}
