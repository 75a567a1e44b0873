// Computes the numbers of the chapter (docs/chapter.md). Runs the scenes declared in docs/chapter/figures.json, and
// refuses a number outside the range on which the text relies. `node scripts/site/chapter-numbers.mjs` prints all
// numbers.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEntryPoint, main, Problem, root } from '../commands.mjs';
import { fingerprint } from '../fingerprint.mjs';
import { mean, shown, spread } from './chapter-format.mjs';
import { problemsOf, relied, SEEDS } from './chapter-text.mjs';

export const DECLARED = 'docs/chapter/figures.json';
export const TEXT = 'docs/chapter.md';
const ENGINE = 'web/src/core/engine/pkg/full/chokepoint_full';
const CODE = 'scripts/site/chapter-numbers.mjs';
/** The cache of computed results, used when the inputs are unchanged. */
const CACHE = join(root, 'node_modules', '.chokepoint-chapter.json');

/** The declarations with their results: every number with its samples, every curve and every time series. */
export async function chapter() {
  const declared = JSON.parse(readFileSync(join(root, DECLARED), 'utf8'));
  const { numbers, figures } = await computed(declared);
  const problems = [
    ...brokenClaims(declared, numbers),
    ...problemsOf(readFileSync(join(root, TEXT), 'utf8'), declared),
  ];
  if (problems.length > 0) throw new Problem(`${TEXT} does not hold:\n${problems.join('\n')}`);
  return { declared, numbers, figures };
}

async function computed(declared) {
  if (!existsSync(join(root, `${ENGINE}_bg.wasm`)))
    throw new Problem(
      `The chapter's numbers need the engine: \`node scripts/build-wasm.mjs\` makes ${ENGINE}_bg.wasm.`,
    );
  const scenes = [...Object.values(declared.runs), ...Object.values(declared.figures)].flatMap(({ scene }) =>
    scene === undefined ? [] : [`presets/${scene}.json`],
  );
  const stamp = fingerprint([DECLARED, CODE, `${ENGINE}_bg.wasm`, ...new Set(scenes)]);
  if (existsSync(CACHE)) {
    const kept = JSON.parse(readFileSync(CACHE, 'utf8'));
    if (kept.stamp === stamp) return kept;
  }
  const engine = await import(new URL(`${ENGINE}.js`, `file://${root}/`).href);
  engine.initSync({ module: readFileSync(join(root, `${ENGINE}_bg.wasm`)) });
  const results = compute(declared, engine);
  writeFileSync(CACHE, JSON.stringify({ stamp, ...results }));
  return results;
}

/** Runs every declaration. `engine` is the package `full`, or a test double with its `Sweep` and `Lab`. */
export function compute(declared, engine, readScene = sceneOf) {
  const runs = new Map();
  for (const [name, run] of Object.entries(declared.runs))
    runs.set(name, sweep(run, metricsOf(name, declared), engine, readScene));
  const numbers = {};
  const find = (name) => {
    if (typeof name === 'number') return [name];
    if (numbers[name] === undefined) {
      const number = declared.numbers[name];
      if (number === undefined) throw new Problem(`${DECLARED}: there is no number “${name}”.`);
      numbers[name] = samples(number, name, { runs, find, declared, engine, readScene });
    }
    return numbers[name];
  };
  for (const name of Object.keys(declared.numbers)) find(name);
  const figures = {};
  for (const [id, figure] of Object.entries(declared.figures)) figures[id] = dataOf(figure, runs, engine, readScene);
  return { numbers, figures };
}

/** The values of a number: one per seed, or a single value if the number does not depend on the seed. */
function samples(number, name, { runs, find, declared, engine, readScene }) {
  if (number.setting !== undefined) return [setting(readScene(declared.runs[number.of]), number.setting, name)];
  if (number.at_s !== undefined) return [atMoment(number, name, declared.runs[number.of], engine, readScene)];
  if (number.of !== undefined) return runs.get(number.of)?.(number, name) ?? missing(name, `the run “${number.of}”`);
  const [plus, times, over] = [number.plus, number.times, number.over].map((names) => names?.map(find));
  const parts = [...(plus ?? []), ...(times ?? []), ...(over ?? [])];
  return Array.from({ length: Math.max(1, ...parts.map((values) => values.length)) }, (_, seed) => {
    const at = (values) => (values.length === 1 ? values[0] : values[seed]);
    const product = (factors = []) => factors.map(at).reduce((a, b) => a * b, 1);
    const sum = plus?.map(at).reduce((a, b) => a + b) ?? 1;
    return (sum * product(times)) / product(over);
  });
}

