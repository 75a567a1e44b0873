/** The panel for an interval: its ends, each lane's statistics, and the flows' statistics. */

import { useEffect, useRef } from 'react';
import { intervalWithin } from '../../core/interval/interval-words';
import type { Interval } from '../../core/page/interval';
import { focusLane, lookAt, useView } from '../../core/page/view-store';
import { focusedLane, type LaneRun } from '../../core/run/lanes';
import { SaveMenu } from '../../core/save/SaveMenu';
import { type SceneActions, useScene } from '../../core/scene/scene-store';
import { useSize } from '../../ui/use-size';
import { MOST_BOXES } from './box-layout';
import { FlowBoxes } from './FlowBoxes';
import { FlowTable } from './FlowTable';
import { classesOf, inOneUnit, quantities, shownValue } from './interval-rows';
import { type IntervalLane, PARTS } from './interval-run';
import { MomentField } from './MomentField';
import type { SavedInterval } from './saved-interval';
import { useIntervalRun } from './use-interval-run';
import './interval.css';

interface Props {
  readonly lanes: readonly LaneRun[];
  readonly actions: SceneActions;
}

export function IntervalPanel({ lanes, actions }: Props) {
  const scenario = useScene((state) => state.scenario);
  const asked = useView((state) => state.interval);
  const duration_s = scenario?.duration_s ?? 0;
  const interval = intervalWithin(asked, duration_s);
  const run = useIntervalRun(scenario, interval, lanes.length, actions);
  const lane = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  useEscape();
  if (asked === undefined) return null;
  const saved = interval && run.lanes && { interval, lanes: run.lanes, runs: lanes, actions };
  const about = aboutBoxes(run.lanes?.[lane.index]);
  return (
    <section className="interval stack line-below" aria-label="Interval" aria-busy={run.share !== undefined}>
      <div className="row row--tight">
        <h2 className="heading grow">Interval</h2>
        {saved !== undefined && run.share === undefined && (
          <SaveInterval saved={saved} lane={lane.index} about={about} />
        )}
        <button type="button" className="button small interval__back" title="Esc" onClick={() => lookAt(undefined)}>
          Whole run
        </button>
      </div>
      {interval === undefined ? (
        <p role="status">The run ends at {duration_s} s, before the interval begins, so there are no statistics.</p>
      ) : (
        <>
          <Ends interval={interval} duration_s={duration_s} />
          <p className="interval__state soft small" role="status">
            {run.problem !== undefined ? (
              `The lanes could not be run: ${run.problem}`
            ) : run.share !== undefined ? (
              <>
                Running every lane again to measure the interval… {Math.floor(100 * run.share)} %{' '}
                <button type="button" className="small-button" onClick={run.stop}>
                  Stop
                </button>
              </>
            ) : run.isStopped ? (
              <>
                Stopped.{' '}
                <button type="button" className="small-button" onClick={run.startAgain}>
                  Run it
                </button>
              </>
            ) : (
              'Exact: every lane was run again to measure the interval.'
            )}
          </p>
          <Statistics lanes={run.lanes} runs={lanes} isOld={run.share !== undefined || run.isStopped} />
          <Flows of={run.lanes?.[lane.index]} lane={lane} runs={lanes} about={about} />
        </>
      )}
    </section>
  );
}

/** Esc shows the whole run again, unless another part of the page uses the key. */
function useEscape(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('dialog[open], :popover-open') !== null) return;
      event.preventDefault();
      lookAt(undefined);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function Ends({ interval, duration_s }: { readonly interval: Interval; readonly duration_s: number }) {
  const { from_s, until_s } = interval;
  return (
    <div className="row">
      <MomentField
        label="from"
        value_s={from_s}
        allowed={`from 0 to below ${until_s}`}
        isAllowed={(value_s) => value_s >= 0 && value_s < until_s}
        onChoose={(value_s) => lookAt({ from_s: value_s, until_s })}
      />
      <MomentField
        label="until"
        value_s={until_s}
        allowed={`above ${from_s}, up to ${duration_s}`}
        isAllowed={(value_s) => value_s > from_s && value_s <= duration_s}
        onChoose={(value_s) => lookAt({ from_s, until_s: value_s })}
      />
      <span>s</span>
    </div>
  );
}

