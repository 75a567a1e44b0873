/** Handles the requests about lessons in a worker: parses a text, or judges a script in slices of time. */

import type { Served, Task } from '../../core/border/serve';
import type { LessonRequest } from '../../core/lesson/lesson-reader';

/** The functions of the package that are used here. */
interface LessonPackage {
  readonly read_lesson: (text: string, presets: string) => string;
  readonly ScriptJudge: new (
    scenario: string,
    write: string,
    script: string,
  ) => { goOn(events: number): string | undefined; free(): void };
}

/**
 * Number of events processed between two checks of the clock. They take less than a millisecond together, unless the
 * script is slow.
 */
const FEW_EVENTS = 500;

export function performLesson(request: LessonRequest, engine: LessonPackage, now_ms: () => number): Served {
  if (request.kind === 'read-lesson') return { value: engine.read_lesson(request.text, request.presets) };
  const judge = new engine.ScriptJudge(request.scenario, request.write, request.script);
  const task: Task = {
    goOn: (budget_ms) => {
      const end_ms = now_ms() + budget_ms;
      do {
        const verdict = judge.goOn(FEW_EVENTS);
        if (verdict !== undefined) {
          judge.free();
          return { value: verdict };
        }
      } while (now_ms() < end_ms);
      return { unfinished: null };
    },
    stop: () => {
      judge.free();
      return { value: null };
    },
  };
  return task;
}
