/**
 * One row of the table as a picture: the values of the paper, of ns-2, of the run on the page and of the experiment, on
 * one axis.
 */

import { formatNumber } from '../../base/format';
import type { Axis, Mark, PaperRow } from '../../core/experiment/paper-table';
import { scaleOver } from '../../ui/figure/scale';

export function Strip({ row, axis }: { readonly row: PaperRow; readonly axis: Axis }) {
  const { published, reference, live, ours } = row;
  const at = placesOn(axis);
  return (
    <svg className="strip" aria-hidden="true">
      {axis.ticks.map((tick) => (
        <line key={tick} className="strip__tick" x1={`${at(tick)}%`} x2={`${at(tick)}%`} y1="0" y2="100%" />
      ))}
      {reference !== undefined && <Reference mark={reference} at={at} />}
      {ours !== undefined && ours.runs.length > 1 && <Runs runs={ours.runs} at={at} />}
      {ours !== undefined && <Whisker mark={ours} at={at} />}
      {live !== undefined && <circle className="strip__live" cx={`${at(live.value)}%`} cy="50%" r="0.31rem" />}
      {ours !== undefined && <circle className="strip__ours" cx={`${at(ours.value)}%`} cy="50%" r="0.22rem" />}
      {published.map(({ value, place }) => (
        <svg key={`${value} ${place}`} x={`${at(value)}%`} y="50%" overflow="visible" aria-hidden="true">
          <rect className="strip__paper" x="-0.27rem" y="-0.27rem" width="0.54rem" height="0.54rem" />
        </svg>
      ))}
    </svg>
  );
}

const MOST_NUMBERS = 3;

/** The numbers of the axis, above the strips. */
export function AxisNumbers({ axis }: { readonly axis: Axis }) {
  // The column is narrow on a small screen. If there are many numbers, only every other one is shown.
  const every = axis.ticks.length > MOST_NUMBERS ? 2 : 1;
  const place = placesOn(axis);
  return (
    <svg className="strip strip--axis" aria-hidden="true">
      {axis.ticks
        .filter((_, at) => at % every === 0)
        .map((tick) => (
          <text key={tick} x={`${place(tick)}%`} y="75%">
            {formatNumber(tick, 3)}
          </text>
        ))}
    </svg>
  );
}

/** The position on the axis [% of the width], clamped to the axis. */
function placesOn(axis: Axis): (value: number) => number {
  return scaleOver(axis, 0, 100, { isClamped: true }).toPixel;
}

interface MarkProps {
  readonly mark: Mark;
  readonly at: (value: number) => number;
}

/** A dot for each run, alternately above and below the line, so that close dots can be told apart. */
function Runs({ runs, at }: { readonly runs: readonly number[]; readonly at: (value: number) => number }) {
  return (
    <g className="strip__runs">
      {[...runs]
        .sort((a, b) => a - b)
        .map((run, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal runs differ only in their position
          <circle key={place} cx={`${at(run)}%`} cy={place % 2 === 0 ? '30%' : '70%'} r="0.13rem" />
        ))}
    </g>
  );
}

function Reference({ mark: { value, interval = [value, value] }, at }: MarkProps) {
  return (
    <g className="strip__reference">
      <line x1={`${at(interval[0])}%`} x2={`${at(interval[1])}%`} y1="50%" y2="50%" />
      <line x1={`${at(value)}%`} x2={`${at(value)}%`} y1="22%" y2="78%" />
    </g>
  );
}

function Whisker({ mark: { interval }, at }: MarkProps) {
  if (interval === undefined || interval[0] === interval[1]) return null;
  return (
    <g className="strip__whisker">
      <line x1={`${at(interval[0])}%`} x2={`${at(interval[1])}%`} y1="50%" y2="50%" />
      {interval.map((end) => (
        <line key={end} x1={`${at(end)}%`} x2={`${at(end)}%`} y1="36%" y2="64%" />
      ))}
    </g>
  );
}
