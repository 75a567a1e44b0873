/**
 * Throughput by class. Between the fair share of one flow and the whole link lie one to three powers of ten, and both
 * ends are the story, so the axis is logarithmic unless the viewer asks for a linear one.
 */

import { scaleLinear, scaleLog } from 'd3-scale';
import { unitScale } from '../../base/format';
import { placeGuides } from '../../marks/axis';
import { logarithmicTicks } from '../../marks/axis-steps';
import { heights, heightsOf, thin, trailingMean } from './columns';
import { ghostLines } from './ghost';
import {
  blankDisplay,
  type Coloured,
  type ColourName,
  instantOf,
  type LabelMark,
  marksValues,
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
} from './plot-display';
import { focusFirst, laneGutter, type PlotLanes } from './plot-lanes';
import { publishedWords, referencesOf } from './published';

export interface ThroughputView extends PlotView {
  readonly isLogarithmic: boolean;
}

/** Length of the moving mean [s]: long enough that a flow of a few packets a second makes a line, not a comb. */
export function throughputWindow(end_s: number): number {
  return Math.max(2, end_s * 0.08);
}

export function throughputPlot(lanes: PlotLanes, view: ThroughputView): PlotDisplay {
  const { source } = lanes.focus;
  const { facts } = source;
  const region = plotRegion(view, laneGutter(lanes, view));
  const unit = unitScale(facts.capacity_bps, 'bit/s');
  const capacity = facts.capacity_bps / unit.factor;
  const shared = sharedClass(source);
  const fairShare = (facts.fair_share_bps * shared.flows) / unit.factor;

  const least = lowestDecade(facts.fair_share_bps / unit.factor, capacity);
  // A little room over the capacity: a window may hold one packet more than the link carries on average.
  const greatest = capacity * (view.isLogarithmic ? 1.15 : 1.05);
  const vertical = view.isLogarithmic
    ? scaleLog([least, greatest], [region.bottom, region.top]).clamp(true)
    : scaleLinear([0, greatest], [region.bottom, region.top]).clamp(true);
  const toY = (value: number): number => (Number.isNaN(value) ? value : vertical(Math.max(value, 1e-12)));

  const window_s = throughputWindow(view.settledEnd_s);
  const scale = { left: region.left, pixels_per_s: (region.right - region.left) / view.end_s };
  const instant_s = instantOf(source, view);
  const isMarked = marksValues(source, view);
  const lines: Coloured<PlotDisplay['lines'][number]>[] = [];
  const labels: LabelMark[] = [];
  const dots: PlotDisplay['dots'][number][] = [];
  const told: string[] = [];
  const places = decimals(capacity);
  // The unresponsive class is what the plot is about: it comes last, on top, and its label first.
  for (const lane of focusFirst(lanes)) {
    const { series } = lane.source;
    const at = series.bucketAt(instant_s);
    const heard: string[] = [];
    for (const [number, name] of facts.classes.entries()) {
      const means = trailingMean(series, series.class_bps[number] ?? NOTHING, window_s, lane.source.facts);
      const points = thin(series, means, scale, 'last', lane.source.facts);
      const isMain = name === shared.name;
      const colour = lanes.isSingle ? classColour(name) : lane.colour;
      lines.push({
        x: points.x,
        y: heights(points, (value) => toY(value / unit.factor)),
        length: points.length,
        width: isMain ? 2.5 : lanes.isSingle ? 1.5 : 1,
        opacity: isMain ? 1 : lanes.isSingle ? 0.8 : 0.6,
        colour,
      });
      const value = (means[at] ?? Number.NaN) / unit.factor;
      if (at < 0 || Number.isNaN(value)) continue;
      heard.push(`${name.toUpperCase()} ${value.toFixed(places)} ${unit.name}`);
      if (!isMain && !lanes.isSingle) continue;
      const label: LabelMark = {
        y: toY(value),
        name: lanes.isSingle ? name.toUpperCase() : lane.name,
        value: value.toFixed(places),
        colour,
        isStrong: isMain,
      };
      if (isMain && lanes.isSingle) labels.unshift(label);
      else labels.push(label);
      if (isMarked) dots.push({ ...onePoint(timeToX(region, view.end_s, instant_s), toY(value)), colour });
    }
    told.push(lanes.isSingle ? heard.join(', ') : `${lane.name}: ${heard.join(', ')}`);
  }
  // Thin lines under bold ones, the lane in focus on top of the others.
  lines.reverse().sort((a, b) => a.width - b.width);

  const guides = placeGuides(
    [
      { y: toY(fairShare), text: `fair share ${plain(Number(fairShare.toPrecision(2)))}`, isStrong: true },
      { y: toY(capacity), text: `capacity ${plain(capacity)}`, isStrong: false },
    ],
    region,
    view.fontSize,
  );
  const yTicks = view.isLogarithmic
    ? logarithmicTicks(least, greatest, Math.floor((region.bottom - region.top) / (view.fontSize * 1.7))).map(
        (tick, place) => ({
          at: toY(tick),
          // What is below stands on the foot of the axis, nothing at all included.
          text: place === 0 ? `≤${plain(tick)}` : plain(tick),
        }),
      )
    : valueTicks(region, view, greatest);
  const sharedNumber = facts.classes.indexOf(shared.name);
  return {
    ...blankDisplay(
      { region, xTicks: timeTicks(region, view), yTicks, guides },
      `${view.width} ${view.height} ${view.fontSize} ${view.end_s} ${view.isLogarithmic} ${capacity} ${fairShare} ${region.right}`,
    ),
    ...timeMarks(source, view, region),
    lines,
    dots,
    labels: placeLabels(labels, view, region),
    references: referencesOf(
      'throughput',
      lanes,
      (value) => toY(value / unit.factor),
      { region, guides },
      view.fontSize,
    ),
    ghosts: ghostLines(source, scale, (series) => {
      const values = series.class_bps[sharedNumber];
      if (values === undefined) return undefined;
      const means = trailingMean(series, values, window_s);
      return heightsOf(thin(series, means, scale, 'last'), (value) => toY(value / unit.factor));
    }),
    reading: `${readingStart(source, view)}: ${told.join('; ')}; fair share ${plain(Number(fairShare.toPrecision(2)))} ${unit.name}, capacity ${plain(capacity)} ${unit.name}.${publishedWords('throughput', lanes)}`,
  };
}

