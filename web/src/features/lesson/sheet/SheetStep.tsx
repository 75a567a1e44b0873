/** A step of a lesson on paper. */

import type { ReactNode } from 'react';
import { formatDuration, formatTime, formatValue } from '../../../base/format';
import type { Lesson, Part, PredictPart, WritePart } from '../../../core/lesson/lesson';
import {
  conditionWords,
  figuresWords,
  halfWords,
  type MeasureNames,
  measureNames,
  namedAnswer,
} from '../../../core/lesson/measured-words';
import { waitsForAnswer } from '../lesson-words';
import { AnswerRoom } from './AnswerRoom';
import { SheetText } from './SheetText';
import type { PartAnswer, TeacherAnswers } from './sheet-facts';
import type { SheetNames } from './sheet-names';

interface Props {
  readonly lesson: Lesson;
  readonly place: number;
  /** The QR code of the scene that the step opens. */
  readonly code: ReactNode;
  readonly names: SheetNames;
  /** Answers, only on the teacher's copy. */
  readonly answers: TeacherAnswers | undefined;
}

export function SheetStep({ lesson, place, code, names, answers }: Props) {
  const step = lesson.steps[place];
  if (step === undefined) return null;
  return (
    <section className="sheet-step" aria-label={step.title}>
      <h3 className="sheet-step__title">
        {place + 1}. {step.title}
      </h3>
      {code}
      {step.parts.map((part, at) =>
        // The student's copy leaves out the parts that reveal an answer.
        answers === undefined && waitsForAnswer(step.parts, at, NOTHING_ANSWERED) ? null : (
          <SheetPart
            // biome-ignore lint/suspicious/noArrayIndexKey: a lesson that was read does not change.
            key={at}
            part={part}
            lanes={lesson.scenes[step.scene]?.scenario.lanes.map(({ aqm }) => names.discipline(aqm)) ?? []}
            names={names}
            measures={measureNames(names.discipline, lesson.scenes[step.scene]?.scenario)}
            answer={part.kind === 'text' ? undefined : answers?.parts[part.line]}
            isTeachers={answers !== undefined}
          />
        ),
      )}
    </section>
  );
}

const NOTHING_ANSWERED = { truths: {}, solved: [] };

interface PartProps {
  readonly part: Part;
  /** Names of the disciplines. */
  readonly lanes: readonly string[];
  readonly names: SheetNames;
  readonly measures: MeasureNames;
  readonly answer: PartAnswer | undefined;
  readonly isTeachers: boolean;
}

function SheetPart({ part, lanes, names, measures, answer, isTeachers }: PartProps) {
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
          Go to {formatTime(part.at_s)}
          {where}.
        </p>
      );
    }
    case 'predict':
      return (
        <div className="sheet-question">
          <p className="strong">
            <span className="sheet-mark">?</span> {part.question}
          </p>
          <p className="sheet-small">{HOW[part.answer.kind]}</p>
          <AnswerRoom answer={namedAnswer(part.answer, measures)} truth={truth} names={names} />
          {isTeachers && <AnswerOfQuestion {...{ part, answer, names, measures }} />}
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
        part.note !== '' && <p className="sheet-answer quote">{part.note}</p>
      ) : (
        <div className="sheet-question">
          <p className="strong">What is the result, and how far is it from your prediction? Why?</p>
          <Lines count={2} />
        </div>
      );
    case 'why':
      return (
        <div className="sheet-question">
          <p className="strong">
            <span className="sheet-mark">?</span> Go to the first event “{names.reason(part.event)}”
            {part.flow !== null && ` of a ${part.flow.toUpperCase()} packet`} in the queue of {lanes[part.lane] ?? ''}{' '}
            from {formatDuration(part.after_s)} on. What happened to this packet, and why?
          </p>
          {isTeachers ? part.say !== '' && <p className="sheet-answer quote">{part.say}</p> : <Lines count={2} />}
        </div>
      );
    case 'do':
      return (
        <div className="sheet-question">
          <p className="strong">
            <span className="sheet-box" aria-hidden="true" /> {part.task}
          </p>
          <p className="sheet-small">
            Solved when, over {part.seeds === 1 ? '1 seed' : `${part.seeds} seeds`}:{' '}
            {part.conditions.map((one) => conditionWords(one, measures)).join('; ')}.
            {part.hint !== '' && ` Hint: ${part.hint}`}
          </p>
          {isTeachers ? (
            <div className="sheet-answer quote">
              <p>
                A solution:{' '}
                {part.solution
                  .map(({ path, value }) => {
                    const { name, unit } = names.setting(path);
                    return `${name} = ${typeof value === 'number' ? formatValue(value, unit) : value}`;
                  })
                  .join(', ')}
                .
              </p>
              {answer?.kind === 'task' && (
                <p>
                  {answer.isSolved ? 'It solves the task' : 'It does not solve the task'}:{' '}
                  {figuresWords(answer.figures, measures)} ({seedsInWords(answer.seeds)}).
                </p>
              )}
              {answer?.kind === 'failed' && <p>Not computed: {answer.reason}</p>}
            </div>
          ) : (
            <>
              <p className="sheet-small">My changes, and the result:</p>
              <Lines count={2} />
            </>
          )}
        </div>
      );
    case 'write':
      return <SheetWrite part={part} isTeachers={isTeachers} />;
  }
}

