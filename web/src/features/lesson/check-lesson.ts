/**
 * Checks of a lesson that need runs. A question must have exactly one answer. A task must be solvable, and must not
 * already be solved at the start. The experiments and verdicts are those of `chokepoint validate`
 * (`crates/formats/lesson/src/trial.rs`). The page's workers run them.
 */

import { problemText } from '../../base/problem-text';
import type { Scenario } from '../../core/border/scenario';
import type { Report } from '../../core/experiment/report';
import { type Judged, judgeScript, textFor, verdictWords, writeParts } from '../../core/lesson/judge-script';
import type { DoPart, Lesson, LessonProblem, PredictPart, WritePart } from '../../core/lesson/lesson';
import { type Ask, findReport, type Means, reportRuns, runKey } from '../../core/lesson/report-runs';
import { truthOf } from '../../core/lesson/truth';
import { withSetting } from '../../core/scene/edit';
import { outcomes, taskExperiment } from './task';

/** An experiment that tests a question or a task. Its report can reveal a problem in the lesson. */
interface Experiment {
  readonly line: number;
  readonly ask: Ask;
  /** The problem in words. Undefined if there is none. */
  readonly judge: (report: Report) => string | undefined;
}

/** Tries a script in a task. Returns the problem in words, or undefined if there is none. */
interface ScriptTrial {
  readonly line: number;
  readonly run: (signal: AbortSignal) => Promise<string | undefined>;
}

type Trial = Experiment | ScriptTrial;

/**
 * The trials of a lesson. A question has one trial. A task has two: one with the given scene, and one with the scene
 * after the lesson's solution.
 */
export function trialsOf(lesson: Lesson): readonly Trial[] {
  return lesson.steps.flatMap(({ parts, scene }) =>
    parts.flatMap((part): Trial[] => {
      if (part.kind === 'predict') return [trialOfQuestion(part)];
      const given = lesson.scenes[scene]?.scenario;
      if (part.kind === 'write' && given !== undefined) return trialsOfScript(lesson, part, given);
      return part.kind === 'do' && given !== undefined ? trialsOfTask(part, given) : [];
    }),
  );
}

interface CheckPlan extends Means {
  readonly signal: AbortSignal;
  /** Called after each trial with the number of finished trials and the problems so far. */
  readonly onProgress: (done: number, problems: readonly LessonProblem[]) => void;
}

/**
 * Runs the trials one after another. If the reader answers a question meanwhile, the runs for the question thus wait
 * for one trial at most. A task that cannot run is reported as a problem.
 */
export async function checkLesson(
  trials: readonly Trial[],
  { signal, onProgress, ...means }: CheckPlan,
): Promise<void> {
  const problems: LessonProblem[] = [];
  for (const [place, trial] of trials.entries()) {
    if (signal.aborted) return;
    const problem = await ('run' in trial ? scriptProblem(trial, signal) : problemOf(trial, means));
    if (signal.aborted) return;
    if (problem !== undefined) problems.push({ line: trial.line, problem });
    onProgress(place + 1, [...problems]);
  }
}

async function scriptProblem({ run }: ScriptTrial, signal: AbortSignal): Promise<string | undefined> {
  try {
    return await run(signal);
  } catch (problem) {
    return `it cannot be run: ${problemText(problem)}`;
  }
}

/** Trials of a task that asks for a script: the initial text must not solve it, and the solution must. */
function trialsOfScript(lesson: Lesson, part: WritePart, scenario: Scenario): Trial[] {
  const { line, start, solution } = part;
  const solutions = Object.fromEntries(writeParts(lesson).map((task) => [task.id, task.solution]));
  const before = start ?? textFor(lesson, part, { ...solutions, [part.id]: undefined } as Record<string, string>);
  const trial = (script: string, verdictProblem: (verdict: Judged) => string | undefined): Trial => ({
    line,
    run: async (signal) => {
      const verdict = await judgeScript({ scenario, part, script }, { signal });
      return verdict && verdictProblem(verdict);
    },
  });
  const what = start === null ? 'the previous task’s solution' : 'the initial script';
  return [
    trial(before, ({ kind }) => (kind === 'right' ? `${what} solves the task before anything is written` : undefined)),
    trial(solution, (verdict) =>
      verdict.kind === 'right'
        ? undefined
        : `the solution does not solve the task: ${verdictWords(part, verdict, (id) => id)}`,
    ),
  ];
}

async function problemOf({ ask, judge }: Experiment, means: Means): Promise<string | undefined> {
  const report = await findReport(ask, means);
  const { problem = '' } = reportRuns.getState()[runKey(ask)] ?? {};
  if (report === undefined || problem !== '') return `it cannot be run: ${problem || 'it was stopped'}`;
  try {
    return judge(report);
  } catch (thrown) {
    return problemText(thrown);
  }
}

function trialOfQuestion({ line, experiment, seeds, answer }: PredictPart): Trial {
  const judge = (report: Report): string | undefined => {
    const truth = truthOf(answer, report);
    if (truth.kind === 'choice') return notOne(report);
    if (answer.kind === 'choice') return undefined;
    const { from, to, unit } = answer;
    const odd = truth.points.find(({ mean }) => mean < from || mean > to);
    return odd && `the answer is ${odd.mean}, which is outside ${from} to ${to} ${unit}`.trimEnd();
  };
  return { line, ask: { experiment, seeds }, judge };
}

function trialsOfTask(task: DoPart, given: Scenario): Trial[] {
  const { line, seeds } = task;
  const trial = (scenario: Scenario, judge: (isSolved: boolean, figures: string) => string | undefined): Trial => ({
    line,
    ask: { experiment: taskExperiment(task, scenario), seeds },
    judge: (report) => {
      const found = outcomes(task, report);
      const isSolved = found.every(({ verdict }) => verdict === 'holds');
      return judge(isSolved, found.map(({ figures }) => figures).join('; '));
    },
  });
  return [
    trial(given, (isSolved, figures) =>
      isSolved ? `the task is solved before anything is done: ${figures}` : undefined,
    ),
    trial(solvedScenario(task, given), (isSolved, figures) =>
      isSolved ? undefined : `the solution does not solve the task: ${figures}`,
    ),
  ];
}

/** The scene after the changes that the lesson's solution makes. */
export function solvedScenario({ solution }: DoPart, given: Scenario): Scenario {
  return solution.reduce((scene, { path, value }) => withSetting(scene, path, value), given);
}

function notOne({ claims }: Report): string | undefined {
  const holding = claims.filter(({ verdict }) => verdict === 'holds');
  if (holding.length === 1 && claims.every(({ verdict }) => verdict !== 'undecided')) return undefined;
  const words = { holds: 'holds', fails: 'does not hold', undecided: 'is undecided' };
  const texts = claims.map(({ text, verdict, figures }) => `“${text}” ${words[verdict]} (${figures})`);
  return `exactly one option must clearly hold: ${texts.join('; ')}`;
}
