/** The list of lessons: the built-in ones, the open one, and a way to open one's own. */

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

/** The dialog is open while the component exists. */
export function LessonsDialog({ onClose, ...actions }: Props) {
  const isOneOpen = useLesson((state) => state.lesson !== undefined);

  return (
    <Dialog title="Lessons" className="lessons" onClose={onClose}>
      <p className="lessons__intro soft">
        In a lesson you predict, run the scene and see how close you came. Your answers and progress stay in this
        browser; nothing is sent.
      </p>
      {isOneOpen && <OpenLesson actions={actions} />}
      {lessonList.length > 0 && (
        <ul className="lessons__list" aria-label="Built-in lessons">
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
  // A lesson contains only its document's id, so the title comes from one of that document's presets.
  const document = presets.find((preset) => preset.document.id === source)?.document.title ?? source;
  const [reached, setReached] = useState(() => stepReached(id, steps));
  const isOnPage = useLesson(({ source: open }) => open?.kind === 'built-in' && open.id === id);
  return (
    <li className="lessons__entry box stack" aria-current={isOnPage}>
      <div className="stack gap-1">
        <h3 className="large strong">{title}</h3>
        <p className="small soft">
          <span className="badge">{LEVEL_WORDS[level]}</span> {minutes} min · {steps} steps · {document}
        </p>
      </div>
      <ul className="stack gap-1 body bulleted" aria-label="What you learn">
        {learned.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <div className="row">
        <button type="button" className="button button--accent" onClick={() => onOpen(id)}>
          <Icon name="play" />
          {reached === undefined ? 'Begin' : 'Go on'}
          <span className="visually-hidden">: {title}</span>
        </button>
        {reached !== undefined && (
          <span className="row small soft">
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
