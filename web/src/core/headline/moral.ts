/**
 * The sentence under the title: the scene's lesson (a sentence on what the scene shows) if the lanes are still those
 * that it is about, otherwise the idea of the explained discipline. Pure.
 */

import type { Preset } from '../border/scenario';
import type { LaneRun } from '../run/lanes';

/** `lead` is the explained lane. */
export function moralOf(preset: Preset | undefined, lanes: readonly LaneRun[], lead: LaneRun): string {
  const { about, catalog } = lead.run;
  if (preset !== undefined) {
    const { lesson, scenario } = preset;
    // A lesson that names a discipline, such as "RED keeps the queue short", is about that discipline, and is shown
    // whatever the lanes are. Any other lesson is about the disciplines of the preset, so it fits only if a displayed
    // lane has one of these.
    const isOfScene = lanes.some(({ run }) => scenario.lanes.some(({ aqm }) => aqm === run.facts.aqm));
    const words = lesson.split(/[^\p{L}\d-]+/u);
    if (isOfScene || catalog.disciplines.some(({ name }) => words.includes(name))) return lesson;
  }
  const [idea = about.idea] = about.idea.split(/(?<=[.;]) /);
  return `${about.name}: ${idea.replace(/;$/, '.')}`;
}
