// Measures the cost of a bottleneck packet with many flows, native and in WebAssembly. The scene is Model 1 under RED,
// with all settings scaled except the access links.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, root } from './commands.mjs';
import { median } from './quantiles.mjs';

const sizes = [34, 100, 340, 1_000, 3_400, 10_000];
// At every size, about this many packets reach the bottleneck, so that setting up ten thousand flows is a small part of
// the cost.
const packets = 2_000_000;
const packetsPerFlowAndSecond = 7.4;
const largestBuffer = 10_000;
const repetitions = 15;

/** Returns a row for each number of flows. `openExperiment` opens a preset in WebAssembly. */
export function measureCurve(openExperiment) {
  const { scenario, ...rest } = readPreset('choked-model1');
  const scenes = sizes.map((flows) => scaled(scenario, flows));
  const experiments = scenes.map((scene) => openExperiment(JSON.stringify(presetOf(rest, scene))));
  const packetsOf = [];
  const eventsOf = [];
  // Each round measures every size once. The ratio of two sizes then compares runs made at nearly the same time, under
  // about the same load of the machine.
  const rounds = Array.from({ length: repetitions }, () =>
    scenes.map((scene, place) => {
      const { bottleneck, cost } = runNatively(scene);
      packetsOf[place] = bottleneck.arrived_packets;
      eventsOf[place] = cost.events;
      const perPacket = 1e9 / bottleneck.arrived_packets;
      return { native: cost.wall_s * perPacket, wasm: timeRun(experiments[place]) * perPacket };
    }),
  );
  const middle = (place, value) => median(rounds.map((round) => value(round[place], round[0])));
  return sizes.map((flows, place) => ({
    flows,
    'bottleneck packets': packetsOf[place],
    'events per packet': eventsOf[place] / packetsOf[place],
    'native [ns per packet]': middle(place, ({ native }) => native),
    [`times that of ${sizes[0]} flows`]: middle(place, ({ native }, first) => native / first.native),
    'WebAssembly [ns per packet]': middle(place, ({ wasm }) => wasm),
    [`times that of ${sizes[0]} flows `]: middle(place, ({ wasm }, first) => wasm / first.wasm),
  }));
}

export function readPreset(id) {
  return JSON.parse(readFileSync(join(root, 'presets', `${id}.json`), 'utf8'));
}

/**
 * Model 1 with `flows` flows, one in 34 of them UDP. Capacity, buffer and thresholds scale with the number of flows.
 */
function scaled(scenario, flows) {
  const [udp, tcp] = scenario.flows;
  const before = udp.count + tcp.count;
  const times = flows / before;
  const unresponsive = Math.max(1, Math.round(udp.count * times));
  const limit = Math.min(largestBuffer, Math.round(scenario.queue.params.limit * times));
  const buffers = limit / scenario.queue.params.limit;
  const { min_th, max_th } = scenario.queue.params;
  return {
    ...scenario,
    seed: 1,
    duration_s: packets / (packetsPerFlowAndSecond * flows),
    bottleneck: { ...scenario.bottleneck, capacity_bps: Math.round(scenario.bottleneck.capacity_bps * times) },
    queue: {
      ...scenario.queue,
      params: { ...scenario.queue.params, limit, min_th: min_th * buffers, max_th: max_th * buffers },
    },
    lanes: [{ aqm: 'red', params: {} }],
    flows: [
      { ...udp, count: unresponsive },
      { ...tcp, count: flows - unresponsive },
    ],
  };
}

/** A preset without published values, as input of the experiment runner. */
export function presetOf({ reference: _, ...preset }, scenario) {
  const experiment = { lanes: scenario.lanes, seeds: 1 };
  return { ...preset, scenario, experiment, published: [], claims: [], inconsistencies: [] };
}

function runNatively(scene) {
  const program = join(root, 'target', 'release', 'chokepoint');
  const options = { input: JSON.stringify(scene), encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 };
  const { status, stdout, stderr } = spawnSync(program, ['run', '-', '--json'], options);
  if (status !== 0) throw new Problem(`chokepoint run failed:\n${stderr}`);
  return JSON.parse(stdout);
}

/** Computing time of an experiment's first run [s]. */
export function timeRun(experiment) {
  const [job] = JSON.parse(experiment.jobs(1));
  const begin = performance.now();
  experiment.run(JSON.stringify(job));
  return (performance.now() - begin) / 1000;
}