/** A task that asks for a script, to be written by hand: the script's first lines, and blank lines. */
function SheetWrite({ part, isTeachers }: { readonly part: WritePart; readonly isTeachers: boolean }) {
  return (
    <div className="sheet-question">
      <p className="strong">
        <span className="sheet-box" aria-hidden="true" /> {part.task}
      </p>
      {part.hint !== '' && <p className="sheet-small">Hint: {part.hint}</p>}
      {isTeachers ? (
        <pre className="sheet-answer quote">
          <code>{part.solution}</code>
        </pre>
      ) : (
        <>
          <p className="sheet-small">My script, and the result of the check:</p>
          <Lines count={6} />
        </>
      )}
    </div>
  );
}

const HOW = {
  slider: 'Mark your prediction on the scale before you run the scene.',
  choice: 'Tick one before you run the scene.',
  curve: 'Draw the curve you expect before you run the scene.',
} as const;

function Lines({ count }: { readonly count: number }) {
  return (
    <div className="sheet-lines" aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal.
        <span key={at} />
      ))}
    </div>
  );
}

interface AnswerProps {
  readonly part: PredictPart;
  readonly answer: PartAnswer | undefined;
  readonly names: SheetNames;
  readonly measures: MeasureNames;
}

/** The engine's result in words, with its interval. */
function AnswerOfQuestion({ part, answer, names, measures }: AnswerProps) {
  if (answer === undefined) return <p className="sheet-answer quote">Not computed yet.</p>;
  if (answer.kind !== 'truth')
    return <p className="sheet-answer quote">Not computed{answer.kind === 'failed' ? `: ${answer.reason}` : ''}</p>;
  const { truth } = answer;
  const by = seedsInWords(truth.seeds);
  if (truth.kind === 'choice')
    return (
      <p className="sheet-answer quote">
        {truth.right === null
          ? `No option stands out in the runs: ${truth.options.map(({ figures }) => figuresWords(figures, measures)).join('; ')}`
          : figuresWords(truth.options[truth.right]?.figures ?? '', measures)}{' '}
        ({by}).
      </p>
    );
  if (part.answer.kind === 'choice') return null;
  const { unit, name_of_metric, lane } = namedAnswer(part.answer, measures);
  const points = part.answer.kind === 'curve' ? part.answer.points : [];
  const path = part.answer.kind === 'curve' ? part.answer.path : '';
  const texts = truth.points.map(({ mean, halfWidth }, place) => {
    const at = points[place];
    const value = `${formatValue(mean, unit, 3)}${halfWidth === null ? '' : ` ± ${halfWords(halfWidth, mean, unit)}`}`;
    return at === undefined ? value : `${formatValue(at, names.setting(path).unit)}: ${value}`;
  });
  return (
    <p className="sheet-answer quote">
      {name_of_metric} under {names.discipline(lane)}: {texts.join('; ')} ({by}).
    </p>
  );
}

/** The seeds of an experiment, in words. They are counted from 1. */
function seedsInWords(seeds: number): string {
  return seeds === 1 ? 'seed 1' : `seeds 1 to ${seeds}`;
}
