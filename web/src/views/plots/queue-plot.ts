/** The queue in packets: what waits (thin, with the band between least and greatest) and the discipline's own average (bold). */

import { formatFixed } from '../../base/format';
import { placeGuides } from '../../marks/axis';
import { fineStepUp } from '../../marks/axis-steps';
import { queueLengths } from '../../run/queue-lengths';
import { heights, heightsOf, type Points, type TimeScale, thin } from './columns';
import { ghostLines, ghostNotes } from './ghost';
import {
  blankDisplay,
  instantOf,
  type LabelMark,
  marksValues,
  NARROW_TICKS,
  type PlotDisplay,
  type PlotSource,
  type PlotView,
  placeLabels,
  plain,
  plotRegion,
  readingStart,
  timeMarks,
  timeTicks,
  timeToX,
  valueTicks,
  valueToY,
} from './plot-display';
import { focusFirst, focusLast, laneGutter, type PlotLane, type PlotLanes } from './plot-lanes';
import { publishedWords, referencesOf } from './published';
import { onePoint } from './throughput-plot';

export interface GrowingView extends PlotView {
  /** Greatest value that the vertical axis has reached in this run; it never shrinks. */
  readonly reached: number;
}

/** The greatest value that the vertical axis must reach: the thresholds and all that ever waited, but not beyond the limit. */
export function queueReach(source: PlotSource): number {
  let greatest = source.latest.scalars.waiting;
  const { queue_max, length } = source.series;
  for (let bucket = 0; bucket < length; bucket += 1) greatest = Math.max(greatest, queue_max[bucket] as number);
  for (const threshold of queueLengths(source)) greatest = Math.max(greatest, threshold.value * 1.1);
  return Math.min(fineStepUp(Math.max(greatest, 5)), fineStepUp(source.facts.limit));
}

export function queuePlot(lanes: PlotLanes, view: GrowingView): PlotDisplay {
  const { source } = lanes.focus;
  const { series, latest, facts } = source;
  const region = plotRegion(view, laneGutter(lanes, view), NARROW_TICKS);
  const scale = { left: region.left, pixels_per_s: (region.right - region.left) / view.end_s };
  const toY = (value: number): number => Math.max(region.top, valueToY(region, view.reached, value));
  const instant_s = instantOf(source, view);
  const isNow = view.cursor_s === undefined;

  const low = thin(series, series.queue_min, scale, 'min', facts);
  const high = thin(series, series.queue_max, scale, 'max', facts);
  const mean = thin(series, series.queue_mean, scale, 'mean', facts);
  const delay_s = isNow
    ? latest.scalars.mean_queueing_delay_s
    : (series.delay_s[series.bucketAt(instant_s)] ?? Number.NaN);
  const band = lanes.isSingle ? 'link' : lanes.focus.colour;
  const keepsAverage = keepsOne(lanes.focus);

  const labels = focusFirst(lanes).flatMap((lane) => laneLabels(lane, lanes.isSingle, instant_s, isNow, toY));
  const x = timeToX(region, view.end_s, instant_s);
  const dots = marksValues(source, view)
    ? labels.filter(({ y }) => !Number.isNaN(y)).map(({ y, colour }) => ({ ...onePoint(x, y), colour }))
    : [];

  const thresholds = queueLengths(source);
  const guides = placeGuides(
    [...thresholds, { name: 'limit', value: facts.limit }]
      .filter(({ value }) => value > 0 && value <= view.reached)
      .map(({ name, value }) => ({ y: toY(value), text: `${name} ${plain(value)}`, isStrong: false })),
    region,
    view.fontSize,
  );
  const guideTexts = guides.map(({ text }) => text);
  const bold = focusLast(lanes).map((lane) => {
    const points = boldPoints(lane, scale);
    return {
      x: points.x,
      y: heights(points, toY),
      length: points.length,
      width: lane === lanes.focus ? 2.5 : 1.5,
      colour: lanes.isSingle ? (keepsAverage ? ('average' as const) : ('link' as const)) : lane.colour,
    };
  });
  const ghosts = ghostLines(source, scale, (ghost) =>
    heightsOf(
      keepsAverage ? thin(ghost, ghost.average_queue, scale, 'last') : thin(ghost, ghost.queue_mean, scale, 'mean'),
      toY,
    ),
  );
  return {
    ...blankDisplay(
      { region, xTicks: timeTicks(region, view), yTicks: valueTicks(region, view, view.reached), guides },
      `${view.width} ${view.height} ${view.fontSize} ${view.end_s} ${view.reached} ${guideTexts.join()} ${region.right}`,
    ),
    ...timeMarks(source, view, region),
    areas: [
      { x: low.x, low: heights(low, toY), high: heights(high, toY), length: low.length, opacity: 0.22, colour: band },
    ],
    lines: [
      // Thin under the bold average; itself the bold line where the discipline keeps none.
      ...(keepsAverage
        ? [
            {
              x: mean.x,
              y: heights(mean, toY),
              length: mean.length,
              width: 1,
              opacity: lanes.isSingle ? 0.9 : 0.5,
              colour: band,
            },
          ]
        : []),
      ...bold,
    ],
    dots,
    labels: placeLabels(labels, view, region),
    references: referencesOf('queue', lanes, toY, { region, guides }, view.fontSize),
    ghosts,
    notes: ghostNotes(ghosts, view.fontSize, region),
    reading: `${readingStart(source, view)}: ${labels.map(({ name, value }) => `${name} ${value}`).join(', ')} packets; ${guideTexts.join(', ')}; ${isNow ? 'mean ' : ''}queueing delay ${lanes.isSingle ? '' : `of ${lanes.focus.name} `}${formatFixed(delay_s, 3)} s.${publishedWords('queue', lanes)}`,
    aside: `${isNow && lanes.isSingle ? 'mean delay' : 'delay'} ${formatFixed(delay_s, 3)}\u00a0s`,
    asideColour: lanes.isSingle ? undefined : lanes.focus.colour,
  };
}

/** Whether the discipline keeps an average of its own. */
function keepsOne({ source }: PlotLane): boolean {
  return !Number.isNaN(source.latest.scalars.average_queue);
}

/** The line that stands for a lane: the average of its discipline, or what waits. */
function boldPoints(lane: PlotLane, scale: TimeScale): Points {
  const { series, facts } = lane.source;
  return keepsOne(lane)
    ? thin(series, series.average_queue, scale, 'last', facts)
    : thin(series, series.queue_mean, scale, 'mean', facts);
}

function laneLabels(
  lane: PlotLane,
  isSingle: boolean,
  instant_s: number,
  isNow: boolean,
  toY: (value: number) => number,
): LabelMark[] {
  const { series, latest } = lane.source;
  const at = series.bucketAt(instant_s);
  const average = isNow ? latest.scalars.average_queue : (series.average_queue[at] ?? Number.NaN);
  const queue = isNow ? latest.scalars.waiting : (series.queue_mean[at] ?? Number.NaN);
  const queueText = queue.toFixed(isNow ? 0 : 1);
  const keepsAverage = !Number.isNaN(average);
  if (!isSingle)
    return [
      {
        y: toY(keepsAverage ? average : queue),
        name: lane.name,
        value: keepsAverage ? average.toFixed(1) : queueText,
        colour: lane.colour,
        isStrong: true,
      },
    ];
  const labels: LabelMark[] = [];
  if (keepsAverage)
    labels.push({ y: toY(average), name: 'average', value: average.toFixed(1), colour: 'average', isStrong: true });
  labels.push({ y: toY(queue), name: 'queue', value: queueText, colour: 'link', isStrong: !keepsAverage });
  return labels;
}
