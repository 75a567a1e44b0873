/** A lesson beside the scene. It shows one step at a time, with its questions and other parts. */

import { useEffect, useRef } from 'react';
import type { Lesson, Step } from '../../core/lesson/lesson';
import { useLesson } from '../../core/lesson/lesson-store';
import { closeSheet, viewStore } from '../../core/page/view-store';
import { useScene } from '../../core/scene/scene-store';
import { Icon } from '../../ui/Icon';
import { NARROW } from '../../ui/use-media';
import { LessonHead } from './LessonHead';
import { LessonPart, type LessonPartProps } from './LessonPart';
import { LessonText } from './LessonText';
import { stillOpen, waitsForAnswer } from './lesson-words';
import { LEVEL_WORDS } from './level-words';
import { keepInSight } from './title-in-sight';
import './lesson.css';

export function LessonPanel(props: LessonPartProps) {
  const { lesson, lessonActions } = props;
  const step = useLesson((state) => state.step);
  const body = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // A new step is scrolled to its title. The title gets the focus, so that screen readers read it aloud.
    body.current?.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
    return heading.current === null ? undefined : keepInSight(heading.current);
  }, [step]);
  const now = lesson.steps[step];
  return (
    <section
      className="lesson"
      aria-label="Lesson"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        // If a sheet covers the lesson, Escape closes the sheet first.
        if (window.matchMedia(NARROW).matches && viewStore.getState().openSheet !== undefined) closeSheet();
        else lessonActions.leave();
      }}
    >
      <LessonHead lesson={lesson} step={step} actions={lessonActions} />
      {/* The key makes React replace all parts of a step, so that no part keeps another step's results. */}
      <div className="lesson-body stack gap-4 scrolls large breakable" ref={body} key={step}>
        <h2 className="lesson-title lead" ref={heading} tabIndex={-1}>
          {now?.title ?? lesson.title}
        </h2>
        {now === undefined ? <Introduction {...props} /> : <PartsOfStep step={now} {...props} />}
      </div>
      <StepNavigation lesson={lesson} step={step} actions={lessonActions} />
    </section>
  );
}

function PartsOfStep({ step: { parts }, ...props }: LessonPartProps & { readonly step: Step }) {
  const truths = useLesson((state) => state.truths);
  const solved = useLesson((state) => state.solved);
  const waits = (at: number): boolean => waitsForAnswer(parts, at, { truths, solved });
  return parts.map((part, at) =>
    waits(at) ? (
      !waits(at - 1) && (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lesson that was read does not change
        <p key={at} className="body soft">
          The next part appears with the answer.
        </p>
      )
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a lesson that was read does not change
      <LessonPart key={at} part={part} parts={parts} at={at} {...props} />
    ),
  );
}

/** The introduction before the first step. */
export function Introduction({ lesson, lanes }: Pick<LessonPartProps, 'lesson' | 'lanes'>) {
  const { minutes, level, learned, introduction, document } = lesson;
  const presets = useScene((state) => state.presets);
  const source = presets.find((preset) => preset.document.id === document)?.document.title ?? document;
  return (
    <>
      <p className="body soft">
        {minutes} minutes · {LEVEL_WORDS[level]} · {source}
      </p>
      <LessonText blocks={introduction} lanes={lanes} />
      {learned.length > 0 && (
        <section className="lesson-learned well stack gap-1" aria-label="What you learn">
          <h3 className="strong">By the end you can</h3>
          <ul className="stack gap-1 bulleted">
            {learned.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface NavigationProps {
  readonly lesson: Lesson;
  readonly step: number;
  readonly actions: LessonPartProps['lessonActions'];
}

function StepNavigation({ lesson, step, actions }: NavigationProps) {
  const { steps } = lesson;
  const predictions = useLesson((state) => state.predictions);
  const truths = useLesson((state) => state.truths);
  const solved = useLesson((state) => state.solved);
  const open = stillOpen(steps[step], { predictions, truths, solved });
  const isLast = step === steps.length - 1;
  return (
    <footer className="lesson-foot stack">
      <p className="body soft occasional" role="status">
        {open}
      </p>
      <nav className="lesson-nav row row--tight" aria-label="Steps of the lesson">
        <button type="button" className="button" disabled={step < 0} onClick={() => void actions.goToStep(step - 1)}>
          <Icon name="back" />
          Back
        </button>
        {isLast ? (
          <button type="button" className="button grow" onClick={() => actions.leave()}>
            Finish
          </button>
        ) : (
          <button
            type="button"
            className={`button button--onward grow ${open === undefined ? 'button--accent' : ''}`}
            onClick={() => void actions.goToStep(step + 1)}
          >
            {step < 0 ? 'Begin' : 'Next'}
            <Icon name="back" />
          </button>
        )}
      </nav>
    </footer>
  );
}
