/** A task as an experiment with the reader's scene, and its report's verdict on each condition. Pure. */

import type { Lane, Scenario } from '../../core/border/scenario';
import type { Bins } from '../../core/experiment/preset-file';
import type { ClaimReport, Report } from '../../core/experiment/report';
import type { DoPart } from '../../core/lesson/lesson';
import { folded } from '../../core/scene/edit';

type Task = Pick<DoPart, 'task' | 'lanes' | 'check' | 'conditions'>;

/** A condition with its result. */
export interface Outcome {
  /** The words of the file. */
  readonly condition: string;
  readonly verdict: ClaimReport['verdict'];
  readonly figures: string;
}

/** The disciplines that the task needs and the scene has not. */
export function missingLanes({ lanes }: Pick<Task, 'lanes'>, scenario: Scenario): readonly string[] {
  return lanes.filter((id) => !scenario.lanes.some(({ aqm }) => aqm === id));
}

/** The lanes of the scene with the missing ones behind them; lanes that the task does not need make room. */
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

/** The lanes of the scene that are judged: of two of one discipline the focused one, else the first. */
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
 * Text of the preset file that judges the task. The reader's changes hold from the start: the task asks for the
 * settings, not for the moment at which they were found. `bins`: how the preset cuts its runs.
 */
export function taskExperiment(
  task: Task,
  scenario: Scenario,
  { focused = 0, bins }: { readonly focused?: number; readonly bins?: Bins | undefined } = {},
): string {
  // First folded: an intervention may be one in a lane.
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

/** A metric of a stretch of time, "udp_share:21..23". Only these need the values of each bin. */
const STRETCH = /:[\d.]+\.\.[\d.]+"/;

/** Whole bins alone, as far as a run goes that has been made shorter. */
function binsWithin(bins: Bins, duration_s: number): Bins | undefined {
  const { from_s, until_s, width_s } = bins;
  if (until_s <= duration_s) return bins;
  // A billionth of a bin more, so that one that ends with the run is not lost to rounding.
  const count = Math.floor((duration_s - from_s) / width_s + 1e-9);
  return count < 1 ? undefined : { ...bins, until_s: from_s + count * width_s };
}

/** The results of the conditions; all must hold. */
export function outcomes(task: Task, report: Report): readonly Outcome[] {
  return claimsOf(task).map(({ condition }, place) => {
    const claim = report.claims.find(({ id }) => id === `C${place + 1}`);
    return { condition, verdict: claim?.verdict ?? 'undecided', figures: claim?.figures ?? '' };
  });
}

/** A claim for each of several conditions, so that the reader learns which one is missing. */
function claimsOf({ check, conditions }: Task): readonly { readonly condition: string; readonly check: unknown }[] {
  const whole = JSON.parse(check) as { readonly kind: string; readonly of?: readonly unknown[] };
  if (conditions.length > 1 && whole.kind === 'all' && whole.of?.length === conditions.length)
    return whole.of.map((part, place) => ({ condition: conditions[place] ?? '', check: part }));
  return [{ condition: conditions.join('; '), check: whole }];
}
