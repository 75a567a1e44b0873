// `npm run bench`: what the engine and the page cost on this machine, as tables for docs/performance.md. Nothing else
// should be running; every figure is a median, and none of them is a test.

import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCurve, presetOf, readPreset, timeRun } from './bench-curve.mjs';
import { measureDisciplines } from './bench-disciplines.mjs';
import { measurePaces } from './bench-pace.mjs';
import { measureCrowd, measureExperiment, measurePage, measureScene, measureSlowStart } from './bench-page.mjs';
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
import { main, Problem, root, run } from './commands.mjs';
import { median, quantile } from './quantiles.mjs';
import { setUp } from './set-up.mjs';

// ns-2 2.35 with RED on Model 1: 0.26 s of processor time for 200 simulated seconds, on a machine of this class.
const ns2SecondsPerSimulatedSecond = 0.26 / 200;
const repetitions = 5;
const experimentSeeds = 50;
const scene = ['run', 'choked-model1', '--aqm', 'red', '--seed', '1', '--json', '--duration'];

main(async () => {
  await setUp({ forTests: true });
  await run('cargo', ['build', '--release']);
  await build();

  console.log(`\n${cpus()[0].model.trim()}, ${cpus().length} cores, Node ${process.versions.node}`);
  table('Model 1, RED, native (whole process, processor time)', [200, 2000].map(benchNative));
  table('Model 1, RED, 2,000 s: WebAssembly in Node beside native (the run alone, wall time)', [await benchWasm(2000)]);
  table(
    'Model 1 with more flows, RED, capacity, buffer and thresholds scaled (medians of 15 rounds)',
    measureCurve(await experiments()),
  );
  table('A packet in each discipline alone, 180 packets waiting (best of 15)', await measureDisciplines());
  table(`Model 1, ${experimentSeeds} seeds: a worker of the page in Chromium beside a native core`, [
    await benchExperiment(),
  ]);
  const { untilMoving, scriptingPerFrame } = await measurePage();
  table('The page in Chromium, playing Model 1 at normal speed', [
    summary('scripting per frame [ms]', scriptingPerFrame),
    summary('from navigation to movement [ms]', untilMoving),
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

/** Starting and writing the result count, as they do for ns-2; over 2,000 s they no longer weigh. */
function benchNative(duration) {
  const runs = Array.from({ length: repetitions }, () => timeProcess([...scene, String(duration)]));
  const cpu = median(runs.map(({ seconds }) => seconds));
  const { arrived_packets: packets } = runs[0].result.bottleneck;
  return {
    'simulated [s]': duration,
    'bottleneck packets': packets,
    'processor [s]': cpu,
    'packets per processor second': Math.round(packets / cpu),
    'times less than ns-2': (ns2SecondsPerSimulatedSecond * duration) / cpu,
  };
}

/** The lab is built for size and watched all the time; the runner of experiments is built for speed. */
async function benchWasm(duration) {
  const { scenario, reference: _, ...rest } = readPreset('choked-model1');
  const scene = { ...scenario, seed: 1, duration_s: duration, lanes: [{ aqm: 'red', params: {} }] };
  const experiment = (await experiments())(JSON.stringify(presetOf(rest, scene)));
  const native = [];
  const lab = [];
  const runner = [];
  // In turn, so that all meet the same machine.
  for (let i = 0; i < repetitions; i++) {
    native.push(
      timeProcess(['run', 'choked-model1', '--aqm', 'red', '--seed', '1', '--json', '--duration', String(duration)])
        .result.cost.wall_s,
    );
    lab.push((await runInWasm({ aqm: 'red', seed: 1, duration })).seconds);
    runner.push(timeRun(experiment));
  }
  return {
    'native [s]': median(native),
    'runner [s]': median(runner),
    'times the native time': median(runner) / median(native),
    'lab [s]': median(lab),
    'times the native time ': median(lab) / median(native),
  };
}

/** All lanes with all seeds. Natively on all cores, so their time is added up; in the page by one worker of the pool. */
async function benchExperiment() {
  const native = [];
  const page = [];
  const args = ['reproduce', 'choked-model1', '--seeds', String(experimentSeeds), '--json'];
  for (let i = 0; i < repetitions; i++) {
    native.push(timeProcess(args, 1).seconds);
    page.push(await measureExperiment('choked-model1', experimentSeeds));
  }
  const [best, bestOfPage] = [Math.min(...native), Math.min(...page)];
  return { 'native [s]': best, 'worker [s]': bestOfPage, 'times the native time': bestOfPage / best };
}

/**
 * The processor time of one whole process. Only the shell's `times` tells what its children used, in steps of a clock
 * tick (10 ms), so it starts the process often enough for a tick not to matter.
 */
function timeProcess(args, starts = 20) {
  const loop = 'i=0; while [ $i -lt $0 ]; do "$@" || exit 1; i=$((i + 1)); done; times >&2';
  const program = join(root, 'target', 'release', 'chokepoint');
  const { status, stdout, stderr } = spawnSync('sh', ['-c', loop, String(starts), program, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Problem(`chokepoint ${args.join(' ')} failed:\n${stderr}`);
  // The last line is what the children used: user and system time, as in `0m1.230s 0m0.010s`.
  const seconds = stderr
    .trim()
    .split('\n')
    .at(-1)
    .split(' ')
    .map((time) => time.split('m').map(Number.parseFloat))
    .reduce((sum, [minutes, rest]) => sum + minutes * 60 + rest, 0);
  return { seconds: seconds / starts, result: JSON.parse(stdout.split('\n')[0]) };
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

function table(title, rows) {
  console.log(`\n${title}`);
  const columns = Object.keys(rows[0]);
  const cells = [columns, ...rows.map((row) => columns.map((column) => shown(row[column])))];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padStart(widths[column])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => `${'-'.repeat(width - 1)}:`).join(' | ')} |`;
  console.log([line(cells[0]), rule, ...cells.slice(1).map(line)].join('\n'));
}

function shown(value) {
  if (typeof value !== 'number') return String(value);
  return Number.isInteger(value) ? value.toLocaleString('en') : value.toPrecision(3);
}
