/**
 * Connects the lesson to the session. Draws a ring around the parts of the page that the lesson highlights, and hides
 * the page's figures until the reader has answered.
 */

import { useEffect, useMemo } from 'react';
import { useLesson } from '../../core/lesson/lesson-store';
import type { Session } from '../../core/session/session';
import type { LessonOfSessionProps } from './feature';
import { LessonPanel } from './LessonPanel';
import { LessonSlide } from './LessonSlide';
import { walkLesson } from './lesson-slides';
import { figuresWait } from './lesson-words';
import { keepScripts, LessonCommands } from './lessons';
import { lessonStage } from './open-lesson';
import './lesson-place.css';

/** The open lesson and its commands. */
function useOpenLesson({ inside }: Session) {
  const commands = useMemo(() => new LessonCommands(lessonStage(inside)), [inside]);
  usePoints();
  useWaitingFigures();
  useEffect(keepScripts, []);
  return { lesson: useLesson((state) => state.lesson), commands };
}

export function LessonOfSession({ session, lanes }: LessonOfSessionProps) {
  const { lesson, commands } = useOpenLesson(session);
  if (lesson === undefined) return null;
  return <LessonPanel lesson={lesson} lanes={lanes} actions={session} lessonActions={commands} />;
}

export function LessonSlideOfSession({ session, lanes }: LessonOfSessionProps) {
  const { lesson, commands } = useOpenLesson(session);
  if (lesson === undefined) return null;
  return (
    <LessonSlide
      {...{ lesson, lanes }}
      actions={session}
      lessonActions={commands}
      onWalk={(by) => void walkLesson(commands, by)}
    />
  );
}

/** Marks the parts that the lesson highlights. The style sheet draws rings around them. */
function usePoints(): void {
  const points = useLesson((state) => state.points);
  useEffect(() => {
    const root = document.documentElement;
    root.setAttribute('data-points', points.join(' '));
    return () => root.removeAttribute('data-points');
  }, [points]);
}

/** Marks figures that stay hidden until the reader has answered. The style sheet hides them. */
function useWaitingFigures(): void {
  const isWaiting = useLesson(({ lesson, step, predictions, truths }) =>
    figuresWait(lesson?.steps[step], { predictions, truths }),
  );
  useEffect(() => {
    const root = document.documentElement;
    root.toggleAttribute('data-figures-wait', isWaiting);
    return () => root.removeAttribute('data-figures-wait');
  }, [isWaiting]);
}
