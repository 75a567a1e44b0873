// `npm run bench`: measures the costs of the engine and the page on this machine, and prints tables for
// docs/performance.md. No other program should be running. Every figure is a median, and none of them is a test.

import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measureCurve, presetOf, readPreset, timeRun } from './bench-curve.mjs';
import { measureDisciplines } from './bench-disciplines.mjs';
import { measureBesideNs2 } from './bench-ns2.mjs';
import { measurePaces } from './bench-pace.mjs';
import {
  measureBesideSweep,
  measureCrowd,
  measureExperiment,
  measurePage,
  measureScene,
  measureSlowStart,
} from './bench-page.mjs';
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
import { build } from './build.mjs';
import { main, run } from './commands.mjs';
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
  table('Model 1, RED, 2,000 s: WebAssembly in Node beside native (the run alone, wall time)', [await benchWasm(2000)]);
  table(
    'Model 1 with more flows, RED, capacity, buffer and thresholds scaled (medians of 15 rounds)',
    measureCurve(await experiments()),
  );
  table('A packet in each discipline alone, 180 packets waiting (best of 15)', await measureDisciplines());
  table('A packet in a script beside the native discipline (best of 15)', await measureScripts());
  const router = await measureRouter();
  if (router.length > 0) table('Real packets through CHOKe on Linux (12 s each)', router);
  else console.log('\nReal packets on Linux: not measured, since this needs Linux and root.');
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

/** Measures a run without a display. The package `lab` is built for size and for displayed scenes, `full` for speed. */
async function benchWasm(duration) {
  const { scenario, reference: _, ...rest } = readPreset('choked-model1');
  const scene = { ...scenario, seed: 1, duration_s: duration, lanes: [{ aqm: 'red', params: {} }] };
  const experiment = (await experiments())(JSON.stringify(presetOf(rest, scene)));
  const native = [];
  const lab = [];
  const full = [];
  // Each round measures every program once, because the load of the machine may change between rounds.
  for (let i = 0; i < repetitions; i++) {
    native.push(JSON.parse(timeProcess([program, ...modelOne, '--duration', String(duration)]).stdout).cost.wall_s);
    lab.push((await runInWasm({ name: 'lab', aqm: 'red', seed: 1, duration })).seconds);
    full.push(timeRun(experiment));
  }
  const ratios = (times) => median(times.map((time, round) => time / native[round]));
  return {
    'native [s]': median(native),
    'full [s]': median(full),
    'times the native time': ratios(full),
    'lab [s]': median(lab),
    'times the native time ': ratios(lab),
  };
}

/**
 * Measures all lanes with all seeds. The native program uses all cores, and its processor times are summed. The page
 * uses one worker.
 */
async function benchExperiment() {
  const native = [];
  const page = [];
  const args = [program, 'reproduce', 'choked-model1', '--seeds', String(experimentSeeds), '--json'];
  for (let i = 0; i < repetitions; i++) {
    native.push(timeProcess(args).seconds);
    page.push(await measureExperiment('choked-model1', experimentSeeds));
  }
  const [best, bestOfPage] = [Math.min(...native), Math.min(...page)];
  return { 'native [s]': best, 'worker [s]': bestOfPage, 'times the native time': bestOfPage / best };
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
