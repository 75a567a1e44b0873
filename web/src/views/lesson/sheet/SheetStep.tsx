/** A step of a lesson on paper. */

import type { ReactNode } from 'react';
import { formatDuration, formatNumber, formatTime, formatValue } from '../../../base/format';
import type { Lesson, Part, PredictPart } from '../../../lesson/lesson';
import { AnswerRoom, unitOfPath } from './AnswerRoom';
import { SheetText } from './SheetText';
import type { PartAnswer, TeacherAnswers } from './sheet-facts';

interface Props {
  readonly lesson: Lesson;
  readonly place: number;
  /** Of the scene that it opens. */
  readonly code: ReactNode;
  /** Only on the teacher's copy. */
  readonly answers: TeacherAnswers | undefined;
}

export function SheetStep({ lesson, place, code, answers }: Props) {
  const step = lesson.steps[place];
  if (step === undefined) return null;
  return (
    <section className="sheet-step" aria-label={step.title}>
      <h3 className="sheet-step__title">
        {place + 1}. {step.title}
      </h3>
      {code}
      {step.parts.map((part, at) => (
        <SheetPart
          // biome-ignore lint/suspicious/noArrayIndexKey: a lesson that was read does not change.
          key={at}
          part={part}
          lanes={lesson.scenes[step.scene]?.scenario.lanes.map(({ aqm }) => aqm) ?? []}
          answer={part.kind === 'text' ? undefined : answers?.parts[part.line]}
          isTeachers={answers !== undefined}
        />
      ))}
    </section>
  );
}

interface PartProps {
  readonly part: Part;
  readonly lanes: readonly string[];
  readonly answer: PartAnswer | undefined;
  readonly isTeachers: boolean;
}

function SheetPart({ part, lanes, answer, isTeachers }: PartProps) {
  const truth = answer?.kind === 'truth' ? answer.truth : undefined;
  switch (part.kind) {
    case 'text':
      return (
        <div className="sheet-text">
          <SheetText blocks={part.blocks} />
        </div>
      );
    case 'look': {
      const where = part.lane === null ? '' : `, in the queue of ${lanes[part.lane] ?? ''}`;
      return part.at_s === null ? null : (
        <p className="sheet-do">
          Look at the moment {formatTime(part.at_s)}
          {where}.
        </p>
      );
    }
    case 'predict':
      return (
        <div className="sheet-question">
          <p className="sheet-question__text">
            <span className="sheet-mark">?</span> {part.question}
          </p>
          <p className="sheet-small">{HOW[part.answer.kind]}</p>
          <AnswerRoom answer={part.answer} truth={truth} />
          {isTeachers && <AnswerOfQuestion part={part} answer={answer} />}
        </div>
      );
    case 'run':
      return (
        <p className="sheet-do">
          <span aria-hidden="true">▶ </span>
          Run the scene{part.until_s === null ? ' to its end' : ` to ${formatDuration(part.until_s)}`}.
        </p>
      );
    case 'reveal':
      return isTeachers ? (
        part.note !== '' && <p className="sheet-answer">{part.note}</p>
      ) : (
        <div className="sheet-question">
          <p className="sheet-question__text">What came out, and how far is it from what you expected? Why?</p>
          <Lines count={2} />
        </div>
      );
    case 'why':
      return (
        <div className="sheet-question">
          <p className="sheet-question__text">
            <span className="sheet-mark">?</span> Go to the first “{part.event.replaceAll('_', ' ')}”
            {part.flow !== null && ` of a ${part.flow.toUpperCase()} packet`} in the queue of {lanes[part.lane] ?? ''}{' '}
            from {formatDuration(part.after_s)} on. Why did this packet go?
          </p>
          {isTeachers ? part.say !== '' && <p className="sheet-answer">{part.say}</p> : <Lines count={2} />}
        </div>
      );
    case 'do':
      return (
        <div className="sheet-question">
          <p className="sheet-question__text">
            <span className="sheet-box" aria-hidden="true" /> {part.task}
          </p>
          <p className="sheet-small">
            Solved when {part.conditions.join(' and ')}, over {part.seeds === 1 ? '1 seed' : `${part.seeds} seeds`}.
            {part.hint !== '' && ` Hint: ${part.hint}`}
          </p>
          {isTeachers ? (
            <div className="sheet-answer">
              <p>
                A solution:{' '}
                {part.solution
                  .map(({ path, value }) =>
                    typeof value === 'number'
                      ? `${path} = ${formatValue(value, unitOfPath(path))}`
                      : `${path} = ${value}`,
                  )
                  .join(', ')}
                .
              </p>
              {answer?.kind === 'task' && (
                <p>
                  {answer.isSolved ? 'With it the condition holds' : 'With it the condition does not hold'}:{' '}
                  {answer.figures} ({seedsInWords(answer.seeds)}).
                </p>
              )}
              {answer?.kind === 'failed' && <p>Not computed: {answer.reason}</p>}
            </div>
          ) : (
            <>
              <p className="sheet-small">What I changed, and what came out:</p>
              <Lines count={2} />
            </>
          )}
        </div>
      );
  }
}

const HOW = {
  slider: 'Mark your prediction on the scale before you run the scene.',
  choice: 'Tick one before you run the scene.',
  curve: 'Draw the curve that you expect before you run anything.',
} as const;

function Lines({ count }: { readonly count: number }) {
  return (
    <div className="sheet-lines" aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are alike.
        <span key={at} />
      ))}
    </div>
  );
}

/** What the engine found, in words with its interval. */
function AnswerOfQuestion({ part, answer }: { readonly part: PredictPart; readonly answer: PartAnswer | undefined }) {
  if (answer === undefined) return <p className="sheet-answer">Not computed yet.</p>;
  if (answer.kind !== 'truth')
    return <p className="sheet-answer">Not computed{answer.kind === 'failed' ? `: ${answer.reason}` : ''}</p>;
  const { truth, seeds, figures } = answer;
  const by = seedsInWords(seeds);
  if (truth.kind === 'choice')
    return (
      <p className="sheet-answer">
        {figures[truth.right]} ({by}).
      </p>
    );
  if (part.answer.kind === 'choice') return null;
  const { unit, name_of_metric, lane } = part.answer;
  const points = part.answer.kind === 'curve' ? part.answer.points : [];
  const path = part.answer.kind === 'curve' ? part.answer.path : '';
  const told = truth.points.map(({ mean, halfWidth }, place) => {
    const at = points[place];
    const value = `${formatValue(mean, unit)}${halfWidth === null ? '' : ` ± ${formatValue(halfWidth, unit, 2)}`}`;
    return at === undefined ? value : `${formatValue(at, unitOfPath(path))}: ${value}`;
  });
  return (
    <p className="sheet-answer">
      {name_of_metric} of {lane}: {told.join('; ')} ({by}).
    </p>
  );
}

/** "seeds 1 to 10". */
function seedsInWords(seeds: readonly number[]): string {
  const [first] = seeds;
  const last = seeds.at(-1);
  if (first === undefined || last === undefined) return 'no seed';
  if (seeds.length === 1) return `seed ${first}`;
  const isRow = last - first === seeds.length - 1;
  return isRow ? `seeds ${first} to ${last}` : `seeds ${seeds.map((seed) => formatNumber(seed, 9)).join(', ')}`;
}
