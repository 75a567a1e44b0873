/**
 * Shows which settings matter. All of a lane's settings are varied, and ranked by their effect on a quantity, using
 * Morris' elementary effects. Method: `crates/formats/sweep/src/screening`.
 */

import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatNumber, formatWait } from '../../../base/format';
import type { Scenario } from '../../../core/border/scenario';
import type { LaneRun } from '../../../core/run/lanes';
import { SaveMenu } from '../../../core/save/SaveMenu';
import type { SceneActions } from '../../../core/scene/scene-store';
import { Icon } from '../../../ui/Icon';
import { Progress } from '../../../ui/Progress';
import { useSize } from '../../../ui/use-size';
import type { ScreeningDefinition, Vary } from '../screening';
import { cancelScreening, startScreening, useScreening } from '../screening-store';
import { factorWords } from '../screening-words';
import { ScreeningChart } from './ScreeningChart';
import { ScreeningTable } from './ScreeningTable';
import { type ShownScreening, shownScreening } from './shown-screening';
import './screening.css';

interface ScreeningPanelProps {
  readonly scene: Scenario;
  /** The focused lane, whose settings are varied. */
  readonly lane: LaneRun;
  /** Id of the metric that is shown first. Undefined for the first of the screening's metrics. */
  readonly metric?: string | undefined;
  readonly actions: Pick<SceneActions, 'linkOf'>;
}

const FACTORS = [1.1, 1.25, 1.5, 2, 3, 5, 10] as const;
const EFFORTS = [
  { id: 'quick', name: 'Quick', trajectories: 6, seeds: 3 },
  { id: 'usual', name: 'Usual', trajectories: 10, seeds: 3 },
  { id: 'thorough', name: 'Thorough', trajectories: 30, seeds: 5 },
] as const;
const PARTS: readonly (readonly [Vary, string])[] = [
  ['queue', 'Queue'],
  ['bottleneck', 'Link'],
  ['flows', 'Flows'],
];

