/** The list of lessons and their printable sheets, loaded on demand. Also opens files that are dropped on the page. */

import { useEffect } from 'react';
import { closeLessons, showLessons, useLessonList } from '../core/lesson/lesson-list-store';
import { framesPainted } from '../core/run/frame-loop';
import type { Session } from '../core/session/session';
import { onDemand } from '../ui/on-demand';

const List = onDemand<{ session: Session }>(
  'The lessons',
  async () => (await import('../features/lesson/LessonsOfLab')).LessonsOfLab,
  {
    isQuiet: true,
    wayOut: () => ({ name: 'Close', leave: closeLessons }),
  },
);

/** Number of frames painted before the code for dropped files loads. It can wait, since users drop files much later. */
const FRAMES_FIRST = 4;

export function Lessons({ session }: { readonly session: Session }) {
  const isAsked = useLessonList(
    ({ isOpen, sheet, checking }) => isOpen || sheet !== undefined || checking !== undefined,
  );
  useEffect(() => {
    let forget = (): void => undefined;
    let isWanted = true;
    void framesPainted(FRAMES_FIRST)
      .then(() => import('./dropped-files'))
      // Without this code, a file dropped on the page is not opened. The failure is not reported here, since the list
      // of lessons reports it.
      .then(
        ({ takeDroppedFiles }) => {
          if (isWanted) forget = takeDroppedFiles(session);
        },
        () => undefined,
      );
    return () => {
      isWanted = false;
      forget();
    };
  }, [session]);
  return isAsked ? <List session={session} /> : null;
}

/** Opens a built-in lesson. If it cannot be loaded, the list says so. */
export function openLessonOfLab(session: Session, id: string): void {
  import('../features/lesson/own-lessons')
    .then(({ openBuiltInLesson }) => openBuiltInLesson(session, id))
    .catch(showLessons);
}
