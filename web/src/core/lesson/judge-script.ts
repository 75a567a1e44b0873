/** Checks a reader's script against its task, and describes the engine's verdict in words. */

import { mayRunScripts, scriptsWithin } from '../border/allowed-scripts';
import { Refused } from '../border/rpc';
import { type Lane, SCRIPT, type Scenario } from '../border/scenario';
import type { ScriptProblem } from '../border/script';
import type { Lesson, ScriptVerdict, WritePart } from './lesson';
import { type ConnectReader, connectReader } from './lesson-reader';
import { figuresWords, type MeasureNames, measureNames } from './measured-words';

interface Asked {
  /** Scene of the step to which the task belongs. */
  readonly scenario: Scenario;
  readonly part: WritePart;
  readonly script: string;
}

/** The engine's verdict on a script, or its syntax error if the script was not run. */
export type Judged = ScriptVerdict | ({ readonly kind: 'unreadable' } & ScriptProblem);

interface Means {
  readonly signal?: AbortSignal | undefined;
  readonly connect?: ConnectReader | undefined;
}

/**
 * Checks the script in a separate worker after the user has allowed the script. A script with a syntax error cannot
 * run, so the user is not asked. Undefined if the check was stopped or the script was not allowed. Rejects if no worker
 * can start.
 */
export async function judgeScript(
  { scenario, part, script }: Asked,
  { signal, connect = connectReader }: Means = {},
): Promise<Judged | undefined> {
  const { start, solution } = part;
  const given = [start, solution].filter((text) => text != null);
  const scripts = [...scriptsWithin({ scenario, part }), ...given, script];
  const reader = await connect(signal);
  try {
    const read = await reader.readScript(script, signal);
    if ('problem' in read) return { kind: 'unreadable', ...read };
    if (!(await mayRunScripts(scripts, signal ?? new AbortController().signal))) return undefined;
    const texts = { scenario: JSON.stringify(scenario), write: JSON.stringify(part), script };
    return (JSON.parse(await reader.judge(texts, signal)) as Judged | null) ?? undefined;
  } catch (problem) {
    if (signal?.aborted === true) return undefined;
    if (problem instanceof Refused) return { kind: 'unreadable', ...problemIn(problem.text) };
    throw problem;
  } finally {
    reader.close();
  }
}

function problemIn(text: string): ScriptProblem {
  try {
    const { line, column, problem } = JSON.parse(text) as Partial<ScriptProblem>;
    if (typeof problem === 'string') return { line: line ?? 1, column: column ?? 1, problem };
  } catch {
    // The error text is not a list of problems, so it is reported unchanged.
  }
  return { line: 1, column: 1, problem: text };
}

/** A lane with this script. */
function scriptLane(text: string): Lane {
  return { aqm: SCRIPT, params: {}, script: text };
}

/** The scene with the reader's script as its last lane. */
export function sceneWith(scenario: Scenario, text: string): Scenario {
  return { ...scenario, lanes: [...scenario.lanes, scriptLane(text)] };
}

/** The script of the last lane. Undefined if the discipline of that lane is not a script. */
export function scriptOf(scenario: Scenario | undefined): string | undefined {
  const last = scenario?.lanes.at(-1);
  return last?.aqm === SCRIPT ? last.script : undefined;
}

/**
 * A scene that shows a verdict: the reader's lane beside the lane it was compared with, under the seed of the evaluated
 * run.
 */
export function sceneOfVerdict({ scenario, part, script }: Asked, verdict: Judged): Scenario | undefined {
  if (verdict.kind === 'parted') {
    const reference = part.references[verdict.reference];
    if (reference === undefined) return undefined;
    return { ...scenario, seed: verdict.seed, lanes: [renamed(reference.lane), scriptLane(script)] };
  }
  return verdict.kind === 'stopped' ? { ...sceneWith(scenario, script), seed: verdict.seed } : undefined;
}

