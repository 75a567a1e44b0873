/** Contents and layout of a published figure, drawn as curves. Pure. */

import { formatNumber, unitScale } from '../../../base/format';
import type { FigureCurves, FigureReport, FigureValue, Report } from '../../../core/experiment/report';
import { ticksOn, withUnit } from '../../../ui/figure/axis';
import { spreadLabels } from '../../../ui/figure/line-labels';
import { pathThrough } from '../../../ui/figure/path';
import { scaleOver } from '../../../ui/figure/scale';
import { textWidth } from '../../../ui/marks/text-mark';
import type { Size } from '../../../ui/use-size';
import type { AxesLayout, LaneOverAxes } from './LanesOverAxes';
import { GREY, looksOf } from './lane-looks';

/** Source of a value: our stored runs, runs made on this page, the paper, or ns-2. */
export type Source = 'ours' | 'here' | 'paper' | 'ns2';

export interface CurvePoint {
  readonly source: Source;
  /** Index of the point in the figure. */
  readonly place: number;
  readonly value: number;
  readonly interval?: readonly [number, number];
}

export interface CurveOfLane {
  readonly lane: string;
  readonly name: string;
  readonly points: readonly CurvePoint[];
}

/** A quantity's known values for each lane. Lanes with published values come first. */
export function lanesOf(
  curves: FigureCurves,
  figure: FigureReport,
  here: (preset: string) => Report | undefined,
  nameOf: (lane: string) => string,
): readonly CurveOfLane[] {
  const isPrinted = (values: readonly (FigureValue | null)[]) => values.some((it) => (it?.published.length ?? 0) > 0);
  const sorted = [...curves.lanes].sort((a, b) => Number(isPrinted(b.values)) - Number(isPrinted(a.values)));
  return sorted.map(({ lane, values }) => ({
    lane,
    name: nameOf(lane),
    points: values.flatMap((value, place): CurvePoint[] => {
      const report = here(figure.points[place]?.preset ?? '');
      const sample = report?.rows.find((row) => row.metric === curves.metric && row.lane === lane)?.ours;
      return [
        ...(value === null ? [] : pointsOf(value, place)),
        ...(sample === undefined
          ? []
          : [
              {
                source: 'here' as const,
                place,
                value: sample.mean,
                ...(sample.interval && { interval: sample.interval }),
              },
            ]),
      ];
    }),
  }));
}

function pointsOf({ published, reference, mean, interval }: FigureValue, place: number): readonly CurvePoint[] {
  return [
    ...published.map(({ value }) => ({ source: 'paper' as const, place, value })),
    ...(reference === undefined ? [] : [{ source: 'ns2' as const, place, value: reference.mean }]),
    ...(mean === undefined ? [] : [{ source: 'ours' as const, place, value: mean, ...(interval && { interval }) }]),
  ];
}

interface PlacedPoint extends CurvePoint {
  readonly x: number;
  readonly y: number;
  /** The ends of the interval [px]. */
  readonly ends: readonly [number, number] | undefined;
}

export interface PlacedLane extends LaneOverAxes {
  /** Path through the published values. The path through our means is `line`. */
  readonly paperLine: string;
  readonly points: readonly PlacedPoint[];
}

export interface CurvesLayout extends AxesLayout<PlacedLane> {
  /** Horizontal positions of the figure's points [px]. */
  readonly xs: readonly number[];
}

