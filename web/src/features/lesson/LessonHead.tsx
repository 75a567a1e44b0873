/** The panel's header: the lesson, the step, a list of all steps, and the exit button. */

import { useState } from 'react';
import { askHall, questionOfStep } from '../../core/lesson/hall-store';
import type { Lesson } from '../../core/lesson/lesson';
import type { LessonActions } from '../../core/lesson/lesson-actions';
import { showLessons } from '../../core/lesson/lesson-list-store';
import { useLesson } from '../../core/lesson/lesson-store';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Popup } from '../../ui/Popup';
import { stillOpen } from './lesson-words';

interface Props {
  readonly lesson: Lesson;
  readonly step: number;
  readonly actions: LessonActions;
}

export function LessonHead({ lesson, step, actions }: Props) {
  const { steps, title } = lesson;
  return (
    <header className="lesson-head stack gap-1">
      <div className="row row--tight row--spread">
        <p className="lesson-head__title row row--tight grow soft" title={title}>
          <Icon name="lesson" />
          <span>{title}</span>
        </p>
        {questionOfStep(steps[step]) !== undefined && (
          <IconButton
            icon="hall"
            name="Ask the audience"
            title="Ask the audience: phones answer this step’s question (h)"
            className="button--quiet"
            onPress={askHall}
          />
        )}
        <IconButton
          icon="share"
          name="Share, save, print, and other lessons"
          title="Share, save or print this lesson; start again; other lessons"
          className="button--quiet"
          onPress={showLessons}
        />
        <IconButton
          icon="close"
          name="Leave the lesson"
          title="Leave the lesson (Esc); the scene and your progress stay"
          className="button--quiet"
          onPress={() => actions.leave()}
        />
      </div>
      <StepList {...{ lesson, step, actions }} />
      <div
        className="lesson-progress"
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={steps.length}
        aria-valuenow={step + 1}
        aria-valuetext={stepWords(step, steps.length)}
      >
        <span style={{ inlineSize: `${(100 * (step + 1)) / steps.length}%` }} />
      </div>
    </header>
  );
}

function StepList({ lesson, step, actions }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { steps } = lesson;
  const predictions = useLesson((state) => state.predictions);
  const truths = useLesson((state) => state.truths);
  const solved = useLesson((state) => state.solved);
  const content = (
    <>
      {stepWords(step, steps.length)}
      <Icon name="chevron" />
      <span className="visually-hidden">: all steps</span>
    </>
  );
  return (
    <nav aria-label="All steps">
      <Popup isOpen={isOpen} onOpen={setIsOpen} button={{ className: 'small-button lesson-steps__button', content }}>
        {(close) => (
          <ol className="lesson-steps__list box scrolls">
            {[{ title: 'Introduction' }, ...steps].map((one, at) => {
              const isNow = at - 1 === step;
              const asks =
                steps[at - 1]?.parts.some(({ kind }) => kind === 'predict' || kind === 'do' || kind === 'write') ===
                true;
              const isDone = asks && stillOpen(steps[at - 1], { predictions, truths, solved }) === undefined;
              return (
                <li key={one.title}>
                  <button
                    type="button"
                    className="row row--tight bare"
                    aria-current={isNow ? 'step' : undefined}
                    onClick={() => {
                      close();
                      void actions.goToStep(at - 1);
                    }}
                  >
                    <span className="lesson-steps__number small soft">{at === 0 ? '' : at}</span>
                    <span className="grow">{one.title}</span>
                    <span className="small soft">{isDone ? '✓ answered' : asks ? '?' : ''}</span>
                  </button>
                </li>
              );
            })}
          </ol>
        )}
      </Popup>
    </nav>
  );
}

export function stepWords(step: number, steps: number): string {
  return step < 0 ? `Introduction · ${steps} steps` : `Step ${step + 1} of ${steps}`;
}
