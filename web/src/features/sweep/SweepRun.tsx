/** The row that starts a sweep and shows its progress. */

import { type ReactNode, useEffect, useState } from 'react';
import { formatNumber, formatWait } from '../../base/format';
import type { SceneProblem } from '../../core/border/client';
import { Icon } from '../../ui/Icon';
import { Progress } from '../../ui/Progress';
import { cancelSweep, pauseSweep, resumeSweep, useSweep } from './sweep-store';

interface Props {
  /** Number of runs that the form asks for. */
  readonly runs: number;
  /** True if a rule decides on further seeds. Then `runs` is only the largest possible number. */
  readonly isAtMost: boolean;
  /** Estimated duration [s]. Undefined while it is unknown. */
  readonly estimate_s: number | undefined;
  /** Problems that belong to no field of the form. */
  readonly problems: readonly SceneProblem[];
  /** The reason why the browser cannot store the rows. */
  readonly unkept: string | undefined;
  /** The menu for saving. */
  readonly children: ReactNode;
  readonly onStart: () => void;
}

export function SweepRun({ runs, isAtMost, estimate_s, problems, unkept, children, onStart }: Props) {
  const status = useSweep((state) => state.status);
  const isStale = useSweep((state) => state.isStale);
  const total = useSweep((state) => state.total);
  // True if every run that the form asks for is done. Another start would give the same rows.
  const isComplete = status === 'done' && !isStale;
  const isOnItsWay = status === 'running' || status === 'reading' || status === 'paused';
  const study = useSweep((state) => state.study);
  const most = isAtMost ? 'at most ' : '';
  const words = `Run ${most}${counted(runs)} ${runs === 1 ? 'run' : 'runs'}`;
  const about = estimate_s === undefined ? '' : `, ${most}about ${formatWait(estimate_s)}`;
  return (
    <div className="sweep-run row">
      {isComplete && (
        <p className="soft">
          {counted(total)} runs {study === undefined ? 'are done' : `of ${study.name} are read`}.
        </p>
      )}
      {(isStale || !(isOnItsWay || isComplete)) && (
        <button type="button" className="button button--accent" disabled={runs === 0} onClick={onStart}>
          <Icon name="play" />
          {words}
          {about}
        </button>
      )}
      {isOnItsWay && <SweepProgress />}
      {(status === 'running' || status === 'reading') && (
        <button type="button" className="button" onClick={() => void pauseSweep()}>
          <Icon name="pause" />
          Pause
        </button>
      )}
      {status === 'paused' && (
        <button type="button" className="button" onClick={() => void resumeSweep()}>
          <Icon name="play" />
          Go on
        </button>
      )}
      {status === 'running' && (
        <button type="button" className="button" onClick={() => void cancelSweep()}>
          Cancel
        </button>
      )}
      {children}
      {isStale && (
        <p className="sweep-run__whole well">
          The results below are from before the last change to the scene or the sweep. Run again to update them.
        </p>
      )}
      {unkept !== undefined && (
        <p className="sweep-run__whole well" role="alert">
          The browser cannot keep these runs for a later visit: {unkept}. Save them before you close the page.
        </p>
      )}
      {problems.length > 0 && (
        <ul className="sweep-run__whole wrong" role="alert">
          {problems.map(({ path, problem }) => (
            <li key={`${path} ${problem}`}>
              {path} {problem}
            </li>
          ))}
        </ul>
      )}
      <Announced />
    </div>
  );
}

/**
 * The numbers that change several times a second, in a separate component, so that React does not render other parts
 * with them.
 */
function SweepProgress() {
  const { done, total, most, runs_per_s, left_s, status, study } = useSweep((state) => state);
  const isBusy = status === 'running' || status === 'reading';
  const isRead = status === 'reading' || study?.isRead === false;
  const rate = runs_per_s !== undefined && isBusy ? `${formatNumber(runs_per_s, 3)} runs/s` : '';
  const least = most === undefined || isRead ? '' : 'at least ';
  const left = left_s === undefined || !isBusy ? '' : `${least}${formatWait(left_s)} left`;
  const known = isRead ? ' read' : most === undefined ? '' : ` so far, at most ${counted(most)}`;
  return (
    <Progress
      done={done}
      total={total}
      aside={[status === 'paused' ? 'paused' : rate, left].filter(Boolean).join(' · ')}
    >
      {total === 0 ? 'Starting…' : `${counted(done)} of ${counted(total)} runs${known}`}
    </Progress>
  );
}

/** A number of runs, such as 1,200,000. */
function counted(runs: number): string {
  return runs.toLocaleString('en');
}

/** Screen readers announce the progress this many times: at each quarter of the runs. */
const PARTS = 4;

function Announced() {
  const status = useSweep((state) => state.status);
  // Under a rule for further seeds, the total is not known in advance. Screen readers then announce each round of runs
  // instead of each quarter of the runs.
  const part = useSweep(({ done, total, most }) =>
    total === 0 || most !== undefined ? 0 : Math.floor((PARTS * done) / total),
  );
  const total = useSweep((state) => state.total);
  const isStudy = useSweep((state) => state.study !== undefined);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (status === 'empty') return setSaid('');
    const words: Readonly<Record<string, string>> = {
      running: part === 0 ? `${total} runs have begun` : `${(100 * part) / PARTS} % of the runs are done`,
      paused: 'The sweep is paused',
      reading: part === 0 ? 'The runs are being read' : `${(100 * part) / PARTS} % of the runs are read`,
      done: `All ${total} runs are ${isStudy ? 'read' : 'done'}`,
      failed: 'The sweep failed',
    };
    setSaid(words[status] ?? '');
  }, [status, part, total, isStudy]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}
