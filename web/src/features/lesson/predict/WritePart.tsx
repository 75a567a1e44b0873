/** A task that asks for a script. The editor opens below the queue, and the engine checks the task's conditions. */

import { useEffect, useId, useRef, useState } from 'react';
import { problemText } from '../../../base/problem-text';
import { type Judged, judgedText, judgeScript, referenceName, verdictWords } from '../../../core/lesson/judge-script';
import type { WritePart as Part } from '../../../core/lesson/lesson';
import type { LessonActions } from '../../../core/lesson/lesson-actions';
import { lessonStore, useLesson } from '../../../core/lesson/lesson-store';
import { conditionWords, figuresWords, type MeasureNames, measureNames } from '../../../core/lesson/measured-words';
import { disciplineName } from '../../../core/run/setting-names';
import { scriptStore, useScript } from '../../../core/scene/script-store';
import { Icon } from '../../../ui/Icon';
import { ScrollRegion } from '../../../ui/ScrollRegion';
import { solve, unsolve } from './answers';
import type { PartProps } from './part-props';
import './predict.css';

interface Props extends PartProps<Part> {
  readonly lessonActions: LessonActions;
}

interface Checked {
  readonly script: string;
  readonly verdict: Judged;
}

export function WritePart({ part, lesson, lanes, lessonActions }: Props) {
  const kept = useLesson(({ scripts }) => scripts);
  const draft = useScript((state) => state.draft);
  const script = judgedText(lesson, part, kept, draft);
  // The syntax error of the text. A text with such an error gets no verdict and cannot solve a task.
  const wrong = draft?.text === script ? draft.problem : undefined;
  const isSolved = useLesson(({ solved }) => solved.includes(part.id)) && wrong === undefined;
  const scenario = useLesson(({ step }) => lesson.scenes[lesson.steps[step]?.scene ?? 0]?.scenario);
  const [checked, setChecked] = useState<Checked | undefined>(undefined);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState('');
  const running = useRef<AbortController | undefined>(undefined);
  const title = useId();
  const catalog = lanes[0]?.run.catalog;
  const name = (id: string): string => disciplineName(catalog, id);
  const names = measureNames(name, scenario);
  // Leaving the step cancels the check.
  useEffect(() => () => running.current?.abort(), []);

  const check = async (): Promise<void> => {
    if (scenario === undefined) return;
    running.current?.abort();
    const run = new AbortController();
    running.current = run;
    setProblem('');
    setRunning(true);
    // The text in the editor is parsed only after the user has allowed scripts to run.
    const judged = judgedText(lesson, part, lessonStore.getState().scripts, scriptStore.getState().draft);
    try {
      const verdict = await judgeScript({ scenario, part, script: judged }, { signal: run.signal });
      if (run.signal.aborted || verdict === undefined) return;
      setChecked({ script: judged, verdict });
      if (verdict.kind === 'right') solve(part.id);
      else unsolve(part.id);
    } catch (reason) {
      if (!run.signal.aborted) setProblem(problemText(reason));
    } finally {
      if (running.current === run) setRunning(false);
    }
  };

  const edit = (text?: string): Promise<void> => lessonActions.openEditor(part, text);

  const verdict = checked?.verdict;
  const isStale = checked !== undefined && checked.script !== script;
  return (
    <section className="ask box stack gap-3" aria-labelledby={title} data-solved={isSolved || undefined}>
      <p className="large" id={title}>
        <span className="badge badge--solid">Write</span> {part.task}
        {isSolved && <span className="good strong unbroken"> ✓ solved</span>}
      </p>
      <div className="row gap-3">
        <button type="button" className="button" onClick={() => void edit()}>
          <Icon name="explain" />
          Open the editor
        </button>
        <button
          type="button"
          className="button button--accent"
          disabled={isRunning && !isStale}
          onClick={() => void check()}
        >
          <Icon name="play" />
          Check my script
        </button>
      </div>
      <p className="ask__state soft kept-line" role="status">
        {isRunning
          ? 'Running your script…'
          : verdict === undefined
            ? whatIsChecked(part, name)
            : isStale
              ? 'The script has changed since: check again.'
              : verdictWords(part, verdict, name, names)}
      </p>
      {verdict !== undefined && !isStale && !isRunning && (
        <Verdict verdict={verdict} names={names} onShow={() => void lessonActions.showVerdict(part, verdict)} />
      )}
      {problem !== '' && (
        <p className="wrong" role="alert">
          The check failed: {problem}.
        </p>
      )}
      <div className="ask__help stack gap-1">
        {part.hint !== '' && (
          <details>
            <summary>Hint</summary>
            <p>{part.hint}</p>
          </details>
        )}
        <details>
          <summary>Show the solution</summary>
          <ScrollRegion as="pre" className="ask__script well scrolls small">
            <code>{part.solution}</code>
          </ScrollRegion>
          <button type="button" className="button" onClick={() => void edit(part.solution)}>
            Copy to the editor
          </button>
        </details>
      </div>
    </section>
  );
}

interface VerdictProps {
  readonly verdict: Judged;
  readonly names: MeasureNames;
  readonly onShow: () => void;
}

/** The verdict, with the results that it is based on. */
function Verdict({ verdict, names, onShow }: VerdictProps) {
  if (verdict.kind === 'missed')
    return (
      <ul aria-label="Conditions">
        {verdict.conditions.map(({ condition, holds, figures }) => (
          <li key={condition} className="options__one" data-right={holds || undefined}>
            <p className="options__text">{conditionWords(condition, names)}</p>
            <p className={`strong unbroken ${holds ? 'good' : ''}`}>
              <span aria-hidden="true">{holds ? '✓' : '✕'}</span> {holds ? 'holds' : 'does not hold'}
            </p>
            {figures !== '' && <p className="options__figures small soft breakable">{figuresWords(figures, names)}</p>}
          </li>
        ))}
      </ul>
    );
  if (verdict.kind !== 'parted' && verdict.kind !== 'stopped') return null;
  const values = verdict.kind === 'stopped' ? verdict.values : [];
  return (
    <div className="row gap-3">
      <button type="button" className="button" onClick={onShow}>
        <Icon name="alone" />
        Show me
      </button>
      <p className="ask__state soft kept-line">
        {verdict.kind === 'parted'
          ? `Shows this decision with both queues: seed ${verdict.seed}.`
          : values.map(([variable, value]) => `${variable} = ${value}`).join(', ')}
      </p>
    </div>
  );
}

/** A description of the check, shown before the first one. */
function whatIsChecked({ references, conditions, seeds }: Part, name: (id: string) => string): string {
  const runs = seeds === 1 ? 'one run' : `${seeds} runs`;
  const first = references[0];
  if (first === undefined) return `Runs your script: ${runs}.`;
  const like = referenceName({ references } as Part, first.name, name);
  return `Compares every decision of your script with ${like}, over ${runs}${conditions.length > 0 ? ', and measures it' : ''}.`;
}
