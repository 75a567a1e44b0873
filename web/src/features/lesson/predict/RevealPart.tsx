/** A prediction beside the result, which is shown on request. Until then the user can change the answer. */

import { useId, useState } from 'react';
import { problemText } from '../../../base/problem-text';
import type { Lesson, RevealPart as Part, PredictPart } from '../../../core/lesson/lesson';
import { type Prediction, type Truth, useLesson } from '../../../core/lesson/lesson-store';
import { type MeasureNames, measureNames, namedAnswer } from '../../../core/lesson/measured-words';
import type { LaneRun } from '../../../core/run/lanes';
import { disciplineName } from '../../../core/run/setting-names';
import { Icon } from '../../../ui/Icon';
import { type Judgement, judge } from '../judge';
import { reveal } from './answers';
import { CurveTruth } from './CurveTruth';
import { OptionsTruth } from './OptionsTruth';
import type { PartProps } from './part-props';
import { RunProgress, useReportRun } from './RunProgress';
import { ValueTruth } from './ValueTruth';
import './predict.css';

export function RevealPart({ part, lesson, lanes }: PartProps<Part>) {
  const question = questionOf(lesson, part.id);
  const title = useId();
  if (question === undefined) return null;
  const catalog = lanes[0]?.run.catalog;
  const scene = lesson.steps.find(({ parts }) => parts.includes(question))?.scene ?? 0;
  const names = measureNames((id) => disciplineName(catalog, id), lesson.scenes[scene]?.scenario);
  return (
    <section className="ask box stack gap-3" aria-labelledby={title}>
      <p className="large" id={title}>
        <span className="badge badge--solid">Result</span> <span className="soft">{question.question}</span>
      </p>
      <Revealed {...{ question, names, catalog }} note={part.note} />
    </section>
  );
}

interface RevealedProps {
  readonly question: PredictPart;
  readonly names: MeasureNames;
  readonly note: string;
  readonly catalog: LaneRun['run']['catalog'] | undefined;
}

function Revealed({ question, names, note, catalog }: RevealedProps) {
  const given = useLesson(({ predictions }) => predictions[question.id]);
  const truth = useLesson(({ truths }) => truths[question.id]);
  const run = useReportRun(question);
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState('');
  if (truth !== undefined)
    return (
      <>
        <RunProgress ask={question} />
        <Picture {...{ question, names, truth, given, catalog }} />
        {note !== '' && <p className="quote">{note}</p>}
      </>
    );
  const isRunning = run?.phase === 'waiting' || run?.phase === 'running';
  const show = (): void => {
    setAsked(true);
    reveal(question).catch((reason: unknown) => setProblem(problemText(reason)));
  };
  return (
    <>
      {given === undefined && <p className="soft">Answer the question first to see your answer beside the result.</p>}
      {problem !== '' && (
        <p className="wrong" role="alert">
          There is no answer to show: {problem}.
        </p>
      )}
      {!(isAsked && isRunning) && problem === '' && (
        <div className="row gap-3">
          <button type="button" className={given === undefined ? 'button' : 'button button--accent'} onClick={show}>
            <Icon name="chevron" />
            {given === undefined ? 'Show it without an answer' : 'Compare with the result'}
          </button>
          <p className="ask__state soft kept-line">
            {isRunning && (run.total === 0 ? 'The runs are starting.' : `${run.done} of ${run.total} runs are done.`)}
            {run?.phase === 'done' && 'The runs are done.'}
            {run === undefined &&
              `Runs on this device, with ${question.seeds === 1 ? 'one seed' : `${question.seeds} seeds`}.`}
          </p>
        </div>
      )}
      {(isAsked || run?.phase === 'failed') && <RunProgress ask={question} />}
    </>
  );
}

interface PictureProps {
  readonly question: PredictPart;
  readonly names: MeasureNames;
  readonly truth: Truth;
  readonly given: Prediction | undefined;
  readonly catalog: LaneRun['run']['catalog'] | undefined;
}

function Picture({ question, names, truth, given, catalog }: PictureProps) {
  const answer = namedAnswer(question.answer, names);
  const judgement = given === undefined ? undefined : judge(answer, given, truth);
  const number = typeof given === 'number' ? given : undefined;
  return (
    <>
      {judgement !== undefined && <Verdict judgement={judgement} />}
      {answer.kind === 'slider' && truth.kind === 'values' && (
        <ValueTruth {...{ answer, truth, catalog }} given={number} />
      )}
      {answer.kind === 'choice' && truth.kind === 'choice' && (
        <OptionsTruth {...{ answer, truth, names }} given={number} />
      )}
      {answer.kind === 'curve' && truth.kind === 'values' && (
        <CurveTruth {...{ answer, truth, catalog }} given={typeof given === 'object' ? given : undefined} />
      )}
    </>
  );
}

const GLYPHS: Readonly<Record<Judgement['grade'], string>> = { inside: '✓', spread: '≈', off: '≠', open: '?' };
const COLOURS: Readonly<Record<Judgement['grade'], string>> = {
  ...{ inside: 'good', spread: 'early', off: 'problem', open: 'text' },
};

/** The verdict on the prediction. */
function Verdict({ judgement: { grade, verdict, because } }: { readonly judgement: Judgement }) {
  return (
    <div className="stack gap-1" data-grade={grade} role="status">
      <p className="title strong" style={{ color: `var(--${COLOURS[grade]})` }}>
        <span className="judged__glyph" aria-hidden="true">
          {GLYPHS[grade]}
        </span>
        {verdict}
      </p>
      {because.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

/** The question whose answer this part of the lesson shows. */
function questionOf({ steps }: Lesson, id: string): PredictPart | undefined {
  for (const { parts } of steps) for (const part of parts) if (part.kind === 'predict' && part.id === id) return part;
  return undefined;
}
