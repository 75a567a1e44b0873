/** The lessons among the scenes: loaded with the list, searched like it. */

import { lessonList } from 'virtual:lessons';
import { stepReached } from '../lesson/lesson-progress';
import { useScene } from '../scene/scene-store';
import { holdsAll } from './preset-search';

interface Props {
  readonly query: string;
  readonly onOpen: (id: string) => void;
}

export function LessonGroup({ query, onOpen }: Props) {
  const presets = useScene((state) => state.presets);
  const found = lessonList.filter(({ id, title, document, level, learned }) => {
    const source = presets.find((preset) => preset.document.id === document)?.document;
    return holdsAll(
      ['lesson', 'course', 'exercise', id, title, document, source?.title, source?.citation, level, ...learned].join(
        ' ',
      ),
      query,
    );
  });
  if (found.length === 0) return null;
  return (
    <section aria-label="Lessons">
      <h2 className="small faint strong picker__group">Lessons: predict, run, compare</h2>
      <ul>
        {found.map(({ id, title, minutes, steps, learned }) => {
          const reached = stepReached(id, steps);
          return (
            <li key={id}>
              <button type="button" className="bare picker__scene" onClick={() => onOpen(id)}>
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
