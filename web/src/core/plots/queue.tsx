/**
 * The queue in packets: its length (thin line, with a band from minimum to maximum) and the discipline's average (bold
 * line).
 */

import { max } from 'd3-array';
import { formatFixed } from '../../base/format';
import { fineStepUp } from '../../ui/figure/ticks';
import { isMeasured, notBefore } from '../../ui/figure-words';
import { laneDash } from '../../ui/marks/lane-looks';
import { showWorkspace } from '../page/view-store';
import { queueLengths } from '../run/queue-lengths';
import type { RunSeries } from '../run/run-buffer';
import { heights, type Thinning, thin } from './columns';
import type { PlotDefinition } from './definition';
import { type LabelMark, type PlotDisplay, type PlotSource, type PlotView, plain } from './plot-display';
import { focusFirst, focusLast, laneSamples, measuredSince, type PlotLane, type PlotLanes } from './plot-lanes';
import { timeTable } from './plot-table';
import { referenceKey } from './published';
import { type SavedSeries, timeRows } from './saved-rows';
import { linearAxis, timePlot } from './time-plot';

export const QUEUE: PlotDefinition = {
  id: 'queue',
  title: () => 'Queue',
  says: () => 'packets',
  help: () => "Bold: the discipline's own average. Thin: queue length. Dashed: thresholds.",
  axis: { over: 'time' },
  display: queuePlot,
  table: (lanes) =>
    timeTable(lanes, ({ series }) => [
      ['mean', series.queue_mean, 1],
      ['least', series.queue_min, 0],
      ['greatest', series.queue_max, 0],
      ['the discipline’s average', series.average_queue, 2],
      ['queueing delay [s]', series.delay_s, 4],
    ]),
  key: (lanes) => referenceKey('queue', lanes),
  saved: (lanes) => timeRows(lanes, ({ series }) => queueSeries(series)),
  hasSeedBands: true,
  Controls: DistributionButton,
};

function queueSeries(series: PlotSource['series']): SavedSeries[] {
  const packets = { unit: 'packets' };
  return [
    {
      name: 'queue_mean',
      ...packets,
      meaning: 'Mean of the queue length over the interval.',
      values: series.queue_mean,
    },
    { name: 'queue_least', ...packets, meaning: 'Smallest queue length in the interval.', values: series.queue_min },
    { name: 'queue_greatest', ...packets, meaning: 'Largest queue length in the interval.', values: series.queue_max },
    {
      name: 'average_queue',
      ...packets,
      meaning: 'The discipline’s average at the end of the interval; empty if it has none.',
      values: series.average_queue,
    },
    {
      name: 'delay_s',
      unit: 's',
      meaning: 'Mean queueing delay of the packets that left in the interval.',
      values: series.delay_s,
    },
  ];
}

/**
 * Value that the vertical axis must reach: at least the thresholds and the longest queue, and at most the buffer size.
 */
export function queueReach(source: PlotSource): number {
  const { queue_max, length } = source.series;
  const greatest = Math.max(
    5,
    source.latest.scalars.waiting,
    max(queue_max.subarray(0, length)) ?? 0,
    ...queueLengths(source).map(({ value }) => value * 1.1),
  );
  return Math.min(fineStepUp(greatest), fineStepUp(source.facts.limit));
}

