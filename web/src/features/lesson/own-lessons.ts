/** Opens the user's text as a lesson if it is valid. Then checks its questions and tasks by running them. */

import { problemText } from '../../base/problem-text';
import { INTRODUCTION } from '../../core/lesson/address';
import type { Lesson } from '../../core/lesson/lesson';
import { closeLessons, lessonListStore } from '../../core/lesson/lesson-list-store';
import { forgetProgress, keyOfSource, progressOf } from '../../core/lesson/lesson-progress';
import { builtInLesson, ownLesson } from '../../core/lesson/lesson-sources';
import { lessonStore } from '../../core/lesson/lesson-store';
import { LessonRefused, textOfFile } from '../../core/lesson/read-lesson';
import { sceneStore } from '../../core/scene/scene-store';
import type { Session } from '../../core/session/session';
import { checkLesson, trialsOf } from './check-lesson';
import { openLesson } from './open-lesson';

/** Cancels the parsing of the previous lesson. */
let reading: AbortController | undefined;
let checking: AbortController | undefined;

/** Parses a text or a file. If the lesson has problems, the page does not change, and the list shows the problems. */
export async function giveLesson(session: Session, given: string | File, name: string): Promise<void> {
  reading?.abort();
  reading = new AbortController();
  const { signal } = reading;
  let text = typeof given === 'string' ? given : '';
  const update = (phase: 'reading' | 'refused', problems: LessonRefused['problems']): void => {
    if (!signal.aborted) lessonListStore.setState({ given: { name, text, phase, problems } });
  };
  try {
    if (typeof given !== 'string') text = await textOfFile(given);
    update('reading', []);
    const { presets } = sceneStore.getState();
    const found = await ownLesson(text, { presets, signal });
    if (signal.aborted) return;
    closeLessons();
    const step = progressOf(keyOfSource(found.source), found.lesson)?.step ?? INTRODUCTION;
    // If the user does not allow the lesson's scripts, the lesson can be read, but its questions and tasks are not
    // tried.
    if ((await openLesson(session.inside, found.lesson, found.source, step)) === 'opened')
      await tryQuestions(found.lesson);
  } catch (problem) {
    if (signal.aborted) return;
    update(
      'refused',
      problem instanceof LessonRefused ? problem.problems : [{ line: 1, problem: problemText(problem) }],
    );
    lessonListStore.setState({ isOpen: true });
  }
}

/** Opens a built-in lesson at the step where the user left it. */
export async function openBuiltInLesson(session: Session, id: string): Promise<void> {
  let found: Awaited<ReturnType<typeof builtInLesson>>;
  try {
    found = await builtInLesson(id);
  } catch (problem) {
    // A built-in lesson is valid, so it can only have failed to load over the network. The user may try again.
    const problems = [{ line: 1, problem: `it could not be loaded: ${problemText(problem)}` }];
    lessonListStore.setState({ isOpen: true, given: { name: 'The lesson', text: '', phase: 'refused', problems } });
    return;
  }
  const { lesson, source } = found;
  closeLessons();
  await openLesson(session.inside, lesson, source, progressOf(id, lesson)?.step ?? INTRODUCTION);
}

/** Resets predictions, results and solved tasks. */
export async function startLessonAgain(session: Session): Promise<void> {
  const { lesson, source } = lessonStore.getState();
  if (lesson === undefined || source === undefined) return;
  forgetProgress(keyOfSource(source));
  await openLesson(session.inside, lesson, source, INTRODUCTION);
}

/** Runs every experiment of the lesson in the background. Known results are not recomputed. */
async function tryQuestions(lesson: Lesson): Promise<void> {
  checking?.abort();
  checking = new AbortController();
  const { signal } = checking;
  const trials = trialsOf(lesson);
  if (trials.length === 0) return;
  const begun = { total: trials.length, done: 0, phase: 'running', problems: [] } as const;
  lessonListStore.setState({ checking: begun });
  const forget = lessonStore.subscribe((now) => {
    if (now.lesson !== lesson) stopChecking();
  });
  await checkLesson(trials, {
    signal,
    onProgress: (done, problems) => lessonListStore.setState({ checking: { ...begun, done, problems } }),
  });
  forget();
  if (signal.aborted) return;
  lessonListStore.setState((state) => ({
    checking: state.checking === undefined ? undefined : { ...state.checking, phase: 'done' },
  }));
}

export function stopChecking(): void {
  checking?.abort();
  lessonListStore.setState({ checking: undefined });
}
