/** Jain's fairness index since the start of the measured window: over all flows, and over the TCP flows alone. */

import { heights, heightsOf, thin } from './columns';
import { ghostLines, ghostNotes } from './ghost';
import {
  blankDisplay,
  type ColourName,
  instantOf,
  type LabelMark,
  marksValues,
  NARROW_TICKS,
  type PlotDisplay,
  type PlotView,
  placeLabels,
  plotRegion,
  readingStart,
  timeMarks,
  timeTicks,
  timeToX,
  valueTicks,
  valueToY,
} from './plot-display';
import { focusFirst, laneGutter, type PlotLane, type PlotLanes } from './plot-lanes';
import { publishedWords, referencesOf } from './published';
import { onePoint } from './throughput-plot';

interface Kind {
  readonly lane: PlotLane;
  readonly name: string;
  readonly aloud: string;
  readonly values: Float64Array;
  readonly colour: ColourName;
  readonly width: number;
}

export function fairnessPlot(lanes: PlotLanes, view: PlotView): PlotDisplay {
  const { source } = lanes.focus;
  const region = plotRegion(view, laneGutter(lanes, view), NARROW_TICKS);
  const scale = { left: region.left, pixels_per_s: (region.right - region.left) / view.end_s };
  const toY = (value: number): number => valueToY(region, 1, value);
  const instant_s = instantOf(source, view);
  const isMarked = marksValues(source, view);

  const labels: LabelMark[] = [];
  const dots: PlotDisplay['dots'][number][] = [];
  const told: string[] = [];
  const lines = kindsOf(lanes).map(({ lane, name, aloud, values, colour, width }) => {
    const { series, facts } = lane.source;
    const points = thin(series, values, scale, 'last', facts);
    const value = values[series.bucketAt(instant_s)] ?? Number.NaN;
    if (!Number.isNaN(value)) {
      labels.push({ y: toY(value), name, value: value.toFixed(3), colour, isStrong: width > 2 });
      told.push(`${aloud} ${value.toFixed(3)}`);
      if (isMarked) dots.push({ ...onePoint(timeToX(region, view.end_s, instant_s), toY(value)), colour });
    }
    return { x: points.x, y: heights(points, toY), length: points.length, width, colour };
  });
  const ghosts = ghostLines(source, scale, (series) => heightsOf(thin(series, series.jain_index, scale, 'last'), toY));
  return {
    ...blankDisplay(
      { region, xTicks: timeTicks(region, view), yTicks: valueTicks(region, view, 1), guides: [] },
      `${view.width} ${view.height} ${view.fontSize} ${view.end_s} ${region.right}`,
    ),
    ...timeMarks(source, view, region),
    // The bold line last, over the thin one.
    lines: lines.reverse(),
    dots,
    labels: placeLabels(labels, view, region),
    references: referencesOf('fairness', lanes, toY, { region, guides: [] }, view.fontSize),
    ghosts,
    notes: ghostNotes(ghosts, view.fontSize, region),
    reading: `${readingStart(source, view)}: ${told.join(', ') || 'nothing received yet'}. 1 is perfectly fair.${publishedWords('fairness', lanes)}`,
  };
}

/** The lines, what matters most first. */
function kindsOf(lanes: PlotLanes): readonly Kind[] {
  if (!lanes.isSingle)
    return focusFirst(lanes).map((lane) => ({
      lane,
      name: lane.name,
      aloud: lane.name,
      values: lane.source.series.jain_index,
      colour: lane.colour,
      width: 2.5,
    }));
  const lane = lanes.focus;
  const { series, facts } = lane.source;
  const all: Kind = {
    lane,
    name: 'all flows',
    aloud: 'all flows',
    values: series.jain_index,
    colour: 'text',
    width: 2.5,
  };
  // Over TCP alone says something of its own only where there are other flows.
  if (facts.classes.length < 2) return [all];
  const tcp: Kind = {
    lane,
    name: 'TCP',
    aloud: 'TCP flows alone',
    values: series.jain_index_tcp,
    colour: 'responsive',
    width: 1.25,
  };
  return [all, tcp];
}