interface StatisticsProps {
  readonly lanes: readonly IntervalLane[] | undefined;
  readonly runs: readonly LaneRun[];
  /** True while new statistics are computed. */
  readonly isOld: boolean;
}

/**
 * Maximum number of lanes whose names fit side by side. With more lanes, each is shown as the number of the key that
 * selects it.
 */
const MOST_NAMED = 3;

function Statistics({ lanes, runs, isOld }: StatisticsProps) {
  const classes = lanes === undefined ? (runs[0]?.run.facts.classes ?? []) : classesOf(lanes);
  return (
    <div className="interval__table">
      <table className="table small" data-old={isOld || undefined}>
        <caption className="visually-hidden">Statistics of the interval</caption>
        <thead>
          <tr>
            <td />
            {runs.map(({ index, name }) => (
              <th key={index} scope="col" data-lane={index} title={name}>
                {runs.length <= MOST_NAMED ? (
                  name
                ) : (
                  <>
                    <span aria-hidden="true">{index + 1}</span>
                    <span className="visually-hidden">{name}</span>
                  </>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {quantities(classes).map(({ id, name, unit, meaning, of }) => {
            const row = inOneUnit(lanes?.map(({ result }) => of(result)) ?? [], unit);
            return (
              <tr key={id} data-quantity={id}>
                <th scope="row" title={meaning}>
                  {name} <span className="faint">{row.unit}</span>
                </th>
                {runs.map(({ index }) => (
                  <td key={index} title={lanes?.[index] && shownValue(of(lanes[index].result), unit)}>
                    {row.texts[index] ?? '…'}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface FlowsProps {
  readonly of: IntervalLane | undefined;
  readonly lane: LaneRun;
  readonly runs: readonly LaneRun[];
  readonly about: string;
}

function Flows({ of, lane, runs, about }: FlowsProps) {
  const surface = useRef<HTMLDivElement>(null);
  const size = useSize(surface);
  return (
    <figure className="interval__flows stack gap-1">
      <figcaption className="row">
        <h3 className="grow body strong">Flows{runs.length > 1 ? ` · ${lane.name}` : ''}</h3>
        {runs.length > 1 && (
          <fieldset className="interval__lanes row row--tight gap-1">
            <legend className="visually-hidden">Lane whose flows are shown</legend>
            {runs.map(({ index, name }) => (
              <button
                key={index}
                type="button"
                className="small-button"
                data-lane={index}
                aria-pressed={index === lane.index}
                title={name}
                onClick={() => focusLane(index)}
              >
                {index + 1}
                <span className="visually-hidden">, {name}</span>
              </button>
            ))}
          </fieldset>
        )}
        <p className="soft small">{about}</p>
      </figcaption>
      <div className="interval-boxes small" ref={surface}>
        {of !== undefined && size !== undefined && <FlowBoxes lane={of} size={size} />}
      </div>
      {of !== undefined && <FlowTable of={of} />}
    </figure>
  );
}

/** What the box plots mean, in words. */
function aboutBoxes(lane: IntervalLane | undefined): string {
  return lane !== undefined && lane.result.flows.length > MOST_BOXES
    ? 'Throughput of each class’s flows: median, quartiles, minimum and maximum. The table lists every flow.'
    : `Throughput of each flow after the bottleneck in ${PARTS} equal parts of the interval: median, quartiles, minimum and maximum.`;
}

interface SaveProps {
  readonly saved: SavedInterval;
  readonly lane: number;
  readonly about: string;
}

function SaveInterval({ saved, lane, about }: SaveProps) {
  return (
    <SaveMenu
      title="Statistics of the interval"
      drawing={async (colours) => (await import('./saved-interval')).drawingOfBoxes(saved, lane, about, colours)}
      table={[
        {
          title: 'Row per lane',
          make: async () => (await import('./saved-interval')).tableOfInterval('lanes', saved),
        },
        {
          title: 'Row per flow',
          make: async () => (await import('./saved-interval')).tableOfInterval('flows', saved),
        },
      ]}
    />
  );
}
