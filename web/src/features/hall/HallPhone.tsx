/**
 * The phone's screen: the question and the queue, a prediction, one run with the phone's own seed, and the answer code.
 */

import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatValue } from '../../base/format';
import { problemText } from '../../base/problem-text';
import { connectRunner } from '../../core/experiment/runner';
import { questionFingerprint, valueStep, writeCode } from '../../core/lesson/hall-code';
import type { HallMeasure, HallQuestion } from '../../core/lesson/hall-question';
import type { Answering } from '../../core/lesson/hall-store';
import { QrCode } from '../../ui/QrCode';
import { keepOwnAnswer, ownAnswer } from './hall-memory';
import { HallRuns } from './hall-runs';
import './hall.css';
import './phone.css';

interface HallPhoneProps extends Answering {
  /** The queue, small. */
  readonly stage: ReactNode;
  /** Leaves the poll and opens the whole lab. */
  readonly onOpenLab: () => void;
}

type Phase =
  | { readonly kind: 'asking'; readonly problem?: string }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly value: number };

export function HallPhone({ question, seed, stage, onOpenLab }: HallPhoneProps) {
  const kept = useMemo(() => ownAnswer(question.fragment), [question.fragment]);
  const [prediction, setPrediction] = useState(kept?.prediction);
  const [phase, setPhase] = useState<Phase>(
    kept?.value === undefined ? { kind: 'asking' } : { kind: 'done', value: kept.value },
  );
  const runs = useRef<HallRuns>(undefined);
  useEffect(() => () => runs.current?.close(), []);

  const run = async (predicted: number | undefined): Promise<void> => {
    setPrediction(predicted);
    setPhase({ kind: 'running' });
    keepOwnAnswer(question.fragment, { seed, prediction: predicted, value: undefined });
    const running = new HallRuns(question, connectRunner);
    runs.current = running;
    try {
      const { value } = await running.run(seed);
      keepOwnAnswer(question.fragment, { seed, prediction: predicted, value });
      setPhase({ kind: 'done', value });
    } catch (problem) {
      setPhase({ kind: 'asking', problem: problemText(problem) });
    } finally {
      running.close();
    }
  };
  return (
    <div className="hall-phone">
      <main className="hall-phone__page stack gap-3" id="stage" tabIndex={-1}>
        <h1 className="hall-phone__question lead">{question.question}</h1>
        {stage}
        <p className="hall-phone__flows soft">
          {question.scene.flows.some(({ transport }) => transport === 'udp')
            ? 'Orange, with a mark: UDP, which never slows down. Blue: TCP.'
            : 'Blue: TCP, one shade per flow.'}
        </p>
        {phase.kind === 'asking' && (
          <Predict question={question} onRun={(predicted) => void run(predicted)} problem={phase.problem} />
        )}
        {phase.kind === 'running' && (
          <p className="hall-phone__running soft" role="status">
            Running the whole scene with seed {seed}…
          </p>
        )}
        {phase.kind === 'done' && <Result {...{ question, seed, prediction }} value={phase.value} />}
        <p className="hall-small soft">
          No server: nothing is sent. Your phone runs the simulation itself, with a seed of its own: {seed}.
        </p>
        <button type="button" className="button button--quiet" onClick={onOpenLab}>
          Open this scene in the lab
        </button>
      </main>
    </div>
  );
}

interface PredictProps {
  readonly question: HallQuestion;
  readonly problem: string | undefined;
  readonly onRun: (prediction: number | undefined) => void;
}

function Predict({ question, problem, onRun }: PredictProps) {
  const [chosen, setChosen] = useState<number>();
  const { answer } = question;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onRun(chosen);
      }}
    >
      {answer.kind === 'slider' ? (
        <PredictSlider measure={answer} chosen={chosen} onChoose={setChosen} />
      ) : (
        <fieldset className="stack">
          <legend>Your prediction</legend>
          {answer.options.map((option, place) => (
            <label key={option} className="row row--tight gap-3 box">
              <input type="radio" name="prediction" checked={chosen === place} onChange={() => setChosen(place)} />
              {option}
            </label>
          ))}
        </fieldset>
      )}
      {problem !== undefined && <p role="alert">The run failed: {problem}</p>}
      <button type="submit" className="button button--accent hall-predict__run" disabled={chosen === undefined}>
        {chosen === undefined ? 'Predict first' : 'Run it'}
      </button>
      <button type="button" className="button button--quiet" onClick={() => onRun(undefined)}>
        Run it without a prediction
      </button>
    </form>
  );
}

