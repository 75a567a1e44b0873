/**
 * A lesson on paper. The students' sheet has questions, space for answers and links to the scenes. The teacher's copy
 * adds the answers, which the engine computes on demand. The sheet takes the place of the page until it is closed.
 */

import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Lesson } from '../../../core/lesson/lesson';
import { Icon } from '../../../ui/Icon';
import { Segments } from '../../../ui/Segments';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { LEVEL_WORDS } from '../level-words';
import { CodeOf } from './CodeOf';
import { SheetAnswers } from './SheetAnswers';
import { SheetStep } from './SheetStep';
import { SheetText } from './SheetText';
import type { SheetLink, TeacherAnswers } from './sheet-facts';
import type { SheetNames } from './sheet-names';
import './sheet.css';

interface Props {
  readonly lesson: Lesson;
  /** The name of the lesson's document. */
  readonly document: string;
  /** The link to the lesson if it is short enough, and the links to all scenes. */
  readonly link: SheetLink | undefined;
  readonly sceneLinks: readonly (SheetLink | undefined)[];
  readonly names: SheetNames;
  /** The engine's answers. Undefined until they are requested. */
  readonly answers: TeacherAnswers | undefined;
  readonly onCompute: () => void;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

type Paper = 'a4' | 'letter';

const COPIES = [
  { id: 'student', name: 'Students' },
  { id: 'teacher', name: 'Teacher, with answers' },
] as const;
const PAPERS = [
  { id: 'a4', name: 'A4' },
  { id: 'letter', name: 'US Letter' },
] as const;

/** Regions that use Letter paper. */
const LETTER_REGIONS = ['US', 'CA', 'MX', 'PH', 'CL', 'CO'];

export function LessonSheet(props: Props) {
  const { lesson, document: source, link, sceneLinks, answers, onClose } = props;
  const [paper, setPaper] = useState<Paper>(usualPaper);
  const [copy, setCopy] = useState<'student' | 'teacher'>('student');
  const title = useId();
  return (
    <OverPage title={title} onClose={onClose}>
      <div className="sheet-bar row">
        <h1 className="title strong" id={title}>
          Printable sheet
        </h1>
        <Segments label="Copy for" choices={COPIES} chosen={copy} onChoose={setCopy} />
        <Segments label="Paper" choices={PAPERS} chosen={paper} onChoose={setPaper} />
        <button
          type="button"
          className="button button--accent"
          disabled={copy === 'teacher' && answers?.phase !== 'done'}
          onClick={() => window.print()}
        >
          <Icon name="paper" />
          Print
        </button>
        <button type="button" className="button" onClick={onClose}>
          <Icon name="close" />
          Close
        </button>
      </div>
      {copy === 'teacher' && <SheetAnswers answers={answers} onCompute={props.onCompute} onStop={props.onStop} />}
      <main className="sheet" data-paper={paper} aria-label={`${lesson.title}, on paper`}>
        <header className="sheet__head">
          <div className="grow">
            <h2 className="sheet__title">{lesson.title}</h2>
            <p className="sheet-small">
              {[LEVEL_WORDS[lesson.level], `about ${lesson.minutes} min`, source, 'Chokepoint'].join(' · ')}
            </p>
            {copy === 'student' ? (
              <p className="sheet__name">
                <span>Name</span>
                <span>Date</span>
              </p>
            ) : (
              <p className="sheet__teacher strong">Teacher’s copy: with answers</p>
            )}
          </div>
          {link !== undefined && <CodeOf link={link} />}
        </header>
        <section aria-label="What you learn">
          <h3 className="sheet__small-title">What you learn</h3>
          <ul className="sheet__learned">
            {lesson.learned.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
        <div className="sheet-text">
          <SheetText blocks={lesson.introduction} />
        </div>
        {lesson.steps.map((step, place) => (
          <SheetStep
            key={step.line}
            lesson={lesson}
            place={place}
            names={props.names}
            code={codeOfScene(step.opens ? sceneLinks[step.scene] : undefined)}
            answers={copy === 'teacher' ? answers : undefined}
          />
        ))}
        <footer className="sheet__foot sheet-small">
          {copy === 'teacher' && answers !== undefined && answers.phase === 'done' && (
            <p>{answers.made} Intervals are 95 % intervals of the mean over the seeds.</p>
          )}
          <p>
            Every number is the result of a simulation: the same scene and the same seed give the same numbers on every
            machine.
          </p>
        </footer>
      </main>
    </OverPage>
  );
}

function codeOfScene(link: SheetLink | undefined): ReactNode {
  return link === undefined ? null : <CodeOf link={link} />;
}

/** A dialog on top of the page. While it is open, the page can be neither used nor printed. */
function OverPage({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const page = document.getElementById('root');
    page?.setAttribute('inert', '');
    document.documentElement.dataset.sheet = '';
    dialog.current?.focus();
    // Escape works wherever the focus is, since the button pressed last may have disappeared.
    const leave = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onClose();
    };
    window.addEventListener('keydown', leave);
    return () => {
      window.removeEventListener('keydown', leave);
      page?.removeAttribute('inert');
      delete document.documentElement.dataset.sheet;
    };
  }, [onClose]);
  useFocusReturn();
  // The dialog is not modal, since browsers print top-layer elements on one page only.
  return createPortal(
    <dialog ref={dialog} open className="over-lab sheet-page" tabIndex={-1} aria-labelledby={title}>
      {children}
    </dialog>,
    document.body,
  );
}

function usualPaper(): Paper {
  const region = new Intl.Locale(navigator.language).maximize().region;
  return LETTER_REGIONS.includes(region ?? '') ? 'letter' : 'a4';
}
