/** Where a picture or a table of the scene on the page comes from. */

import type { LaneRun } from '../run/lanes';
import type { SceneActions } from '../store/scene-store';
import type { Provenance } from './provenance';

/** Version of the engine's numbers. */
const NUMBERS = 1;

/** `lanes`: those that it shows. */
export async function provenanceOfScene(
  title: string,
  lanes: readonly LaneRun[],
  actions: Pick<SceneActions, 'linkOf'>,
): Promise<Provenance> {
  const [first] = lanes;
  if (first === undefined) throw new Error('a scene has at least one lane');
  const { catalog, facts, latest } = first.run;
  return {
    title,
    link: await actions.linkOf(true),
    engine: catalog.engine_version,
    numbers: NUMBERS,
    seeds: [facts.scenario.seed],
    lanes: lanes.map(({ name }) => name),
    until_s: latest.scalars.now_s,
  };
}

/** "CHOKeD Model 1, queue length" as a file is called: `choked-model-1-queue-length`. */
export function fileName(...parts: readonly string[]): string {
  return parts
    .join(' ')
    .normalize('NFKD')
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 80);
}
