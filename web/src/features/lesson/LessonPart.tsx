/**
 * One part of a step: a text, something to look at in the scene, a question, a run, an answer, a decision or a task.
 */

import { useId } from 'react';
import { reasonGlyph, reasonInk } from '../../base/palette';
import type { Lesson, LookPart, Part, RunPart, WhyPart } from '../../core/lesson/lesson';
import type { LessonActions } from '../../core/lesson/lesson-actions';
import { useLesson } from '../../core/lesson/lesson-store';
import { toggleSheet } from '../../core/page/view-store';
import type { LaneRun } from '../../core/run/lanes';
import { type SceneActions, useScene } from '../../core/scene/scene-store';
import { Icon } from '../../ui/Icon';
import { NARROW, useMedia } from '../../ui/use-media';
import { FlowSign } from './FlowSign';
import { LessonText } from './LessonText';
import { isRunTooSoon, lookWords, runWords, whyWords } from './lesson-words';
import { DoPart } from './predict/DoPart';
import { PredictPart } from './predict/PredictPart';
import { RevealPart } from './predict/RevealPart';
import { WritePart } from './predict/WritePart';

export interface LessonPartProps {
  readonly lesson: Lesson;
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
  readonly lessonActions: LessonActions;
}

interface Props extends LessonPartProps {
  readonly part: Part;
  /** All parts of the step, and the index of this one. */
  readonly parts: readonly Part[];
  readonly at: number;
}

export function LessonPart({ part, parts, at, lesson, lanes, actions, lessonActions }: Props) {
  const shared = { lesson, lanes, actions };
  switch (part.kind) {
    case 'text':
      return <LessonText blocks={part.blocks} lanes={lanes} />;
    case 'look':
      return <Look part={part} lanes={lanes} actions={lessonActions} />;
    case 'run':
      return <Run part={part} parts={parts} at={at} actions={lessonActions} />;
    case 'why':
      return <Why part={part} lanes={lanes} actions={lessonActions} />;
    case 'predict':
      return <PredictPart part={part} {...shared} />;
    case 'reveal':
      return <RevealPart part={part} {...shared} />;
    case 'do':
      return <DoPart part={part} {...shared} />;
    case 'write':
      return <WritePart part={part} {...shared} lessonActions={lessonActions} />;
  }
}

interface ActionProps<P> {
  readonly part: P;
  readonly lanes: readonly LaneRun[];
  readonly actions: LessonActions;
}

function Look({ part, lanes, actions }: ActionProps<LookPart>) {
  const words = lookWords(part, lanes);
  const flows = part.point.filter((name) => name === 'udp' || name === 'tcp');
  return (
    <div className="lesson-action row row--tight gap-3">
      <button type="button" className="button fixed" onClick={() => void actions.look(part)}>
        <Icon name="alone" />
        Look
      </button>
      <p className="body soft">
        {flows.map((name) => (
          <FlowSign key={name} isResponsive={name !== 'udp'} />
        ))}
        {words}
      </p>
    </div>
  );
}

function Run({ part, parts, at, actions }: Omit<ActionProps<RunPart>, 'lanes'> & Pick<Props, 'parts' | 'at'>) {
  const predictions = useLesson((state) => state.predictions);
  const truths = useLesson((state) => state.truths);
  const isPlaying = useScene(({ state }) => state === 'playing');
  const { action, pace } = runWords(part);
  return (
    <div className="lesson-action row row--tight gap-3">
      <button type="button" className="button fixed" onClick={() => void actions.runTo(part)}>
        <Icon name="play" />
        {action}
      </button>
      <p className="body soft">
        {isRunTooSoon(parts, at, { predictions, truths }) && !isPlaying
          ? 'Predict first: an answer after the run is not a prediction.'
          : pace !== undefined && `at ${pace.includes('packet') || pace === 'max' ? pace : `${pace} ×`}`}
      </p>
    </div>
  );
}

function Why({ part, lanes, actions }: ActionProps<WhyPart>) {
  const found = useLesson(({ why }) => (why?.line === part.line ? why.found : undefined));
  const isNarrow = useMedia(NARROW);
  const messageId = useId();
  const reason = lanes[0]?.run.catalog.reasons.find(({ id }) => id === part.event);
  const isFound = found !== undefined && found !== 'searching' && found.kind === 'found';
  const of = part.flow === null ? '' : ` of ${part.flow.toUpperCase()}`;
  return (
    <div className="lesson-why box stack" data-found={isFound || undefined}>
      <div className="lesson-action row row--tight gap-3">
        <button
          type="button"
          className="button fixed"
          aria-describedby={messageId}
          onClick={() => void actions.findWhy(part)}
        >
          <Icon name="explain" />
          Why?
        </button>
        <p className="body soft" id={messageId}>
          {reason !== undefined && (
            <span aria-hidden="true" style={{ color: `var(--${reasonInk(reason.family)})` }}>
              {reasonGlyph(reason.family)}
            </span>
          )}{' '}
          The decision behind “{reason?.name ?? part.event}”{of}
        </p>
      </div>
      <p className="body soft occasional" role="status">
        {found === 'searching'
          ? 'Searching the run…'
          : found !== undefined && whyWords(found, reason?.name ?? part.event, lanes[part.lane])}
      </p>
      {isFound && part.say !== '' && <p className="lesson-why__say">{part.say}</p>}
      {isFound && isNarrow && (
        <button type="button" className="button" onClick={() => toggleSheet('explain')}>
          Show the explanation
        </button>
      )}
      {found !== undefined && found !== 'searching' && (found.kind === 'nowhere' || found.kind === 'no-lane') && (
        <button type="button" className="button" onClick={() => void actions.openSceneAgain()}>
          <Icon name="undo" />
          Restore the scene
        </button>
      )}
    </div>
  );
}
