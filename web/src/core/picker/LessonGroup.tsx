/** Lessons in the list of scenes. The search finds lessons and scenes together. */

import type { LessonHead } from 'virtual:lessons';
import { stepReached } from '../lesson/lesson-progress';

interface Props {
  readonly lessons: readonly LessonHead[];
  /** True if Enter in the search field opens the first lesson. */
  readonly isFirst: boolean;
  readonly onOpen: (id: string) => void;
}

export function LessonGroup({ lessons, isFirst, onOpen }: Props) {
  if (lessons.length === 0) return null;
  return (
    <section aria-label="Lessons">
      <h2 className="small faint strong picker__group">Lessons: predict, run, compare</h2>
      <ul>
        {lessons.map(({ id, title, minutes, steps, learned }, at) => {
          const reached = stepReached(id, steps);
          return (
            <li key={id}>
              <button
                type="button"
                className="bare picker__scene"
                data-first={(isFirst && at === 0) || undefined}
                onClick={() => onOpen(id)}
              >
                <span className="strong">
                  {title} <span className="badge">lesson</span>
                </span>
                <span className="one-line small faint picker__place">
                  {reached === undefined ? `${minutes} min · ${steps} steps` : `step ${reached} of ${steps}`}
                </span>
                <span className="soft picker__lesson">{learned.join(' ')}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
