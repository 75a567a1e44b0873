/** Connects the session to the list of lessons, the state of the user's own lesson, and the printable sheet. */

import { useCallback, useMemo } from 'react';
import { closeLessons, useLessonList } from '../../core/lesson/lesson-list-store';
import { fragmentOfLesson, wholeFragment } from '../../core/lesson/lesson-sources';
import { lessonStore } from '../../core/lesson/lesson-store';
import { MOST_BYTES } from '../../core/lesson/limits';
import { addressOf } from '../../core/session/address';
import type { Session } from '../../core/session/session';
import { LessonChecks } from './list/LessonChecks';
import { LessonsDialog } from './list/LessonsDialog';
import type { LessonsActions } from './list/lessons-actions';
import { leaveLesson } from './open-lesson';
import { giveLesson, openBuiltInLesson, startLessonAgain, stopChecking } from './own-lessons';
import { openSheet, Sheet } from './Sheet';

export function LessonsOfLab({ session }: { readonly session: Session }) {
  const isOpen = useLessonList((state) => state.isOpen);
  const sheet = useLessonList((state) => state.sheet);
  const checking = useLessonList((state) => state.checking);
  // Memoised, because the list makes the link again whenever this function changes.
  const linkOfLesson = useCallback(linkOfOpenLesson, []);
  const actions = useMemo<LessonsActions>(
    () => ({
      onOpen: (id) => void openBuiltInLesson(session, id),
      onGive: (text, name) => void giveLesson(session, text, name),
      onGiveFile: (file) => void giveLesson(session, file, file.name),
      onSheet: (id) => void openSheet(id),
      linkOfLesson,
      onStartAgain: () => void startLessonAgain(session),
      onLeave: () => {
        closeLessons();
        leaveLesson();
      },
    }),
    [session, linkOfLesson],
  );
  return (
    <>
      {isOpen && <LessonsDialog {...actions} onClose={closeLessons} />}
      {checking !== undefined && <LessonChecks checking={checking} onStop={stopChecking} />}
      {sheet !== undefined && <Sheet session={session} {...sheet} />}
    </>
  );
}

/** The link to the open lesson. A lesson of the user's own has one only if its whole text fits in the link. */
async function linkOfOpenLesson(): ReturnType<LessonsActions['linkOfLesson']> {
  const { source, step } = lessonStore.getState();
  if (source === undefined) return { problem: 'No lesson is open.' };
  if (source.kind === 'built-in') return { link: addressOf(await fragmentOfLesson(source, step)) };
  const fragment = await wholeFragment(source.text, step);
  if (fragment !== undefined) return { link: addressOf(fragment) };
  const kib = Math.ceil(new TextEncoder().encode(source.text).length / 1024);
  return {
    problem: `The text has ${kib} KiB: mail and chat would cut a link to it. A file may have ${MOST_BYTES / 1024} KiB. Save the text as a file and send that.`,
  };
}
