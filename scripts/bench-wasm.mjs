// Measures the page's own WebAssembly in Node: with V8, as in Chromium, but without a page.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPreset } from './bench-curve.mjs';
import { root } from './commands.mjs';

const pkg = join(root, 'web', 'src', 'core', 'engine', 'pkg');

/** Opens presets in the package `full`. */
export async function experiments() {
  const { wasm } = await load();
  return (preset) => new wasm.Experiment(preset);
}

/**
 * Runs the scene Model 1 to its end under one discipline, in the WebAssembly package `name`. A warm-up run lets V8's
 * optimising compiler finish.
 */
export async function runInWasm({ name, aqm, seed, duration }) {
  const { wasm, scenario } = await load(name);
  const scene = JSON.stringify({ ...scenario, seed, duration_s: duration, lanes: [{ aqm, params: {} }] });

  const run = () => {
    const begin = performance.now();
    const result = JSON.parse(wasm.run(scene, 0));
    return { seconds: (performance.now() - begin) / 1000, result };
  };
  run();
  return run();
}

/**
 * The link of Model 1's four disciplines side by side, with the flows of the thesis's largest scene: 88 TCP, 12 UDP.
 */
export async function fourLanesOfAHundredFlows() {
  const { wasm, scenario } = await load();
  const [udp, tcp] = scenario.flows;
  const lanes = ['red', 'choke', 'gchoke', 'choked'].map((aqm) => ({ aqm, params: {} }));
  const scene = {
    ...scenario,
    lanes,
    flows: [
      { ...udp, count: 12 },
      { ...tcp, count: 88 },
    ],
  };
  return wasm.encodeLink(JSON.stringify(scene), JSON.stringify(scenario), '{}');
}

/**
 * Returns a function that encodes Model 1, with a duration of one day, as a link to the page. The scene has the first
 * `lanes` of four disciplines. `speed` is the index of the playback speed.
 */
export async function linksOfModelOne() {
  const { wasm, scenario } = await load();
  return (lanes, speed) => {
    const chosen = ['choked', 'red', 'choke', 'gchoke'].slice(0, lanes).map((aqm) => ({ aqm, params: {} }));
    const scene = { ...scenario, duration_s: 86_400, lanes: chosen };
    return wasm.encodeLink(JSON.stringify(scene), JSON.stringify(scenario), JSON.stringify({ speed }));
  };
}

/** The link of PerNEWQUE's largest scene, 300 flows at 10 Mb/s, under the first four disciplines of its experiment. */
export async function fourLanesOfThreeHundredFlows() {
  const { wasm } = await load();
  const { scenario, experiment } = readPreset('pernewque-flows-300');
  const scene = { ...scenario, lanes: experiment.lanes.slice(0, 4) };
  return wasm.encodeLink(JSON.stringify(scene), JSON.stringify(scenario), '{}');
}

/** The link of a scene with `count` flows of one kind. Together they offer 1.5 times the 100 Mb/s of the bottleneck. */
export async function manyFlows(kind, count) {
  const { wasm, scenario } = await load();
  const [udp, tcp] = scenario.flows;
  // A group holds at most 10,000 flows.
  const groups = Math.ceil(count / 10_000);
  const group = kind === 'UDP' ? { ...udp, rate_bps: 1.5e8 / count } : tcp;
  const scene = {
    ...scenario,
    bottleneck: { ...scenario.bottleneck, capacity_bps: 1e8 },
    flows: Array.from({ length: groups }, () => ({ ...group, count: count / groups })),
  };
  return wasm.encodeLink(JSON.stringify(scene), JSON.stringify(scenario), '{}');
}

/** The time to seek within a run of 200 s and get the frame there [ms]. */
export async function timeSteps() {
  const { wasm, scenario } = await load();
  const lab = new wasm.Lab(JSON.stringify({ ...scenario, lanes: [{ aqm: 'choked', params: {} }] }), 0);
  lab.advance(scenario.duration_s, Number.MAX_SAFE_INTEGER);
  lab.frame();
  const timed = (act) => {
    const begin = performance.now();
    act();
    lab.frame();
    return performance.now() - begin;
  };
  const back = [];
  const anywhere = [];
  const arrive = () => {
    while (lab.goOn(1e9) === undefined);
  };
  // The targets are spread evenly over the run. Golden-ratio steps keep successive targets far apart.
  for (let i = 1; i <= 200; i++) {
    const at = ((i * 0.618_034) % 1) * scenario.duration_s;
    anywhere.push(
      timed(() => {
        lab.seek(at);
        arrive();
      }),
    );
    back.push(
      timed(() => {
        lab.step('{"kind":"decision"}', true);
        arrive();
      }),
    );
  }
  lab.free();
  return { back, anywhere };
}

/** Opens a package: `full` has every function, `lab` only plays scenes. */
async function load(name = 'full') {
  const wasm = await import(join(pkg, name, `chokepoint_${name}.js`));
  wasm.initSync({ module: readFileSync(join(pkg, name, `chokepoint_${name}_bg.wasm`)) });
  const { scenario } = JSON.parse(readFileSync(join(root, 'presets', 'choked-model1.json'), 'utf8'));
  return { wasm, scenario };
}