export function ScreeningPanel({ scene, lane, metric, actions }: ScreeningPanelProps) {
  const { catalog } = lane.run;
  const [factor, setFactor] = useState(2);
  const [effort, setEffort] = useState<(typeof EFFORTS)[number]['id']>('usual');
  const [vary, setVary] = useState<readonly Vary[]>(['queue']);
  const [chosen, setChosen] = useState(metric);
  const [isTable, setTable] = useState(false);
  const { status, definition, facts, report, problems } = useScreening((state) => state);
  const ids = useId();
  const plan = EFFORTS.find(({ id }) => id === effort) ?? EFFORTS[1];
  const wanted = useMemo<ScreeningDefinition>(
    () => ({ scene, lane: lane.index, vary, factor, trajectories: plan.trajectories, seeds: plan.seeds }),
    [scene, lane.index, vary, factor, plan],
  );
  const isStale = useMemo(
    () => definition !== undefined && JSON.stringify(definition) !== JSON.stringify(wanted),
    [definition, wanted],
  );
  const shown = useMemo(
    () =>
      facts === undefined || report === undefined || definition === undefined
        ? undefined
        : shownScreening(facts, report, chosen, {
            catalog,
            scene: definition.scene,
            lane: catalog.disciplines.find(({ id }) => id === facts.aqm)?.name ?? 'the script',
          }),
    [facts, report, chosen, definition, catalog],
  );
  const isRunning = status === 'running';
  const save = async () => import('./saved-screening');
  return (
    <section className="screening column gap-3" aria-label="What matters here?">
      <form
        className="screening__line row"
        onSubmit={(event) => {
          event.preventDefault();
          void startScreening(wanted);
        }}
      >
        <label className="row soft" htmlFor={`${ids}factor`}>
          Vary each number
          <select
            id={`${ids}factor`}
            className="select"
            value={factor}
            onChange={(event) => setFactor(Number(event.target.value))}
          >
            {FACTORS.map((it) => (
              <option key={it} value={it}>
                {factorWords(it)}
              </option>
            ))}
          </select>
        </label>
        <fieldset className="screening__parts row row--tight gap-3">
          <legend className="visually-hidden">Settings of</legend>
          {PARTS.map(([id, name]) => (
            <label key={id} className="row row--tight gap-1">
              <input
                type="checkbox"
                checked={vary.includes(id)}
                onChange={() => setVary(PARTS.map(([it]) => it).filter((it) => (it === id) !== vary.includes(it)))}
              />
              {name}
            </label>
          ))}
        </fieldset>
        <label className="row soft" htmlFor={`${ids}effort`}>
          <span className="visually-hidden">How many runs</span>
          <select
            id={`${ids}effort`}
            className="select"
            value={effort}
            onChange={(event) => setEffort(event.target.value as typeof effort)}
          >
            {EFFORTS.map(({ id, name, trajectories, seeds }) => (
              <option key={id} value={id}>
                {`${name}: ${trajectories} trajectories, ${seeds} seeds`}
              </option>
            ))}
          </select>
        </label>
        {isRunning ? (
          <button type="button" className="button" onClick={cancelScreening}>
            Cancel
          </button>
        ) : (
          <button
            type="submit"
            className={shown === undefined || isStale ? 'button button--accent' : 'button'}
            disabled={vary.length === 0}
          >
            <Icon name="play" />
            {`What matters under ${lane.name}?`}
          </button>
        )}
        <ScreeningProgress />
      </form>
      {problems.length > 0 && (
        <ul className="screening__list wrong" role="alert">
          {problems.map(({ path, problem }) => (
            <li key={`${path} ${problem}`}>{path === '' ? problem : `${path}: ${problem}`}</li>
          ))}
        </ul>
      )}
      {isStale && !isRunning && (
        <p className="screening__note soft">
          The results below are from before the last change to the scene, the lane or the choices.
        </p>
      )}
      {shown === undefined || facts === undefined || definition === undefined ? (
        <p className="screening__note soft">
          Changes each setting several times, each time at other values of all other settings, and compares the runs
          before and after. The settings with the largest effects come first. Choices and switches are changed once and
          listed separately.
        </p>
      ) : (
        <>
          <p className="screening__sentence large">{shown.sentence}</p>
          <div className="screening__line row">
            <label htmlFor={`${ids}metric`}>
              <span className="visually-hidden">Quantity</span>
              <select
                id={`${ids}metric`}
                className="select"
                value={shown.metric.id}
                onChange={(event) => setChosen(event.target.value)}
              >
                {facts.metrics.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <Key hasChance={facts.seeds > 1} hasOnce={shown.chartedOnce.length > 0} />
            <span className="push">
              <SaveMenu
                title="What matters"
                ways={[{ name: 'As a table', isOn: isTable, set: setTable }]}
                drawing={async (colours) =>
                  (await save()).drawingOfScreening({ shown, facts, definition, actions, catalog }, colours)
                }
                table={async () => (await save()).tableOfScreening({ shown, facts, definition, actions, catalog })}
              />
            </span>
          </div>
          <Chart shown={shown} />
          {isTable && <ScreeningTable shown={shown} />}
          {shown.further.length > 0 && (
            <p className="screening__note soft">
              <strong>No more than chance:</strong> {shown.further.join(', ')}.
            </p>
          )}
          {shown.nothing.length > 0 && (
            <p className="screening__note soft">
              <strong>No effect on any run:</strong> {shown.nothing.join(', ')}.
            </p>
          )}
          {shown.leftOut.length > 0 && (
            <details className="soft">
              <summary>{shown.leftOut.length} not varied</summary>
              <ul className="screening__list">
                {shown.leftOut.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </section>
  );
}

function Chart({ shown }: { readonly shown: ShownScreening }) {
  const surface = useRef<HTMLDivElement>(null);
  const size = useSize(surface);
  return (
    <div className="screening__chart body" ref={surface}>
      {size !== undefined && size.width > 0 && (
        <ScreeningChart shown={shown} width={size.width} fontSize={size.fontSize} />
      )}
    </div>
  );
}

/** The key to the marks. */
function Key({ hasChance, hasOnce }: { readonly hasChance: boolean; readonly hasOnce: boolean }) {
  return (
    <ul className="screening__key row soft small">
      <li className="row row--tight">
        <svg viewBox="0 0 30 12" width="30" height="12" aria-hidden="true">
          <line className="screening__interval" x1="4" x2="26" y1="6" y2="6" />
          <circle className="screening__dot" cx="15" cy="6" r="4" />
        </svg>
        <span title="Mean size of the elementary effects, over the whole range of the setting">
          μ* with 95 % interval: how much it matters
        </span>
      </li>
      <li className="row row--tight">
        <svg viewBox="0 0 14 12" width="14" height="12" aria-hidden="true">
          <path className="screening__sigma" d="M7 1L12 6L7 11L2 6Z" />
        </svg>
        <span title="Standard deviation of the elementary effects">σ: how much it depends on other settings</span>
      </li>
      {hasOnce && (
        <li className="row row--tight">
          <svg viewBox="0 0 30 12" width="30" height="12" aria-hidden="true">
            <line className="screening__interval" x1="4" x2="26" y1="6" y2="6" />
            <rect className="screening__dot" x="11" y="2" width="8" height="8" />
          </svg>
          <span title="Choices and switches have no range: the other value is tried once, with all other settings unchanged. Only a change larger than the limit of chance is found; the table has the size that is found four times out of five">
            change by a choice or switch
          </span>
        </li>
      )}
      {hasChance && (
        <li className="row row--tight">
          <svg viewBox="0 0 14 12" width="14" height="12" aria-hidden="true">
            <rect className="screening__chance" x="0" y="0" width="14" height="12" />
          </svg>
          <span title="If a setting only made the runs draw other random numbers, its mark would stay inside this bar in about 95 of 100 screenings">
            limit of chance (5 %)
          </span>
        </li>
      )}
    </ul>
  );
}

/** The numbers that change several times a second, in a separate component. */
function ScreeningProgress() {
  const status = useScreening((state) => state.status);
  const done = useScreening((state) => state.report?.done ?? 0);
  const total = useScreening((state) => state.facts?.tasks ?? 0);
  const began_ms = useScreening((state) => state.began_ms);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const words = {
      empty: '',
      running: 'The runs have begun',
      done: 'All runs are done',
      cancelled: 'Cancelled',
      failed: '',
    };
    setSaid(words[status]);
  }, [status]);
  const left_s = done === 0 ? undefined : ((performance.now() - began_ms) / 1000 / done) * (total - done);
  return (
    <div className="screening__progress row row--tight gap-3 soft figures">
      {status === 'running' && (
        <Progress done={done} total={total} aside={left_s === undefined ? '' : `${formatWait(left_s)} left`}>
          {total === 0 ? 'Starting…' : `${formatNumber(done, 9)} of ${formatNumber(total, 9)} runs`}
        </Progress>
      )}
      {(status === 'done' || status === 'cancelled') && (
        <span>{`${formatNumber(done, 9)} ${status === 'done' ? '' : `of ${formatNumber(total, 9)} `}runs`}</span>
      )}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}
