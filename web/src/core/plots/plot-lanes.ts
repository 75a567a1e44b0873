/**
 * The lanes as the plots show them. With several lanes, a colour identifies a lane. With one lane, it identifies a
 * class of flows, a curve or a drop reason. Pure.
 */

import { bisectRight } from 'd3-array';
import { sinceWindow } from '../../ui/figure-words';
import type { Ink } from '../../ui/marks/ink';
import { laneInk, shortNames } from '../../ui/marks/lane-looks';
import type { ReferenceKind } from '../../ui/marks/reference-mark';
import type { Interval } from '../page/interval';
import { type LaneRun, shownLanes } from '../run/lanes';
import type { RunSeries } from '../run/run-buffer';
import type { PlotSource, Sample } from './plot-display';
import type { SeedBands } from './seed-bands';

export interface PlotLane {
  /** Index among all lanes of the scene, which determines the colour. */
  readonly index: number;
  /** A unique name that is short enough for a label. */
  readonly name: string;
  readonly colour: Ink;
  readonly source: PlotSource;
}

/** The lanes that the plots show. There is at least one. */
export interface PlotLanes {
  readonly all: readonly PlotLane[];
  /** The lane that is shown in more detail than the others. */
  readonly focus: PlotLane;
  readonly isSingle: boolean;
  /** Printed values and values of reference simulators, for the open scene or for the scene before a change. */
  readonly published?: readonly PublishedMark[] | undefined;
  /** Interval of the run that is shown. Undefined for the whole run. */
  readonly interval?: Interval | undefined;
  /** Results of the scene under other seeds, if the user has asked for them. */
  readonly bands?: SeedBands | undefined;
}

/** A printed value, or a value of a reference simulator, that is marked on a plot. */
export interface PublishedMark {
  readonly plot: 'throughput' | 'fairness' | 'queue';
  /** Name of the lane in the preset, or the id of its discipline. */
  readonly lane: string;
  readonly value: number;
  /** Unit of the value, as used in the data of the plot. */
  readonly unit: 'bit/s' | '' | 'packets';
  /** Colour of the plotted line that shows the same quantity as `value`. Used if the plot has a single lane. */
  readonly line: Ink;
  readonly kind: ReferenceKind;
  /** True if the scene on the page was changed. `value` is then a result of the unchanged scene. */
  readonly isOfUnchanged: boolean;
}

export function plotLanes(
  lanes: readonly LaneRun[],
  soloLane: number | undefined,
  focusedLane: number,
  published?: readonly PublishedMark[],
  interval?: Interval,
  bands?: SeedBands,
): PlotLanes | undefined {
  const shown = shownLanes(lanes, soloLane);
  const names = shortNames(shown.map(({ name }) => name));
  const all = shown.map(({ index, run }, place) => ({
    index,
    name: names[place] ?? '',
    colour: laneInk(index),
    source: run,
  }));
  const focus = all.find(({ index }) => index === focusedLane) ?? all[0];
  return focus === undefined ? undefined : { all, focus, isSingle: all.length === 1, published, interval, bands };
}

/** The lanes, the focused one last, so that it is painted on top. */
export function focusLast({ all, focus }: PlotLanes): readonly PlotLane[] {
  return [...all.filter((lane) => lane !== focus), focus];
}

/** The lanes, the focused one first, so that its label has priority. */
export function focusFirst({ all, focus }: PlotLanes): readonly PlotLane[] {
  return [focus, ...all.filter((lane) => lane !== focus)];
}

/** Half-open index range of the displayed buckets. With an interval, these are the buckets that end in the interval. */
export function bucketsShown(
  { interval }: Pick<PlotLanes, 'interval'>,
  { time_s, length }: RunSeries,
): [number, number] {
  if (interval === undefined) return [0, length];
  // A bucket that ends exactly at the start of the interval lies before the interval.
  const first = bisectRight(time_s, interval.from_s + DUST_S, 0, length);
  return [first, Math.max(first, bisectRight(time_s, interval.until_s + DUST_S, 0, length))];
}

/** Tolerance for the ends of buckets, which are sums of floating-point numbers [s]. */
const DUST_S = 1e-9;

/** Start of the measured window, in words. */
export function measuredSince({ focus }: PlotLanes): string {
  const { measured_from_s } = focus.source.facts.scenario;
  return sinceWindow(measured_from_s);
}

/**
 * Names and a longest value, from which the width of the labels is computed. The names are those of the lanes or, with
 * one lane, of its lines.
 */
export function laneSamples(lanes: PlotLanes, value: string, ...lines: readonly string[]): Sample[] {
  return (lanes.isSingle ? lines : lanes.all.map(({ name }) => name)).map((name) => [name, value]);
}
