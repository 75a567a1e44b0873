// Compares our program with an installed ns-2: the same scenes on the same machine, interleaved. Runs on its own (`node
// scripts/bench-ns2.mjs`) or as part of `npm run bench`. Without ns-2, only our program is measured.
// Two ratios answer different questions. The ratio of whole processes compares how long a user waits; for a short
// scene, most of that is ns-2's start-up. The ratio of slopes compares the cost of simulating longer.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPreset } from './bench-curve.mjs';
import { program, timeProcess } from './bench-process.mjs';
import { table } from './bench-table.mjs';
import { ask, isEntryPoint, main, root, run } from './commands.mjs';
import { median } from './quantiles.mjs';

const folder = join(root, 'scripts', 'ns2');
const rounds = 5;
// Number of starts per measurement. A clock tick is 10 ms. A run of our program takes only milliseconds, so it is
// started more often than ns-2, which takes tenths of a second.
const starts = { ours: 20, theirs: 1 };

// Parameters of RED for a preset of another discipline, in both programs. The thresholds are a quarter and three
// quarters of the buffer.
const red = { min_th: 75, max_th: 225, w_q: 0.002, max_p: 0.1, uniformize: 'wait', idle: 'ns2', ns2_guards: true };

/**
 * The runs. `lane` is the discipline in our program, and `queue` that in ns-2, which has no PerNEWQUE and runs DRR
 * instead. `params` are added to the preset's parameters.
 */
const scenes = [
  { preset: 'choked-model1', lane: 'red', queue: 'RED', durations: [200, 2_000] },
  { preset: 'choked-model2-100', lane: 'red', queue: 'RED', durations: [200, 1_000] },
  { preset: 'pernewque-flows-300', lane: 'red', queue: 'RED', durations: [50, 350], params: red },
  { preset: 'pernewque-flows-300', lane: 'drr', queue: 'DRR', durations: [50, 350] },
  { preset: 'pernewque-flows-300', lane: 'pernewque', queue: 'DRR', durations: [50, 350] },
];

/** A row for each scene. */
export function measureBesideNs2() {
  const version = ask('ns', [join(folder, 'version.tcl')]);
  console.log(version ? `\nns-2 ${version}` : '\nNo ns-2 (`ns`) is installed: only our program is measured.');
  const scratch = mkdtempSync(join(tmpdir(), 'chokepoint-'));
  try {
    return scenes.map((scene) => measure(scene, version !== undefined, scratch));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function measure({ preset, lane, queue, durations, params = {} }, hasNs2, scratch) {
  const { scenario } = readPreset(preset);
  const scene = { ...scenario, seed: 1, lanes: [{ aqm: lane, params: {} }] };
  scene.queue = { ...scene.queue, params: { ...scene.queue.params, ...params } };
  const ours = durations.map((duration) => {
    const file = join(scratch, `${preset}-${lane}-${duration}.json`);
    writeFileSync(file, JSON.stringify({ ...scene, duration_s: duration }));
    return [program, 'run', file, '--json'];
  });
  const theirs = durations.map((duration) => [
    'ns',
    join(folder, 'dumbbell.tcl'),
    ...settings(scene, { queue, duration }),
  ]);
  // Each round measures every program once, because the load of the machine may change between rounds.
  const all = Array.from({ length: rounds }, () => ({
    ours: ours.map((command) => timeProcess(command, starts.ours)),
    theirs: hasNs2 ? theirs.map((command) => timeProcess(command, starts.theirs)) : undefined,
  }));
  const packetsOf = {
    ours: all[0].ours.map(({ stdout }) => JSON.parse(stdout).bottleneck.arrived_packets),
    theirs: all[0].theirs?.map(({ stdout }) => Number(stdout)),
  };
  const more = ([short, long]) => long - short;
  const slope = (round, whose) => (more(round[whose].map(({ seconds }) => seconds)) / more(packetsOf[whose])) * 1e9;
  const middle = (value) => median(all.map(value));
  const whole = (place) => middle(({ ours, theirs }) => theirs[place].seconds / ours[place].seconds);
  return {
    scene: `${preset}, ${lane}`,
    seconds: durations.join(' and '),
    'packets between': more(packetsOf.ours),
    'ns a packet': middle((round) => slope(round, 'ours')),
    ...(hasNs2 && {
      'of ns-2': queue,
      'packets between ': more(packetsOf.theirs),
      'ns a packet ': middle((round) => slope(round, 'theirs')),
      'ratio of the slopes': middle((round) => slope(round, 'theirs') / slope(round, 'ours')),
      'short run': whole(0),
      'long run': whole(1),
    }),
  };
}

/** A scene as input of `dumbbell.tcl`: names and values. */
function settings({ bottleneck, access, queue: { params }, flows: [udp, tcp], seed }, { queue, duration }) {
  const { limit, min_th, max_th, w_q, max_p } = params;
  const values = {
    ...{ queue, duration, seed, limit, capacity_bps: bottleneck.capacity_bps, delay_s: bottleneck.delay_s },
    ...(queue === 'RED' && { min_th, max_th, w_q, max_p }),
    ...{ access_bps: access.rate_bps, access_delay_s: access.delay_s, bytes: tcp.packet_bytes },
    ...{ udp: udp.count, udp_bps: udp.rate_bps, tcp: tcp.count, window: tcp.window_packets, ecn: Number(!!tcp.ecn) },
  };
  return Object.entries(values).flat().map(String);
}

if (isEntryPoint(import.meta.url)) {
  main(async () => {
    await run('cargo', ['build', '--release']);
    table(`Processor time beside ns-2 (medians of ${rounds} rounds)`, measureBesideNs2());
  });
}
