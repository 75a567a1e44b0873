/** The lessons: those that this page brings along, the one that is open, and a way to bring one's own. */

import { type LessonHead, lessonList } from 'virtual:lessons';
import { useState } from 'react';
import { forgetProgress, stepReached } from '../../../core/lesson/lesson-progress';
import { useLesson } from '../../../core/lesson/lesson-store';
import { useScene } from '../../../core/scene/scene-store';
import { Dialog } from '../../../ui/Dialog';
import { Icon } from '../../../ui/Icon';
import { LEVEL_WORDS } from '../level-words';
import type { LessonsActions } from './lessons-actions';
import { OpenLesson } from './OpenLesson';
import { OwnLesson } from './OwnLesson';
import './lesson-list.css';

interface Props extends LessonsActions {
  readonly onClose: () => void;
}

/** Open as long as it is there. */
export function LessonsDialog({ onClose, ...actions }: Props) {
  const isOneOpen = useLesson((state) => state.lesson !== undefined);

  return (
    <Dialog title="Lessons" className="lessons" onClose={onClose}>
      <p className="lessons__intro">
        A lesson asks before it tells: you predict, run the scene, and see how near you came. What you answer and how
        far you are stays in this browser. Nothing is sent.
      </p>
      {isOneOpen && <OpenLesson actions={actions} />}
      {lessonList.length > 0 && (
        <ul className="lessons__list" aria-label="Lessons of this lab">
          {lessonList.map((head) => (
            <Entry key={head.id} head={head} onOpen={actions.onOpen} onSheet={actions.onSheet} />
          ))}
        </ul>
      )}
      <OwnLesson actions={actions} />
    </Dialog>
  );
}

interface EntryProps extends Pick<LessonsActions, 'onOpen' | 'onSheet'> {
  readonly head: LessonHead;
}

function Entry({ head, onOpen, onSheet }: EntryProps) {
  const { id, title, document: source, minutes, level, steps, learned } = head;
  const presets = useScene((state) => state.presets);
  // Of a document of the lab the lesson gives the id alone.
  const document = presets.find((preset) => preset.document.id === source)?.document.title ?? source;
  const [reached, setReached] = useState(() => stepReached(id, steps));
  const isOnPage = useLesson(({ source: open }) => open?.kind === 'built-in' && open.id === id);
  return (
    <li className="lessons__entry" aria-current={isOnPage}>
      <div className="lessons__head">
        <h3 className="lessons__title">{title}</h3>
        <p className="lessons__facts">
          <span className="badge">{LEVEL_WORDS[level]}</span> {minutes} min · {steps} steps · {document}
        </p>
      </div>
      <ul className="lessons__learned" aria-label="What is learned">
        {learned.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <div className="lessons__actions">
        <button type="button" className="button button--accent" onClick={() => onOpen(id)}>
          <Icon name="play" />
          {reached === undefined ? 'Begin' : 'Go on'}
          <span className="visually-hidden">: {title}</span>
        </button>
        {reached !== undefined && (
          <span className="lessons__reached">
            <progress max={steps} value={reached} aria-hidden="true" /> step {reached} of {steps}
          </span>
        )}
        {reached !== undefined && !isOnPage && (
          <button
            type="button"
            className="button button--quiet"
            onClick={() => {
              forgetProgress(id);
              setReached(undefined);
            }}
          >
            Start again<span className="visually-hidden">: {title}</span>
          </button>
        )}
        <button type="button" className="button button--quiet" onClick={() => onSheet(id)}>
          <Icon name="paper" />
          Printable sheet<span className="visually-hidden">: {title}</span>
        </button>
      </div>
    </li>
  );
}