/** Does all runs of a declaration. Returns a function that looks up the values of one metric in one lane. */
function sweep(run, metrics, engine, readScene) {
  const over = run.over === undefined ? [] : [run.over];
  const definition = { scene: readScene(run), over, lanes: run.lanes, seeds: run.seeds ?? SEEDS, metrics };
  const made = new engine.Sweep(JSON.stringify(definition));
  const { lanes, points } = JSON.parse(made.facts());
  const rows = JSON.parse(
    made.run(Float64Array.from({ length: points * lanes.length * definition.seeds }, (_, i) => i)),
  );
  made.free();
  return ({ lane, metric, at }, name) => {
    const place = run.lanes.findIndex((one) => (one.name ?? one.aqm ?? one) === lane);
    const point = run.over === undefined ? 0 : run.over.values.indexOf(at);
    if (place < 0 || point < 0) missing(name, place < 0 ? `the lane “${lane}”` : `the point ${at}`);
    const values = rows
      .filter((row) => row.lane === place && row.point === point)
      .map((row) => row.values?.[metrics.indexOf(metric)] ?? missing(name, `a value (${row.problem ?? metric})`));
    return values;
  };
}

/** The values that a figure draws. */
function dataOf(figure, runs, engine, readScene) {
  if (figure.kind === 'time')
    return figure.lines.map(({ lane, name }) => ({ name, points: overTime(figure, lane, engine, readScene) }));
  const values = runs.get(figure.of);
  return figure.lines.map((line) => ({
    name: line.name,
    points: (figure.values ?? [undefined]).map((at) => ({ x: at ?? 0, y: values({ ...line, at }, line.name) })),
  }));
}

/** A value of the result object at a simulated time, from the run that the page shows. */
function atMoment({ lane, at_s, result }, name, run, engine, readScene) {
  const found = run.lanes.find((one) => (one.name ?? one.aqm ?? one) === lane) ?? missing(name, `the lane “${lane}”`);
  const lanes = [typeof found === 'string' ? { aqm: found, params: {} } : found];
  const lab = new engine.Lab(JSON.stringify({ ...readScene(run), lanes }), 0);
  lab.advance(at_s, Number.MAX_SAFE_INTEGER);
  const value = valueAt(JSON.parse(lab.result()), result);
  lab.free();
  return typeof value === 'number' ? value : missing(name, `${result} of a result`);
}

/** The length of a queue over time, under the first seed. */
function overTime(figure, lane, engine, readScene) {
  const lab = new engine.Lab(JSON.stringify({ ...readScene(figure), lanes: [lane] }), 0);
  const points = [];
  for (let x = 0; x <= figure.until_s + 1e-9; x += figure.step_s) {
    lab.advance(x, Number.MAX_SAFE_INTEGER);
    points.push({ x, y: [JSON.parse(lab.result()).bottleneck.queued_packets_at_end] });
  }
  lab.free();
  return points;
}

/**
 * One message for each declared number that has a value outside the range on which the text relies: its name, the range
 * and the computed values.
 */
export function* brokenClaims({ numbers: declared }, numbers) {
  for (const [name, number] of Object.entries(declared)) {
    const { min = -Infinity, max = Infinity } = number;
    const values = numbers[name];
    if (values.every((value) => value >= min && value <= max)) continue;
    const got = [...new Set(values.map((value) => shown(value, number)))].join(', ');
    yield `  ${name}: the text relies on ${relied(number)}; the engine gives ${got} (exactly ${values.join(', ')}).`;
  }
}

/** The metrics that numbers and figures need from a run. */
function metricsOf(run, { numbers, figures }) {
  const wanted = [
    ...Object.values(numbers).filter(({ of, metric }) => of === run && metric !== undefined),
    ...Object.values(figures).flatMap((figure) => (figure.of === run ? figure.lines : [])),
  ];
  return [...new Set(wanted.map(({ metric }) => metric))];
}

/** The scene of a declaration: a preset with the declaration's small changes. */
function sceneOf({ scene: id, set = {} }) {
  const path = join(root, 'presets', `${id}.json`);
  if (!existsSync(path)) throw new Problem(`${DECLARED}: there is no preset “${id}”.`);
  const { scenario } = JSON.parse(readFileSync(path, 'utf8'));
  for (const [place, value] of Object.entries(set)) {
    const steps = place.split('.');
    const last = steps.pop();
    const holder = steps.reduce((part, step) => part?.[step], scenario);
    if (holder === undefined) throw new Problem(`${DECLARED}: ${id} has no ${place}.`);
    holder[last] = value;
  }
  return scenario;
}

function setting(scene, path, name) {
  const value = valueAt(scene, path);
  return typeof value === 'number' ? value : missing(name, `the setting ${path}`);
}

function valueAt(object, path) {
  return path.split('.').reduce((part, step) => part?.[step], object);
}

function missing(name, what) {
  throw new Problem(`${DECLARED}: “${name}” asks for ${what}, which is not there.`);
}

if (isEntryPoint(import.meta.url)) {
  main(async () => {
    const begin = performance.now();
    const { declared, numbers } = await chapter();
    for (const [name, values] of Object.entries(numbers))
      console.log(
        name.padEnd(28),
        shown(mean(values), declared.numbers[name]).padEnd(12),
        spread(values, declared.numbers[name]),
      );
    console.log(`${Object.keys(numbers).length} numbers in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  });
}
