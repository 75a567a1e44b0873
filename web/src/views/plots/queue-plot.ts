/** The queue in packets: what waits (thin, with the band between least and greatest) and the discipline's own average (bold). */

import { formatFixed } from '../../base/format';
import { placeGuides } from '../../marks/axis';
import { fineStepUp } from '../../marks/axis-steps';
import { heights, thin } from './columns';
import {
  cursorAt,
  flagsAt,
  instantOf,
  type LabelMark,
  narrowGutter,
  type PlotDisplay,
  type PlotSource,
  type PlotView,
  placeLabels,
  plain,
  plotRegion,
  readingStart,
  timeTicks,
  timeToX,
  valueTicks,
  valueToY,
} from './plot-display';
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
  for (const threshold of thresholdsOf(source)) greatest = Math.max(greatest, threshold.value * 1.1);
  return Math.min(fineStepUp(Math.max(greatest, 5)), fineStepUp(source.facts.limit));
}

export function queuePlot(source: PlotSource, view: GrowingView): PlotDisplay {
  const { series, latest, facts } = source;
  const region = plotRegion(view, narrowGutter(view));
  const scale = { left: region.left, pixels_per_s: (region.right - region.left) / view.end_s };
  const toY = (value: number): number => Math.max(region.top, valueToY(region, view.reached, value));
  const instant_s = instantOf(source, view);
  const at = series.bucketAt(instant_s);
  const isNow = view.cursor_s === undefined;

  const low = thin(series, series.queue_min, scale, 'min');
  const high = thin(series, series.queue_max, scale, 'max');
  const mean = thin(series, series.queue_mean, scale, 'mean');
  const average = thin(series, series.average_queue, scale, 'last');
  const averageNow = isNow ? latest.scalars.average_queue : (series.average_queue[at] ?? Number.NaN);
  const keepsAverage = !Number.isNaN(averageNow);
  const queueNow = isNow ? latest.scalars.waiting : (series.queue_mean[at] ?? Number.NaN);
  const delay_s = isNow ? latest.scalars.mean_queueing_delay_s : (series.delay_s[at] ?? Number.NaN);

  const labels: LabelMark[] = [];
  if (keepsAverage)
    labels.push({
      y: toY(averageNow),
      name: 'average',
      value: averageNow.toFixed(1),
      colour: 'average',
      isStrong: true,
    });
  labels.push({
    y: toY(queueNow),
    name: 'queue',
    value: queueNow.toFixed(isNow ? 0 : 1),
    colour: 'link',
    isStrong: !keepsAverage,
  });
  const x = timeToX(region, view.end_s, instant_s);
  const dots = isNow
    ? []
    : labels.filter(({ y }) => !Number.isNaN(y)).map(({ y, colour }) => ({ ...onePoint(x, y), colour }));

  const thresholds = thresholdsOf(source);
  const guides = placeGuides(
    [...thresholds, { name: 'limit', value: facts.limit }]
      .filter(({ value }) => value > 0 && value <= view.reached)
      .map(({ name, value }) => ({ y: toY(value), text: `${name} ${plain(value)}`, isStrong: false })),
    region,
    view.fontSize,
  );
  const guideTexts = guides.map(({ text }) => text);
  return {
    axes: {
      region,
      xTicks: timeTicks(region, view),
      yTicks: valueTicks(region, view, view.reached),
      guides,
    },
    axesKey: `${view.width} ${view.height} ${view.fontSize} ${view.end_s} ${view.reached} ${guideTexts.join()}`,
    areas: [
      { x: low.x, low: heights(low, toY), high: heights(high, toY), length: low.length, opacity: 0.22, colour: 'link' },
    ],
    bars: [],
    lines: [
      {
        x: mean.x,
        y: heights(mean, toY),
        length: mean.length,
        width: keepsAverage ? 1 : 2.5,
        opacity: 0.9,
        colour: 'link',
      },
      { x: average.x, y: heights(average, toY), length: average.length, width: 2.5, colour: 'average' },
    ],
    dots,
    labels: placeLabels(labels, view, region),
    notes: [],
    rings: [],
    cursor: cursorAt(source, view, region),
    flags: flagsAt(source, view, region),
    reading: `${readingStart(source, view)}: ${labels.map(({ name, value }) => `${name} ${value}`).join(', ')} packets; ${guideTexts.join(', ')}; ${isNow ? 'mean ' : ''}queueing delay ${formatFixed(delay_s, 3)} s.`,
    aside: `${isNow ? 'mean delay' : 'delay'} ${formatFixed(delay_s, 3)}\u00a0s`,
  };
}

function thresholdsOf(source: PlotSource): { readonly name: string; readonly value: number }[] {
  return source.about.params.flatMap((param) => {
    const value = source.facts.params[param.id];
    // "min" rather than "min threshold": the dashed line says the rest.
    if (!param.is_on_ruler || typeof value !== 'number' || param.id === 'limit') return [];
    return [{ name: param.id.replace(/_?th(resh(old)?)?$/, '').replaceAll('_', ' ') || param.name, value }];
  });
}
