/** A question that is answered before the run: with a slider, by choosing, or by drawing a curve. */

import { useId, useState } from 'react';
import type { PredictPart as Part } from '../../../core/lesson/lesson';
import { type Prediction, useLesson } from '../../../core/lesson/lesson-store';
import { measureNames, namedAnswer } from '../../../core/lesson/measured-words';
import { disciplineName } from '../../../core/run/setting-names';
import { Icon } from '../../../ui/Icon';
import { answer, forgetAnswer } from './answers';
import { ChoiceQuestion } from './ChoiceQuestion';
import { CurveQuestion } from './CurveQuestion';
import type { Draft } from './curve-axes';
import type { PartProps } from './part-props';
import { SliderQuestion } from './SliderQuestion';
import './predict.css';

export function PredictPart({ part, lesson, lanes }: PartProps<Part>) {
  const given = useLesson(({ predictions }) => predictions[part.id]);
  const isRevealed = useLesson(({ truths }) => truths[part.id] !== undefined);
  const [draft, setDraft] = useState<Draft | number | undefined>(undefined);
  const title = useId();
  const value = isRevealed ? given : (draft ?? given);
  const ready = finished(value);
  const isNew = ready !== undefined && JSON.stringify(ready) !== JSON.stringify(given);
  const catalog = lanes[0]?.run.catalog;
  const shared = { question: title, isFixed: isRevealed, catalog };
  const scene = lesson.steps.find(({ parts }) => parts.includes(part))?.scene ?? 0;
  const names = measureNames((id) => disciplineName(catalog, id), lesson.scenes[scene]?.scenario);
  const kind = namedAnswer(part.answer, names);
  return (
    <section className="ask box stack gap-3" aria-labelledby={title} data-given={given !== undefined || undefined}>
      <p className="large" id={title}>
        <span className="badge badge--solid">Predict</span> {part.question}
      </p>
      {kind.kind === 'slider' && (
        <SliderQuestion {...shared} answer={kind} value={numberOf(value)} onChange={setDraft} />
      )}
      {kind.kind === 'choice' && (
        <ChoiceQuestion {...shared} answer={kind} value={numberOf(value)} onChange={setDraft} />
      )}
      {kind.kind === 'curve' && !isRevealed && (
        <CurveQuestion
          {...shared}
          answer={kind}
          value={typeof value === 'object' ? value : kind.points.map(() => undefined)}
          onChange={setDraft}
        />
      )}
      <div className="row gap-3">
        {isRevealed ? (
          <button
            type="button"
            className="button"
            onClick={() => {
              setDraft(undefined);
              forgetAnswer(part);
            }}
          >
            <Icon name="undo" />
            Try again
          </button>
        ) : (
          <button
            type="button"
            className={isNew ? 'button button--accent' : 'button'}
            disabled={!isNew}
            onClick={() => ready !== undefined && answer(part, ready)}
          >
            {given === undefined ? 'Give this answer' : 'Change my answer'}
          </button>
        )}
        <p className="ask__state soft kept-line" role="status">
          {isRevealed &&
            (given === undefined ? 'Shown without an answer.' : 'Your answer is below, beside the result.')}
          {!isRevealed && given !== undefined && !isNew && '✓ Answered. You can change it until you compare.'}
          {!isRevealed && given !== undefined && isNew && 'Your earlier answer counts until you change it.'}
          {!isRevealed && given === undefined && ready === undefined && toDo(kind.kind, value)}
        </p>
      </div>
    </section>
  );
}

/** The answer, if complete. Undefined if any value is missing. */
function finished(value: Draft | number | undefined): Prediction | undefined {
  if (typeof value !== 'object') return value;
  const drawn = value.filter((point) => point !== undefined);
  return drawn.length === value.length ? drawn : undefined;
}

function numberOf(value: Draft | number | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function toDo(kind: Part['answer']['kind'], value: Draft | number | undefined): string {
  if (kind === 'slider') return 'Move the slider first.';
  if (kind === 'choice') return 'Choose one first.';
  const drawn = typeof value === 'object' ? value.filter((point) => point !== undefined).length : 0;
  return drawn === 0 ? 'Draw the curve first.' : `${drawn} points drawn; the rest are missing.`;
}
