/** The open lesson, with buttons to share, save, print, restart and leave it. */

import { useEffect, useState } from 'react';
import { whileWanted } from '../../../base/while-wanted';
import { useLesson } from '../../../core/lesson/lesson-store';
import { handOver } from '../../../core/save/hand-over';
import { titledFile } from '../../../core/save/titled-file';
import { Icon } from '../../../ui/Icon';
import { LinkToCopy } from '../../../ui/LinkToCopy';
import type { LessonsActions } from './lessons-actions';

export function OpenLesson({ actions }: { readonly actions: LessonsActions }) {
  const lesson = useLesson((state) => state.lesson);
  const source = useLesson((state) => state.source);
  const step = useLesson((state) => state.step);
  const [said, setSaid] = useState('');
  if (lesson === undefined || source === undefined) return null;
  return (
    <section className="lessons__open box stack" aria-label="The open lesson">
      <h3 className="large strong">
        Open now: {lesson.title}{' '}
        <span className="small soft plain">
          {step < 0 ? 'introduction' : `step ${step + 1} of ${lesson.steps.length}`}
        </span>
      </h3>
      <LinkOfLesson linkOfLesson={actions.linkOfLesson} onSay={setSaid} />
      <div className="row">
        {source.kind === 'own' && (
          <button
            type="button"
            className="button"
            onClick={() =>
              handOver(titledFile(lesson.title, 'lesson.md'), new Blob([source.text], { type: 'text/markdown' }))
            }
          >
            <Icon name="save" />
            Save as a file
          </button>
        )}
        <button type="button" className="button" onClick={() => actions.onSheet()}>
          <Icon name="paper" />
          Printable sheet
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            actions.onStartAgain();
            setSaid('Started again: your predictions and progress are deleted.');
          }}
        >
          <Icon name="undo" />
          Start again
        </button>
        <button type="button" className="button" onClick={actions.onLeave}>
          Leave the lesson
        </button>
      </div>
      <p className="occasional" role="status">
        {said}
      </p>
    </section>
  );
}

interface LinkProps {
  readonly linkOfLesson: LessonsActions['linkOfLesson'];
  readonly onSay: (words: string) => void;
}

function LinkOfLesson({ linkOfLesson, onSay }: LinkProps) {
  const [made, setMade] = useState<Awaited<ReturnType<typeof linkOfLesson>>>();
  useEffect(() => whileWanted(linkOfLesson(), setMade), [linkOfLesson]);
  if (made === undefined) return null;
  if ('problem' in made) return <p>{made.problem}</p>;
  return <LinkToCopy label="Link to the lesson at this step" link={made.link} onSay={onSay} />;
}
