/**
 * The sentence under the title: the scene's lesson if it still fits the displayed lanes, otherwise the discipline's
 * idea. Pure.
 */

import type { Preset } from '../border/scenario';
import type { LaneRun } from '../run/lanes';

/** `lead` is the explained lane. */
export function moralOf(preset: Preset | undefined, lanes: readonly LaneRun[], lead: LaneRun): string {
  const { about, catalog } = lead.run;
  if (preset !== undefined) {
    const { lesson, scenario } = preset;
    // A lesson that names a discipline fits any lanes. Any other lesson is about the disciplines of the preset, so it
    // fits only if a displayed lane has one of these.
    const isOfScene = lanes.some(({ run }) => scenario.lanes.some(({ aqm }) => aqm === run.facts.aqm));
    const words = lesson.split(/[^\p{L}\d-]+/u);
    if (isOfScene || catalog.disciplines.some(({ name }) => words.includes(name))) return lesson;
  }
  const [idea = about.idea] = about.idea.split(/(?<=[.;]) /);
  return `${about.name}: ${idea.replace(/;$/, '.')}`;
}