interface SliderProps {
  readonly measure: HallMeasure;
  readonly chosen: number | undefined;
  readonly onChoose: (value: number) => void;
}

const STEPS = 100;

function PredictSlider({ measure, chosen, onChoose }: SliderProps) {
  const { from, to, unit, name } = measure;
  const id = useId();
  const slider = useRef<HTMLInputElement>(null);
  const step = chosen === undefined ? STEPS / 2 : Math.round(((chosen - from) / (to - from)) * STEPS);
  const fill = chosen === undefined ? 0 : (100 * step) / STEPS;
  useEffect(() => slider.current?.style.setProperty('--fill', `${fill}%`), [fill]);
  const choose = (text: string): void => onChoose(from + (Number(text) / STEPS) * (to - from));
  return (
    <div className="hall-predict__slider stack gap-1">
      <label htmlFor={id}>Your prediction: {name}</label>
      <output className="strong" htmlFor={id}>
        {chosen === undefined ? '?' : formatValue(chosen, unit, 3)}
      </output>
      <input
        ref={slider}
        id={id}
        className="slider"
        type="range"
        min="0"
        max={STEPS}
        value={step}
        aria-valuetext={chosen === undefined ? 'nothing chosen yet' : formatValue(chosen, unit, 3)}
        onChange={({ target }) => choose(target.value)}
        // The thumb starts in the middle, so a tap there changes no value and causes no `change` event. It is an answer
        // nevertheless.
        onPointerUp={({ currentTarget }) => choose(currentTarget.value)}
      />
      <span className="row row--tight row--spread soft" aria-hidden="true">
        <span>{formatValue(from, unit, 3)}</span>
        <span>{formatValue(to, unit, 3)}</span>
      </span>
    </div>
  );
}

interface ResultProps {
  readonly question: HallQuestion;
  readonly seed: number;
  readonly prediction: number | undefined;
  readonly value: number;
}

function Result({ question, seed, prediction, value }: ResultProps) {
  const { answer, fragment } = question;
  const [said, setSaid] = useState('');
  const step = valueStep(value, answer);
  const code = writeCode({ seed, prediction, step }, questionFingerprint(fragment), answer);
  const words = (one: number): string =>
    answer.kind === 'choice' ? (answer.options[one] ?? 'none of them clearly') : formatValue(one, answer.unit, 3);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code);
      setSaid('Copied.');
    } catch {
      setSaid('This browser cannot copy it. Read it out.');
    }
  };
  return (
    <section className="hall-result stack" aria-label="Your answer">
      <dl className="hall-result__values" data-answer={answer.kind}>
        <div>
          <dt className="soft">Your run</dt>
          <dd className="strong">{words(value)}</dd>
        </div>
        <div>
          <dt className="soft">You predicted</dt>
          <dd className="strong">{prediction === undefined ? '–' : words(prediction)}</dd>
        </div>
      </dl>
      {answer.kind === 'slider' && <Beside measure={answer} value={value} prediction={prediction} />}
      <p className="strong">Show this to the lecturer:</p>
      <p className="hall-result__code well mono strong">
        {code.split('-').map((group, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups may be equal.
          <span key={place}>
            {place > 0 && '-'}
            {group}
          </span>
        ))}
      </p>
      <QrCode text={code} name="your answer, for the lecturer’s camera" />
      <p className="row row--tight gap-3">
        <button type="button" className="button" onClick={() => void copy()}>
          Copy the code
        </button>
        <span role="status">{said}</span>
      </p>
    </section>
  );
}

/** Prediction and value on a scale. The numbers are also given as text. */
function Beside({
  measure: { from, to },
  value,
  prediction,
}: {
  readonly measure: HallMeasure;
  readonly value: number;
  readonly prediction: number | undefined;
}) {
  const at = (one: number): string => `${Math.min(100, Math.max(0, (100 * (one - from)) / (to - from)))}%`;
  return (
    <svg className="hall-result__beside" aria-hidden="true">
      <line x1="0" x2="100%" y1="70%" y2="70%" />
      {prediction !== undefined && (
        <svg x={at(prediction)} y="70%" overflow="visible" aria-hidden="true">
          <path className="hall-guess" d="M0 -8 6.5 0 0 8 -6.5 0z" />
        </svg>
      )}
      <svg x={at(value)} y="70%" overflow="visible" aria-hidden="true">
        <rect className="hall-cell" x="-6" y="-6" width="12" height="12" rx="2" />
      </svg>
    </svg>
  );
}
