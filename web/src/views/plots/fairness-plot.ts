/** Jain's fairness index since the start of the measured window: over all flows, and over the TCP flows alone. */

import { heights, thin } from './columns';
import {
  type ColourName,
  cursorAt,
  flagsAt,
  instantOf,
  type LabelMark,
  narrowGutter,
  type PlotDisplay,
  type PlotSource,
  type PlotView,
  placeLabels,
  plotRegion,
  readingStart,
  timeTicks,
  timeToX,
  valueTicks,
  valueToY,
} from './plot-display';
import { onePoint } from './throughput-plot';

export function fairnessPlot(source: PlotSource, view: PlotView): PlotDisplay {
  const { series, facts } = source;
  const region = plotRegion(view, narrowGutter(view));
  const scale = { left: region.left, pixels_per_s: (region.right - region.left) / view.end_s };
  const toY = (value: number): number => valueToY(region, 1, value);
  const instant_s = instantOf(source, view);
  const at = series.bucketAt(instant_s);

  // Over TCP alone says something of its own only where there are other flows.
  const hasOthers = facts.classes.length > 1;
  const kinds: { name: string; aloud: string; values: Float64Array; colour: ColourName; isStrong: boolean }[] = [
    { name: 'all flows', aloud: 'all flows', values: series.jain_index, colour: 'text', isStrong: true },
    ...(hasOthers
      ? [
          {
            name: 'TCP',
            aloud: 'TCP flows alone',
            values: series.jain_index_tcp,
            colour: 'responsive' as const,
            isStrong: false,
          },
        ]
      : []),
  ];
  const labels: LabelMark[] = [];
  const dots: PlotDisplay['dots'][number][] = [];
  const told: string[] = [];
  const lines = kinds.map(({ name, aloud, values, colour, isStrong }) => {
    const points = thin(series, values, scale, 'last');
    const value = values[at] ?? Number.NaN;
    if (!Number.isNaN(value)) {
      labels.push({ y: toY(value), name, value: value.toFixed(3), colour, isStrong });
      told.push(`${aloud} ${value.toFixed(3)}`);
      if (view.cursor_s !== undefined)
        dots.push({ ...onePoint(timeToX(region, view.end_s, instant_s), toY(value)), colour });
    }
    return { x: points.x, y: heights(points, toY), length: points.length, width: isStrong ? 2.5 : 1.25, colour };
  });
  return {
    axes: { region, xTicks: timeTicks(region, view), yTicks: valueTicks(region, view, 1), guides: [] },
    axesKey: `${view.width} ${view.height} ${view.fontSize} ${view.end_s}`,
    areas: [],
    bars: [],
    // The bold line last, over the thin one.
    lines: lines.reverse(),
    dots,
    labels: placeLabels(labels, view, region),
    notes: [],
    rings: [],
    cursor: cursorAt(source, view, region),
    flags: flagsAt(source, view, region),
    reading: `${readingStart(source, view)}: ${told.join(', ') || 'nothing received yet'}. 1 is perfectly fair.`,
    aside: '',
  };
}