function queuePlot(lanes: PlotLanes, view: PlotView): PlotDisplay {
  const { source } = lanes.focus;
  const { series, latest, facts } = source;
  const reached = Math.max(view.reached, ...lanes.all.map((lane) => queueReach(lane.source)));
  const isNow = view.chosen === undefined;
  const band = lanes.isSingle ? 'link' : lanes.focus.colour;
  const keepsAverage = keepsOne(source);
  const thresholds = [...queueLengths(source), { name: 'limit', value: facts.limit }];
  return timePlot(lanes, view, {
    samples: laneSamples(lanes, (10 * reached).toFixed(0), ...(keepsAverage ? ['average', 'queue'] : ['queue'])),
    values: linearAxis(reached),
    guides: thresholds
      .filter(({ value }) => value > 0 && value <= reached)
      .map(({ name, value }) => ({ value, name, shown: plain(value), isStrong: false })),
    published: 'queue',
    ghost: (series, of) => boldColumn(series, keepsOne(of)),
    isGhostNamed: true,
    main: keepsAverage ? 'average' : 'link',
    draw: ({ scale, instant_s, at, toY, line }) => {
      const low = thin(series, series.queue_min, scale, 'min', facts);
      const high = thin(series, series.queue_max, scale, 'max', facts);
      const opacity = lanes.isSingle ? 0.9 : 0.5;
      const thinLine = line(source, series.queue_mean, 'mean', { width: 1, opacity, colour: band });
      const boldLines = focusLast(lanes).map((lane) =>
        line(lane.source, ...boldColumn(lane.source.series, keepsOne(lane.source)), {
          width: lane === lanes.focus ? 2.5 : 1.5,
          colour: lanes.isSingle ? (keepsAverage ? 'average' : 'link') : lane.colour,
          ...(lanes.isSingle ? {} : { dash: laneDash(lane) ?? [] }),
        }),
      );
      const labels = focusFirst(lanes).flatMap((lane) => laneLabels(lane, lanes.isSingle, instant_s, isNow, toY));
      const labelsText = labels.map(({ name, value }) => `${name} ${value}`).join(', ');
      const { measured_from_s } = facts.scenario;
      const mean_s = isNow ? latest.scalars.mean_queueing_delay_s : series.delay_s[series.bucketAt(instant_s)];
      const isPending = isNow && !isMeasured(instant_s, measured_from_s);
      const seconds = `${formatFixed(mean_s ?? Number.NaN, 3)}\u00a0s`;
      const delay = isPending ? notBefore(measured_from_s) : isNow ? `${seconds} ${measuredSince(lanes)}` : seconds;
      const levels = thresholds.map(({ name, value }) => `${name} ${plain(value)}`).join(', ');
      const whose = lanes.isSingle ? '' : `of ${lanes.focus.name} `;
      return {
        areas: [
          {
            x: low.x,
            low: heights(low, toY),
            high: heights(high, toY),
            length: low.length,
            opacity: 0.22,
            colour: band,
          },
        ],
        // The thin line is painted below the bold line of the average. Without an average, the queue length itself is
        // bold.
        lines: keepsAverage ? [thinLine, ...boldLines] : boldLines,
        labels,
        reading: `${at}: ${labelsText} packets; ${levels}; ${isNow ? 'mean ' : ''}queueing delay ${whose}${delay}.`,
        aside: `${isNow ? 'mean delay' : 'delay'} ${delay}`,
        asideColour: lanes.isSingle ? undefined : lanes.focus.colour,
      };
    },
  });
}

/** True if the discipline keeps an average. */
function keepsOne({ latest }: PlotSource): boolean {
  return !Number.isNaN(latest.scalars.average_queue);
}

/**
 * The values of a lane's main line: the discipline's average if there is one, otherwise the queue length. The second
 * result is the way in which values within a pixel are combined.
 */
function boldColumn(series: RunSeries, keepsAverage: boolean): readonly [values: Float64Array, how: Thinning] {
  return keepsAverage ? [series.average_queue, 'last'] : [series.queue_mean, 'mean'];
}

function laneLabels(
  lane: PlotLane,
  isSingle: boolean,
  instant_s: number,
  isNow: boolean,
  toY: (value: number) => number,
): LabelMark[] {
  const { source, name, colour } = lane;
  const { series, latest } = source;
  const at = series.bucketAt(instant_s);
  const average = isNow ? latest.scalars.average_queue : (series.average_queue[at] ?? Number.NaN);
  const queue = isNow ? latest.scalars.waiting : (series.queue_mean[at] ?? Number.NaN);
  const keepsAverage = !Number.isNaN(average);
  const labels: LabelMark[] = [
    { y: toY(average), name: 'average', value: average.toFixed(1), colour: 'average', isStrong: true },
    { y: toY(queue), name: 'queue', value: queue.toFixed(isNow ? 0 : 1), colour: 'link', isStrong: !keepsAverage },
  ];
  const known = keepsAverage ? labels : labels.slice(1);
  return isSingle
    ? known
    : known.slice(0, 1).map((label) => ({ ...label, name, colour, isStrong: true, dash: laneDash(lane) }));
}

function DistributionButton() {
  return (
    <button
      type="button"
      className="small-button"
      title="Show the distributions of queue length and queueing delay"
      onClick={() => showWorkspace('distributions')}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d="M3 14V9M6.3 14V5M9.6 14V2M13 14V7" fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
      <span className="visually-hidden">distribution</span>
    </button>
  );
}