export function curvesLayout(
  lanes: readonly CurveOfLane[],
  onStage: ReadonlyMap<string, number>,
  curves: FigureCurves,
  { axis, points }: FigureReport,
  { width, height, fontSize: em }: Size,
): CurvesLayout {
  const { least, most } = reach(lanes);
  const unit = unitScale(Math.max(Math.abs(least), Math.abs(most)), curves.unit);
  const names = Math.max(0, ...lanes.map(({ name }) => textWidth(name, em, 'text', 600)));
  const region = { left: em * 4.4, right: width - names - em * 2.2, top: em, bottom: height - em * 3.4 };
  // An interval that extends beyond the range of the values is cut off at the edge.
  const extent = extentOf(least / unit.factor, most / unit.factor);
  const y = scaleOver(extent, region.bottom, region.top, { isClamped: true });
  // Widens the axis by 4 % at either end, so that marks do not touch the frame.
  const ats = points.map(({ at }) => at);
  const [first, last] = [Math.min(...ats), Math.max(...ats)];
  const room = (last - first) * 0.04;
  const x = scaleOver({ from: first - room, to: last + room }, region.left, region.right);
  const xs = ats.map(x.toPixel);
  const toY = (value: number): number => y.toPixel(value / unit.factor);
  const placed = lanes.map((lane) => ({ ...lane, placed: placedPoints(lane, xs, toY) }));
  const ends = placed.map((lane) => endOf(lane.placed));
  const labels = spreadLabels(
    ends.map((end) => end ?? region.top),
    ends.map(() => em * 1.25),
    region.top - em * 0.6,
    region.bottom + em * 0.6,
  );
  const looks = looksOf(lanes, onStage);
  return {
    region,
    xs,
    xTitle: withUnit(axis.name, axis.unit),
    yTitle: withUnit(curves.name, unit.name),
    xTicks: points.map(({ at }, place) => ({ at: xs[place] ?? 0, text: formatNumber(at, 3) })),
    yTicks: ticksOn(y, em * 2.8),
    lanes: placed.map(({ lane, name, placed: marks }, index) => ({
      ...{ lane, name, points: marks },
      ...(looks[index] ?? GREY),
      line: through(marks, 'ours'),
      paperLine: through(marks, 'paper'),
      labelY: ends[index] === undefined || Number.isNaN(labels[index]) ? undefined : labels[index],
    })),
  };
}

/**
 * The range of the values, extended to the ends of their intervals. An end is left out if its distance from the range
 * of the values is more than a quarter of this range.
 */
function reach(lanes: readonly CurveOfLane[]): { readonly least: number; readonly most: number } {
  const points = lanes.flatMap((lane) => lane.points);
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low) / 4;
  const ends = points.flatMap(({ interval }) => interval ?? []).filter((end) => end > low - room && end < high + room);
  // The axis of a quantity that cannot be negative does not extend below 0.
  return { least: Math.min(low, ...ends.filter((end) => end >= 0 || low < 0)), most: Math.max(high, ...ends) };
}

/**
 * The range of the axis. It starts at 0, unless the values are so far from 0 that their differences would be invisible.
 */
export function extentOf(least: number, most: number): { readonly from: number; readonly to: number } {
  if (!(least <= most)) return { from: 0, to: 1 };
  const room = (most - least) * 0.08 || Math.abs(most) * 0.1 || 1;
  const isFar = least > 0.6 * most;
  return { from: isFar ? least - room : Math.min(0, least), to: most + room };
}

function placedPoints(
  { points }: CurveOfLane,
  xs: readonly number[],
  toY: (value: number) => number,
): readonly PlacedPoint[] {
  return points.map((point) => ({
    ...point,
    x: xs[point.place] ?? 0,
    y: toY(point.value),
    ends: point.interval === undefined ? undefined : [toY(point.interval[0]), toY(point.interval[1])],
  }));
}

/**
 * Vertical position of a lane's name [px]: the height of the last point of our curve. If we have no curve, the height
 * of the lane's last point, for example from the paper.
 */
function endOf(points: readonly PlacedPoint[]): number | undefined {
  return (points.findLast(({ source }) => source === 'ours') ?? points.at(-1))?.y;
}

function through(points: readonly PlacedPoint[], source: Source): string {
  const of = points.filter((point) => point.source === source);
  // If the source has several values at one point, they are drawn without a line.
  const areSingle = new Set(of.map(({ place }) => place)).size === of.length;
  return areSingle && of.length > 1 ? pathThrough(of.map(({ x, y }) => [x, y])) : '';
}
