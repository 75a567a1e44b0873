/** Origin of a picture or table that shows the scene on the page. */

import type { Interval } from '../page/interval';
import type { LaneRun } from '../run/lanes';
import { type SceneActions, sceneStore } from '../scene/scene-store';
import type { Provenance } from './provenance';

/** `lanes` are the displayed lanes. `interval` is set if the content is limited to an interval of the run. */
export async function provenanceOfScene(
  title: string,
  lanes: readonly LaneRun[],
  actions: Pick<SceneActions, 'linkOf'>,
  interval?: Interval,
): Promise<Provenance> {
  const [first] = lanes;
  if (first === undefined) throw new Error('a scene has at least one lane');
  const { catalog, facts, latest } = first.run;
  return {
    title,
    link: await actions.linkOf(true),
    engine: catalog.engine_version,
    numbers: catalog.numbers,
    seeds: [facts.scenario.seed],
    lanes: lanes.map(({ name }) => name),
    ...(interval ?? { until_s: latest.scalars.now_s }),
  };
}

export function sceneTitle(): string {
  const { preset, scenario } = sceneStore.getState();
  return preset?.scenario.title ?? scenario?.title ?? 'Scene';
}

/** The first part of file names for this scene. */
export function sceneName(): string {
  return sceneStore.getState().preset?.scenario.id ?? sceneTitle();
}

/** A file name made from text: "CHOKeD Model 1, queue length" becomes `choked-model-1-queue-length`. */
export function fileName(...parts: readonly string[]): string {
  return parts
    .join(' ')
    .normalize('NFKD')
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 80);
}
