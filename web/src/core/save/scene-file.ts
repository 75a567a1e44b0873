/** Files of a scene and of its bundle, in the format of the command line. Pure, except for the hash. */

import type { Scenario } from '../border/scenario';
import { type Bundle, hashOfResults } from './bundle';

/** A scene for `chokepoint run FILE`, formatted so that a person can read and edit it. */
export function sceneText(scenario: Scenario): string {
  // The engine sorts fields by name, but a human reader needs to see the kind of file first.
  const { schema, id, title, seed, duration_s, measured_from_s, ...rest } = scenario;
  return `${JSON.stringify({ schema, id, title, seed, duration_s, measured_from_s, ...rest }, undefined, 2)}\n`;
}

const ENDINGS = { scene: 'json', bundle: 'bundle.json', page: 'html' } as const;

/** Name of a file, such as `choked-model1.json`, `choked-model1.bundle.json` or `choked-model1.html`. */
export function sceneFileName({ id }: Scenario, kind: keyof typeof ENDINGS): string {
  // The id may come from an untrusted scene.
  const name = id.replaceAll(/[^\w-]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'scene';
  return `${name}.${ENDINGS[kind]}`;
}

interface Ran {
  readonly link: string;
  readonly engine: string;
  readonly numbers: number;
  /** Results of the lanes, in the order of the lanes. */
  readonly results: readonly unknown[];
}

export async function bundleOf(scenario: Scenario, { link, engine, numbers, results }: Ran): Promise<Bundle> {
  return {
    chokepoint_bundle: 1,
    link: link === '' ? null : link,
    engine_version: engine,
    numbers,
    seed: scenario.seed,
    scenario,
    lanes: scenario.lanes.map(({ aqm }, lane) => ({ aqm, result: results[lane] })),
    results_hash: (await hashOfResults(results)) ?? null,
  };
}
