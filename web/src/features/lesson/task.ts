/** A task as an experiment on the reader's scene, and the report's verdict on each condition. Pure. */

import type { Lane, Scenario } from '../../core/border/scenario';
import type { Bins } from '../../core/experiment/preset-file';
import type { ClaimReport, Report } from '../../core/experiment/report';
import type { DoPart } from '../../core/lesson/lesson';
import { folded } from '../../core/scene/edit';

type Task = Pick<DoPart, 'task' | 'lanes' | 'check' | 'conditions'>;

/** A condition with its result. */
export interface Outcome {
  /** The condition in the lesson's words. */
  readonly condition: string;
  readonly verdict: ClaimReport['verdict'];
  readonly figures: string;
}

/** The disciplines that the task needs and the scene lacks. */
export function missingLanes({ lanes }: Pick<Task, 'lanes'>, scenario: Scenario): readonly string[] {
  return lanes.filter((id) => !scenario.lanes.some(({ aqm }) => aqm === id));
}

/**
 * The scene's lanes, followed by the task's missing lanes. If this is more than `most`, lanes that the task does not
 * need are left out.
 */
export function lanesWith(
  task: Pick<Task, 'lanes'>,
  scenario: Scenario,
  missing: readonly string[],
  most: number,
): readonly Lane[] {
  const isNeeded = ({ aqm }: Lane): boolean => task.lanes.includes(aqm);
  let room = most - missing.length - scenario.lanes.filter(isNeeded).length;
  const kept = scenario.lanes.filter((lane) => {
    if (isNeeded(lane)) return true;
    room -= 1;
    return room >= 0;
  });
  return [...kept, ...missing.map((aqm) => ({ aqm, params: {} }))].slice(-most);
}

/**
 * The lanes of the scene to check. If two have the same discipline, the focused one is checked, otherwise the first.
 */
export function judgedLanes(
  { lanes }: Pick<Task, 'lanes'>,
  scenario: Scenario,
  focused: number,
): readonly { readonly place: number; readonly lane: Lane }[] {
  return lanes.flatMap((id) => {
    const first = scenario.lanes.findIndex(({ aqm }) => aqm === id);
    const place = scenario.lanes[focused]?.aqm === id ? focused : first;
    const lane = scenario.lanes[place];
    return lane === undefined ? [] : [{ place, lane }];
  });
}

/**
 * The text of the preset file that checks the task. Settings that the reader changed during a run apply from the start,
 * since the task does not ask when they are changed. `bins` are the time bins of the experiment of the open preset.
 */
export function taskExperiment(
  task: Task,
  scenario: Scenario,
  { focused = 0, bins }: { readonly focused?: number; readonly bins?: Bins | undefined } = {},
): string {
  // Changes made during the run become settings before the lanes are taken from the scene, since a change may set a
  // parameter of one lane only.
  const settled = folded(scenario);
  const lanes = judgedLanes(task, settled, focused).map(({ lane }) => lane);
  const cut = bins !== undefined && STRETCH.test(task.check) ? binsWithin(bins, settled.duration_s) : undefined;
  return JSON.stringify({
    document: { id: 'lesson', title: 'Lesson', citation: 'Lesson', place: 'task' },
    lesson: task.task,
    experiment: { lanes, ...(cut === undefined ? {} : { bins: cut }) },
    claims: claimsOf(task).map(({ condition, check }, place) => ({
      ...{ id: `C${place + 1}`, text: condition, origin: 'ours', outlook: 'open', check },
    })),
    scenario: settled,
  });
}

/** A metric over an interval, such as "udp_share:21..23". Only such metrics need the values of each bin. */
const STRETCH = /:[\d.]+\.\.[\d.]+"/;

/**
 * The time bins for a run of this duration. Bins that extend past the end of the run are left out. Undefined if none
 * remains.
 */
function binsWithin(bins: Bins, duration_s: number): Bins | undefined {
  const { from_s, until_s, width_s } = bins;
  if (until_s <= duration_s) return bins;
  // The epsilon keeps a rounding error from removing a bin that ends exactly with the run.
  const count = Math.floor((duration_s - from_s) / width_s + 1e-9);
  return count < 1 ? undefined : { ...bins, until_s: from_s + count * width_s };
}

/** The result of each condition. All of them must hold. */
export function outcomes(task: Task, report: Report): readonly Outcome[] {
  return claimsOf(task).map(({ condition }, place) => {
    const claim = report.claims.find(({ id }) => id === `C${place + 1}`);
    return { condition, verdict: claim?.verdict ?? 'undecided', figures: claim?.figures ?? '' };
  });
}

/** One claim per condition, so that the reader sees which one fails. */
function claimsOf({ check, conditions }: Task): readonly { readonly condition: string; readonly check: unknown }[] {
  const whole = JSON.parse(check) as { readonly kind: string; readonly of?: readonly unknown[] };
  if (conditions.length > 1 && whole.kind === 'all' && whole.of?.length === conditions.length)
    return whole.of.map((part, place) => ({ condition: conditions[place] ?? '', check: part }));
  return [{ condition: conditions.join('; '), check: whole }];
}
