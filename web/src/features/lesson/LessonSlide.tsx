/** A lesson for a lecture hall: one slide at a time, in large type. A clicker moves through the slides. */

import { useEffect, useRef } from 'react';
import { useLesson } from '../../core/lesson/lesson-store';
import { IconButton } from '../../ui/IconButton';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { stepWords } from './LessonHead';
import { Introduction } from './LessonPanel';
import { LessonPart, type LessonPartProps } from './LessonPart';
import { slideAt } from './slides';
import './lesson.css';
import './lesson-slide.css';

interface Props extends LessonPartProps {
  /** Moves to the next or the previous slide. */
  readonly onWalk: (by: 1 | -1) => void;
}

export function LessonSlide({ onWalk, ...props }: Props) {
  const { lesson, lanes } = props;
  const step = useLesson((state) => state.step);
  const part = useLesson((state) => state.part);
  const now = lesson.steps[step];
  const parts = now?.parts ?? [];
  const { from, to } = slideAt(parts, part);
  const body = useRef<HTMLDivElement>(null);
  const slide = `${step} ${from}`;
  useEffect(() => {
    if (slide !== '') body.current?.scrollTo({ top: 0 });
  }, [slide]);
  return (
    <section className="lesson lesson-slide" aria-label="Lesson">
      <header className="lesson-slide__head row row--tight row--spread gap-4">
        <h2 className="lead">{now?.title ?? lesson.title}</h2>
        <nav className="row row--tight fixed body soft" aria-label="Slides">
          <span>{stepWords(step, lesson.steps.length)}</span>
          <IconButton icon="back" name="Back" title="Back (Page Up)" isDisabled={step < 0} onPress={() => onWalk(-1)} />
          <IconButton
            icon="back"
            name="Next"
            title="Next (Page Down)"
            className="button--onward"
            isDisabled={step === lesson.steps.length - 1 && part >= parts.length - 1}
            onPress={() => onWalk(1)}
          />
        </nav>
      </header>
      <ScrollRegion as="div" className="lesson-slide__body stack gap-3 scrolls title" ref={body} key={slide}>
        {now === undefined ? (
          <Introduction lesson={lesson} lanes={lanes} />
        ) : (
          parts.slice(from, to).map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a lesson that was read does not change
            <LessonPart key={at} part={one} parts={parts} at={from + at} {...props} />
          ))
        )}
      </ScrollRegion>
      <p className="visually-hidden" role="status">
        {now === undefined ? '' : `${stepWords(step, lesson.steps.length)}: ${now.title}`}
      </p>
    </section>
  );
}
