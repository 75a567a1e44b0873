/** Controls and status of the experiment, which runs every lane under many seeds, on all cores. */

import { useEffect, useId, useState } from 'react';
import { formatNumber } from '../../base/format';
import {
  cancelExperiment,
  type Experiment,
  MOST_SEEDS,
  timeLeft_s,
  timeLeftWords,
  useExperiments,
} from '../../core/experiment/experiment-store';
import { Icon } from '../../ui/Icon';
import { Progress } from '../../ui/Progress';

interface Props {
  readonly experiment: Experiment | undefined;
  readonly id: string;
  readonly usualSeeds: number;
  /** Number of runs per seed: lanes times points. */
  readonly runsPerSeed: number;
  /** True if the scene on the page differs from the paper's. */
  readonly isChanged: boolean;
  readonly onStart: (seeds: number, asChanged: boolean) => void;
  readonly children: React.ReactNode;
}

export function ExperimentBar({ experiment, id, usualSeeds, runsPerSeed, isChanged, onStart, children }: Props) {
  const running = useExperiments((state) => state.running);
  const elsewhere = useExperiments((state) =>
    state.running === undefined || state.running === id ? undefined : state.experiments[state.running],
  );
  const [seeds, setSeeds] = useState(String(usualSeeds));
  const [asChanged, setAsChanged] = useState(false);
  const hint = useId();
  const count = Math.round(Number(seeds));
  const isFine = count >= 1 && count <= MOST_SEEDS;
  // True if the preset's experiment has finished with as many runs as the form asks for. Runs are deterministic, so
  // another start would give the same results.
  const isRun = experiment?.phase === 'done' && experiment.total === count * runsPerSeed;
  return (
    <section className="experiment row box" aria-label="Experiment">
      {experiment?.phase === 'running' ? (
        <Running experiment={experiment} />
      ) : (
        <form
          className="experiment__form row"
          onSubmit={(event) => {
            event.preventDefault();
            if (isFine && running === undefined) onStart(count, isChanged && asChanged);
          }}
        >
          <label className="row row--tight">
            seeds
            <input
              type="number"
              className="field"
              min={1}
              max={MOST_SEEDS}
              step={1}
              value={seeds}
              aria-describedby={hint}
              onChange={(event) => setSeeds(event.target.value)}
            />
          </label>
          <button
            type="submit"
            className={experiment?.phase === 'done' ? 'button' : 'button button--accent'}
            disabled={!isFine || running !== undefined}
          >
            <Icon name="play" />
            {experiment === undefined ? 'Run the experiment' : 'Run again'}
          </button>
          <p className="occasional soft" id={hint}>
            {!isFine && `Enter 1 to ${MOST_SEEDS} seeds.`}
            {isFine &&
              elsewhere !== undefined &&
              `“${elsewhere.title}” is running; only one experiment can run at a time.`}
            {isFine && elsewhere === undefined && !isRun && runWords(count * runsPerSeed, runsPerSeed)}
          </p>
          <Outcome experiment={experiment} />
          {isChanged && (
            <label className="row row--tight">
              <input type="checkbox" checked={asChanged} onChange={(event) => setAsChanged(event.target.checked)} />
              with my changes to the scene
            </label>
          )}
        </form>
      )}
      {children}
    </section>
  );
}

function Running({ experiment }: { readonly experiment: Experiment }) {
  const { total, done, failed, workers } = experiment;
  const now_ms = useSecondHand();
  const ended = done + failed.length;
  return (
    <div className="experiment__form row">
      <Progress
        done={ended}
        total={total}
        aside={`${timeLeftWords(timeLeft_s(experiment, now_ms))} · ${workers} at a time`}
      >
        {total === 0 ? 'Starting the workers…' : `${ended} of ${total} runs`}
      </Progress>
      <button type="button" className="button" onClick={cancelExperiment}>
        Cancel
      </button>
    </div>
  );
}

/** The outcome of a finished experiment, which screen readers announce. */
function Outcome({ experiment }: { readonly experiment: Experiment | undefined }) {
  const { phase, done, total, seeds, failed, problem, isChanged } = experiment ?? {};
  const first = failed?.[0];
  return (
    <div className="occasional soft" role="status">
      {phase === 'cancelled' && (
        <p>
          Cancelled after {done} of {total} runs; their results are kept.
        </p>
      )}
      {phase === 'failed' && <p className="wrong">The experiment failed: {problem}. The page still works.</p>}
      {phase === 'done' && (
        <p>
          {done} runs of {seeds?.length} {seeds?.length === 1 ? 'seed' : 'seeds'}
          {isChanged === true && ', with your changes to the scene'}.
        </p>
      )}
      {first !== undefined && phase !== 'failed' && (
        <p className="wrong">
          {failed?.length === 1 ? 'One run' : `${failed?.length} runs`} failed (seed {first.job.seed}: {first.reason});
          the others count.
        </p>
      )}
    </div>
  );
}

function runWords(runs: number, runsPerSeed: number): string {
  const words = runs === 1 ? '1 run' : `${formatNumber(runs, 6)} runs`;
  return runsPerSeed === 1 ? `${words}, one per seed` : `${words}, ${runsPerSeed} per seed`;
}

/** The current time, updated every second. */
function useSecondHand(): number {
  const [now_ms, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now_ms;
}
