/**
 * What only runs can show of a lesson: that a question has one answer, that a task can be solved and is not solved already. The
 * same experiments and the same verdicts as those of `chokepoint validate` (`engine/lesson/src/trial.rs`), on the page's workers.
 */

import { runExperiment } from '../experiment/pool';
import type { Report } from '../experiment/report';
import type { Connect } from '../experiment/runner';
import { withSetting } from '../scenario/edit';
import type { Scenario } from '../scenario/scenario';
import type { DoPart, Lesson, LessonProblem, PredictPart } from './lesson';

/** An experiment, and what is wrong with the lesson if that comes out. */
export interface Trial {
  readonly line: number;
  /** Text of a preset file. */
  readonly preset: string;
  readonly seeds: number;
  /** The problem in words; undefined if all is well. */
  readonly judge: (report: Report) => string | undefined;
}

/** A question is one, a task two: as the scene is given, and as the solution makes it. */
export function trialsOf(lesson: Lesson): readonly Trial[] {
  return lesson.steps.flatMap(({ parts, scene }) =>
    parts.flatMap((part): Trial[] => {
      if (part.kind === 'predict') return [trialOfQuestion(part)];
      const given = lesson.scenes[scene]?.scenario;
      return part.kind === 'do' && given !== undefined ? trialsOfTask(part, given, lesson.title) : [];
    }),
  );
}

interface CheckPlan {
  readonly connect: Connect;
  readonly workers: number;
  readonly signal: AbortSignal;
  /** After each trial: how many are done, and what was found so far. */
  readonly onProgress: (done: number, problems: readonly LessonProblem[]) => void;
}

/** Tries them one after the other; what cannot be run is a problem, too. */
export async function checkLesson(
  trials: readonly Trial[],
  { connect, workers, signal, onProgress }: CheckPlan,
): Promise<void> {
  const problems: LessonProblem[] = [];
  for (const [place, { line, preset, seeds, judge }] of trials.entries()) {
    if (signal.aborted) return;
    const problem = await runExperiment({ connect, preset, seeds, workers, signal, onProgress: () => undefined }).then(
      ({ report, failed: [failed] }) =>
        failed !== undefined ? `it cannot be run: ${failed.reason}` : report === undefined ? undefined : judge(report),
      (thrown: unknown) => `it cannot be run: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
    if (signal.aborted) return;
    if (problem !== undefined) problems.push({ line, problem });
    onProgress(place + 1, [...problems]);
  }
}

function trialOfQuestion({ line, experiment: preset, seeds, answer }: PredictPart): Trial {
  const judge =
    answer.kind === 'choice' ? notOne : (report: Report) => outside(report, answer.from, answer.to, answer.unit);
  return { line, preset, seeds, judge };
}

function trialsOfTask(task: DoPart, given: Scenario, title: string): Trial[] {
  const { line, seeds } = task;
  const solved = solvedScenario(task, given);
  const holds = ({ claims }: Report): boolean => claims.every(({ verdict }) => verdict === 'holds');
  return [
    {
      ...{ line, seeds, preset: experimentOfTask(task, given, title) },
      judge: (report) =>
        holds(report) ? `the task is solved before anybody has done anything: ${figures(report)}` : undefined,
    },
    {
      ...{ line, seeds, preset: experimentOfTask(task, solved, title) },
      judge: (report) => (holds(report) ? undefined : `the solution does not solve the task: ${figures(report)}`),
    },
  ];
}

/** The scene as the solution in the lesson makes it. */
export function solvedScenario({ solution }: DoPart, given: Scenario): Scenario {
  return solution.reduce((scene, { path, value }) => withSetting(scene, path, value), given);
}

/** The text of a preset file whose claims are the conditions of the task, of the scene as it stands. */
export function experimentOfTask({ task, lanes, seeds, check }: DoPart, scenario: Scenario, title: string): string {
  return JSON.stringify({
    document: { id: 'lesson', title, citation: title, place: 'task' },
    lesson: title,
    experiment: { lanes: scenario.lanes.filter(({ aqm }) => lanes.includes(aqm)), seeds, metrics: [] },
    claims: [{ id: 'O1', text: task, origin: 'ours', outlook: 'open', check: JSON.parse(check) as unknown }],
    scenario,
  });
}

function notOne({ claims }: Report): string | undefined {
  const holding = claims.filter(({ verdict }) => verdict === 'holds');
  if (holding.length === 1 && claims.every(({ verdict }) => verdict !== 'undecided')) return undefined;
  const words = { holds: 'holds', fails: 'does not hold', undecided: 'is undecided' };
  const told = claims.map(({ text, verdict, figures }) => `“${text}” ${words[verdict]} (${figures})`);
  return `exactly one option must hold, clearly: ${told.join('; ')}`;
}

function outside({ rows }: Report, from: number, to: number, unit: string): string | undefined {
  if (rows.length === 0) return 'the runs give no value';
  for (const { ours } of rows) {
    if (ours === undefined) return 'the runs give no value';
    if (ours.mean < from || ours.mean > to)
      return `the answer is ${ours.mean}, which lies outside ${from} to ${to} ${unit}`.trimEnd();
  }
  return undefined;
}

function figures({ claims }: Report): string {
  return claims.map((claim) => claim.figures).join('; ');
}
