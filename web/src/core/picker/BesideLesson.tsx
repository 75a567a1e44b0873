/** Choice of the panel beside the scene while a lesson takes the place of the controls: controls or explanation. */

import { Segments } from '../../ui/Segments';
import { lessonStore, useLesson } from '../lesson/lesson-store';

const CHOICES = [
  { id: 'explain', name: 'Explanation' },
  { id: 'controls', name: 'Controls' },
] as const;

export function BesideLesson() {
  const beside = useLesson((state) => state.beside);
  return (
    <Segments
      className="beside-lesson"
      label="Beside the scene"
      choices={CHOICES}
      chosen={beside}
      onChoose={(choice) => lessonStore.setState({ beside: choice })}
    />
  );
}
