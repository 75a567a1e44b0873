/** The panel's texts about the parts of a step. Pure. */

import { formatDuration } from '../../base/format';
import type { LookPart, Part, RunPart, Step } from '../../core/lesson/lesson';
import type { PartOfPage, WhyFound } from '../../core/lesson/lesson-actions';
import type { LessonState } from '../../core/lesson/lesson-store';
import { flowName } from '../../core/run/describe-decision';
import type { LaneRun } from '../../core/run/lanes';

const PART_WORDS: Readonly<Record<PartOfPage, string>> = {
  controls: 'the controls',
  explanation: 'the explanation',
  events: 'the events',
  queue: 'the queue',
  below: 'the part below the queue',
};

const SHOW_WORDS: Readonly<Record<NonNullable<LookPart['show']>, string>> = {
  plots: 'the plots',
  distributions: 'the distributions',
  theory: 'the formula behind the scene',
  paper: 'the paper’s values',
};

/** A text such as "At 12.5 s: the queue and UDP". */
export function lookWords({ at_s, show, point, lane }: LookPart, lanes: readonly LaneRun[]): string {
  const { catalog } = lanes[0]?.run ?? {};
  const things = point.map((name) => {
    if (name === 'below' && show !== null) return SHOW_WORDS[show];
    if (Object.hasOwn(PART_WORDS, name)) return PART_WORDS[name as PartOfPage];
    if (name === 'udp' || name === 'tcp') return `${name.toUpperCase()}’s packets`;
    const reason = name.startsWith('reason:') ? name.slice('reason:'.length) : undefined;
    return catalog?.reasons.find(({ id }) => id === reason)?.name ?? name;
  });
  if (show !== null && !point.includes('below')) things.push(SHOW_WORDS[show]);
  const of = lane === null || lanes.length < 2 ? undefined : lanes[lane]?.name;
  if (of !== undefined && things.length === 0) things.push(`the queue of ${of}`);
  const what = listed(things);
  if (at_s === null) return what;
  const when = `${formatDuration(at_s)} of the run`;
  return what === '' ? when : `${what}, at ${formatDuration(at_s)}`;
}

/** A text such as "Run to 15 s". */
export function runWords({ until_s, pace }: RunPart): { readonly action: string; readonly pace: string | undefined } {
  const action = until_s === null ? 'Run to the end' : `Run to ${formatDuration(until_s)}`;
  return { action, pace: pace === null ? undefined : pace };
}

export function whyWords(found: WhyFound, event: string, lane: LaneRun | undefined): string {
  switch (found.kind) {
    case 'found': {
      const who = lane === undefined ? '' : `: ${flowName(lane.run.facts, found.flow)}`;
      return `The run is at ${found.at_s.toFixed(3)} s${who}. The explanation shows the decision line by line.`;
    }
    case 'nowhere':
      return `There is no such “${event}” between ${formatDuration(found.from_s)} and the end of the run (${formatDuration(found.until_s)}). Perhaps a setting was changed: restore the scene and ask again.`;
    case 'no-lane':
      return 'The scene on the page no longer has this lane: restore the scene and ask again.';
    case 'given-up':
      return 'The search was stopped before it found an event.';
  }
}

/** The step's open questions and tasks, in words. Undefined if there are none. */
export function stillOpen(
  step: Step | undefined,
  { predictions, truths, solved }: Pick<LessonState, 'predictions' | 'truths' | 'solved'>,
): string | undefined {
  const parts = step?.parts ?? [];
  const questions = parts.filter((part) => part.kind === 'predict' && isOpen(part.id, { predictions, truths })).length;
  const tasks = parts.filter(
    (part) => (part.kind === 'do' || part.kind === 'write') && !solved.includes(part.id),
  ).length;
  const texts = [
    ...(questions > 0
      ? [questions === 1 ? 'a question without an answer' : `${questions} questions without an answer`]
      : []),
    ...(tasks > 0 ? [tasks === 1 ? 'a task to solve' : `${tasks} tasks to solve`] : []),
  ];
  return texts.length === 0 ? undefined : `This step still has ${texts.join(' and ')}.`;
}

/**
 * True if the step's figures must stay hidden, because they would answer a question that is still open. False if the
 * step itself highlights a figure before that question.
 */
export function figuresWait(step: Step | undefined, answers: Pick<LessonState, 'predictions' | 'truths'>): boolean {
  const parts = step?.parts ?? [];
  const open = parts.findIndex((part) => part.kind === 'predict' && isOpen(part.id, answers));
  return open >= 0 && !parts.slice(0, open).some((part) => part.kind === 'look' && part.show !== null);
}

/**
 * True if a question before this run has no answer yet. The page then warns that an answer after the run is not a
 * prediction.
 */
export function isRunTooSoon(
  parts: readonly Part[],
  at: number,
  answers: Pick<LessonState, 'predictions' | 'truths'>,
): boolean {
  return parts.slice(0, at).some((part) => part.kind === 'predict' && isOpen(part.id, answers));
}

/**
 * True if this text must stay hidden: it follows the answer to a question or a task that the reader has not completed.
 * The rule covers all text up to the next question, task or run.
 */
export function waitsForAnswer(
  parts: readonly Part[],
  at: number,
  { truths, solved }: Pick<LessonState, 'truths' | 'solved'>,
): boolean {
  if (parts[at]?.kind !== 'text') return false;
  const before = parts.slice(0, at).findLast(({ kind }) => kind !== 'text' && kind !== 'look');
  if (before?.kind === 'reveal') return truths[before.id] === undefined;
  return (before?.kind === 'do' || before?.kind === 'write') && !solved.includes(before.id);
}

/** True if the question is neither answered nor revealed. */
function isOpen(id: string, { predictions, truths }: Pick<LessonState, 'predictions' | 'truths'>): boolean {
  return predictions[id] === undefined && truths[id] === undefined;
}

function listed(things: readonly string[]): string {
  if (things.length < 2) return things[0] ?? '';
  return `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;
}