/** A lesson's script under another name, because it may have the same name as the reader's script. */
function renamed(lane: Lane): Lane {
  if (lane.script === undefined) return lane;
  return { ...lane, script: lane.script.replace(/^const name = .*$/m, 'const name = "Solution";') };
}

/**
 * The first text in the editor of a task: the stored text if there is one, or else the initial text of the task, or
 * else the text of the previous task.
 */
export function textFor(lesson: Lesson, part: WritePart, kept: Readonly<Record<string, string>>): string {
  let text = '';
  for (const task of writeParts(lesson)) {
    text = kept[task.id] ?? task.start ?? text;
    if (task.id === part.id) return text;
  }
  return text;
}

/**
 * The text that a check of a task evaluates: the text in the editor, even if it has a syntax error. Without an editor,
 * the stored text. `draft.text` is the text in the editor, and `draft.of` is the stored text with which the editor
 * began.
 */
export function judgedText(
  lesson: Lesson,
  part: WritePart,
  kept: Readonly<Record<string, string>>,
  draft: { readonly text: string; readonly of: string } | undefined,
): string {
  const text = textFor(lesson, part, kept);
  return draft?.of === text ? draft.text : text;
}

/** Text in the editor of this task (`textFor`). Undefined if no text is stored for this task or an earlier one. */
export function begunText(lesson: Lesson, part: WritePart, kept: Readonly<Record<string, string>>): string | undefined {
  const tasks = writeParts(lesson);
  const before = tasks.slice(0, tasks.findIndex(({ id }) => id === part.id) + 1);
  return before.some(({ id }) => kept[id] !== undefined) ? textFor(lesson, part, kept) : undefined;
}

/** Tasks that ask for a script, in the order of the lesson. */
export function writeParts(lesson: Lesson): readonly WritePart[] {
  return lesson.steps.flatMap(({ parts }) => parts.filter((part) => part.kind === 'write'));
}

/**
 * The verdict in words. `name` returns the name of a discipline for its id. `names` has the names of measured
 * quantities.
 */
export function verdictWords(
  part: WritePart,
  verdict: Judged,
  name: (id: string) => string,
  names: MeasureNames = measureNames(name, undefined),
): string {
  switch (verdict.kind) {
    case 'right': {
      const { seeds, packets, like } = verdict;
      const runs = seeds.length === 1 ? `the run with seed ${seeds[0]}` : `${seeds.length} runs`;
      const decisions = `${packets.toLocaleString('en')} packets in ${runs}`;
      return like === null
        ? `Right: ${decisions}, and the requirements are met.`
        : `Right: it decided on ${decisions} exactly as ${referenceName(part, like, name)}.`;
    }
    case 'stopped':
      return `Stopped at ${verdict.at_s.toFixed(3)} s, line ${verdict.line}: ${verdict.problem}.`;
    case 'parted': {
      const reference = part.references[verdict.reference];
      const who = reference === undefined ? 'the reference' : referenceName(part, reference.name, name);
      return `At ${verdict.at_s.toFixed(3)} s ${who} ${verdict.theirs}; yours ${verdict.yours}.`;
    }
    case 'missed': {
      const missed = verdict.conditions.filter(({ holds }) => !holds);
      return `It decides as it should, but ${missed.map(({ figures }) => figuresWords(figures, names)).join('; ')}.`;
    }
    case 'refused':
      return `It cannot run here: ${verdict.problem}.`;
    case 'unreadable':
      return `Line ${verdict.line} does not parse, so nothing was checked: ${verdict.problem} (column ${verdict.column}).`;
  }
}

/**
 * Name of the lane that was compared. A script of the lesson is called "the solution", since the reader does not know
 * its name.
 */
export function referenceName(part: WritePart, id: string, name: (id: string) => string): string {
  const lane = part.references.find((reference) => reference.name === id)?.lane;
  return lane?.aqm === SCRIPT ? 'the solution' : name(id);
}
