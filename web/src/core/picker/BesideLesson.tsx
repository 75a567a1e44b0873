/**
 * Switch for the panel beside the scene during a lesson: controls or explanation. The lesson itself takes the usual
 * place of the controls.
 */

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
      label="Panel beside the scene"
      choices={CHOICES}
      chosen={beside}
      onChoose={(choice) => lessonStore.setState({ beside: choice })}
    />
  );
}