const NOTHING = new Float64Array(0);

/** The unit that this plot is in. */
export function throughputUnit(source: PlotSource): string {
  return unitScale(source.facts.capacity_bps, 'bit/s').name;
}

export function classColour(name: string): ColourName {
  return name === 'udp' ? 'unresponsive' : 'responsive';
}

/** Decimals for values up to `greatest`: three below ten, fewer above. */
export function decimals(greatest: number): number {
  return greatest < 10 ? 3 : greatest < 100 ? 2 : 1;
}

export function onePoint(x: number, y: number): PlotDisplay['dots'][number] {
  return { x: Float32Array.of(x), y: Float32Array.of(y), length: 1, radius: 3.5, shape: 'disc', colour: 'text' };
}

/** The class whose fair share is drawn: the unresponsive one, or the only one. */
function sharedClass(source: PlotSource): { readonly name: string; readonly flows: number } {
  const { classes, flows } = source.facts;
  const name = classes.find((candidate) => candidate === 'udp') ?? classes[0] ?? '';
  return { name, flows: flows.filter((flow) => flow.class === name).length };
}

/**
 * Where a logarithmic axis begins: a power of ten at least a factor of ten below the fair share of one flow, but within
 * three powers of ten below the capacity as long as the fair share stays in sight.
 */
function lowestDecade(fairShare: number, capacity: number): number {
  const decade = (value: number): number => Number(`1e${Math.floor(Math.log10(Math.max(value, 1e-12)) + 1e-9)}`);
  return Math.max(decade(fairShare / 10), Math.min(decade(capacity / 1000), decade(fairShare / 2)));
}
