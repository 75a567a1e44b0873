/** The list of lessons and their printable sheets, loaded on demand, and files dropped on the page. */

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
    wayOut: () => (
      <button type="button" className="button" onClick={closeLessons}>
        Close
      </button>
    ),
  },
);

/** Files are dropped long after these. */
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
      // Without the network nothing can be dropped; the list of lessons says so.
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

/** One that the page brings along; without the network the list says that it cannot be loaded. */
export function openLessonOfLab(session: Session, id: string): void {
  import('../features/lesson/own-lessons')
    .then(({ openBuiltInLesson }) => openBuiltInLesson(session, id))
    .catch(showLessons);
}
