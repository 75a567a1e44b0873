/**
 * The engine in JavaScript: the functions and classes of the WebAssembly package. Functions that take or return whole
 * scenes and results have typed forms. Call `load` first. The package's entry point `full` adds more kinds of senders
 * and disciplines, and functions for experiments, sweeps, scripts, lessons and exports to other simulators.
 */

import initialise, * as engine from './lab/chokepoint_lab.js';
import type { Result } from './result.js';
import type { Scenario } from './scenario.js';
import type { SceneProblem } from './types.js';

export * from './lab/chokepoint_lab.js';
export type * from './result.js';
export type * from './scenario.js';
export type { Catalog, SceneFacts, SceneProblem } from './types.js';

type Part<T> = T extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Part<T[Name]> }
    : T;

/** A scene as an object with only the settings that differ from their defaults, or as JSON text. */
export type Scene = Part<Scenario> | string;

/** Why the engine refused a text or a scene: one problem per setting. */
export class SceneRefused extends Error {
  readonly problems: readonly SceneProblem[];

  constructor(problems: readonly SceneProblem[]) {
    super(problems.map(({ path, problem }) => `${path} ${problem}`).join('\n'));
    this.name = 'SceneRefused';
    this.problems = problems;
  }
}

let loading: Promise<void> | undefined;

/**
 * Loads the WebAssembly once. By default this is the file beside this module; `source` can be another address, a
 * response, bytes or a module.
 */
export function load(source?: engine.InitInput | Promise<engine.InitInput>): Promise<void> {
  // After a failed load, `load` may be called again.
  loading ??= instantiate(source).catch((problem: unknown) => {
    loading = undefined;
    throw problem;
  });
  return loading;
}

async function instantiate(source: engine.InitInput | Promise<engine.InitInput> | undefined): Promise<void> {
  // Bundlers recognize an address of this form, and copy the file into their output.
  await initialise({ module_or_path: source ?? new URL('./lab/chokepoint_lab_bg.wasm', import.meta.url) });
}

/** Runs a lane of a scene to its end. The same scene gives the same result, bit for bit, on every machine. */
export function run(scene: Scene, lane = 0): Result {
  return judged(() => JSON.parse(engine.run(textOf(scene), lane)));
}

/** The complete scene as the engine writes it, with every default filled in. */
export function readScene(scene: Scene): Scenario {
  return judged(() => JSON.parse(engine.readScene(textOf(scene))));
}

function textOf(scene: Scene): string {
  return typeof scene === 'string' ? scene : JSON.stringify(scene);
}

/** The engine's functions throw their problems as JSON text. */
function judged<Answer>(ask: () => Answer): Answer {
  try {
    return ask();
  } catch (thrown) {
    throw typeof thrown === 'string' ? new SceneRefused(JSON.parse(thrown)) : thrown;
  }
}
