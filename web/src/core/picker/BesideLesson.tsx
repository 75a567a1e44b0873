/** While a lesson has the place of the controls: they or the explanation stand on the other side of the scene. */

import { lessonStore, useLesson } from '../lesson/lesson-store';

const CHOICES = [
  ['explain', 'Explanation'],
  ['controls', 'Controls'],
] as const;

export function BesideLesson() {
  const beside = useLesson((state) => state.beside);
  return (
    <fieldset className="segments beside-lesson">
      <legend className="visually-hidden">Beside the scene</legend>
      {CHOICES.map(([choice, name]) => (
        <label key={choice} className="segments__segment">
          <input
            type="radio"
            className="visually-hidden"
            name="beside-lesson"
            checked={choice === beside}
            onChange={() => lessonStore.setState({ beside: choice })}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
