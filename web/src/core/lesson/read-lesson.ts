/**
 * Parses the Markdown text of a lesson in a separate worker, which is terminated afterwards or when a time limit
 * expires.
 */

import { problemsIn } from '../border/refusal';
import { EngineLost, Refused } from '../border/rpc';
import type { Preset } from '../border/scenario';
import type { Lesson, LessonProblem } from './lesson';
import { type ConnectReader, connectReader } from './lesson-reader';
import { MOST_BYTES } from './limits';

/** Error for text that is not a valid lesson. None of it runs. */
export class LessonRefused extends Error {
  constructor(readonly problems: readonly LessonProblem[]) {
    super(problems.map(({ line, problem }) => `line ${line}: ${problem}`).join('\n'));
    this.name = 'LessonRefused';
  }
}

interface Reading {
  /** The presets that the lesson may name. */
  readonly presets: readonly Preset[];
  /** Aborted if the result is no longer needed. */
  readonly signal?: AbortSignal;
  readonly connect?: ConnectReader;
}

/**
 * Parses a lesson. Rejects with `LessonRefused` if the text is invalid, and with `EngineLost` if no worker can be
 * started.
 */
export async function readLesson(text: string, { presets, signal, connect = connectReader }: Reading): Promise<Lesson> {
  refuseWhatIsNoText(text);
  const reader = await connect(signal);
  try {
    return JSON.parse(await reader.read(text, JSON.stringify(presets))) as Lesson;
  } catch (problem) {
    if (problem instanceof Refused)
      throw new LessonRefused(problemsIn<LessonProblem>(problem.text) ?? [{ line: 1, problem: problem.text }]);
    // The worker crashed or hung while it parsed the text, so the text is assumed to be the cause.
    if (problem instanceof EngineLost && signal?.aborted !== true)
      throw new LessonRefused([{ line: 1, problem: `this text cannot be read: ${problem.message}` }]);
    throw problem;
  } finally {
    reader.close();
  }
}

/** Text of a file. A file that is too large is not loaded. */
export async function textOfFile(file: Blob): Promise<string> {
  refuseTooLong(file.size);
  return file.text();
}

function refuseWhatIsNoText(text: string): void {
  // The number of characters is checked first, because counting the bytes of 5 MB would take time.
  refuseTooLong(text.length);
  refuseTooLong(new TextEncoder().encode(text).length);
  const at = text.search(/[\0\uFFFD]/);
  if (at >= 0)
    throw new LessonRefused([
      { line: text.slice(0, at).split('\n').length, problem: 'this is not UTF-8 text; choose the file of a lesson' },
    ]);
}

function refuseTooLong(bytes: number): void {
  if (bytes <= MOST_BYTES) return;
  const [has, most] = [bytes / 1024, MOST_BYTES / 1024];
  throw new LessonRefused([
    {
      line: 1,
      problem: `the text has ${Math.ceil(has)} KiB; a lesson has at most ${most} KiB`,
    },
  ]);
}
