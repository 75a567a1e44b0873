/** The lanes that the plots show: with several of them a colour is a lane, with one it is a class, a line or a reason. Pure. */

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
  /** Place among all lanes of the scene: decides the colour. */
  readonly index: number;
  /** Name that is unique and short enough for a label. */
  readonly name: string;
  readonly colour: Ink;
  readonly source: PlotSource;
}

/** There is always one. */
export interface PlotLanes {
  readonly all: readonly PlotLane[];
  /** The lane that is shown in more detail than the others. */
  readonly focus: PlotLane;
  readonly isSingle: boolean;
  /** Values from elsewhere that hold for the open scene, or held before it was changed. */
  readonly published?: readonly PublishedMark[] | undefined;
  /** The part of the run that is looked at by itself; undefined: the whole run. */
  readonly interval?: Interval | undefined;
  /** The scene under other seeds, where the viewer wants to see it. */
  readonly bands?: SeedBands | undefined;
}

/** A value from elsewhere, marked on a plot. */
export interface PublishedMark {
  readonly plot: 'throughput' | 'fairness' | 'queue';
  /** The lane's name in the preset: its own, or the id of its discipline. */
  readonly lane: string;
  readonly value: number;
  /** Of the value, as of the plot's data. */
  readonly unit: 'bit/s' | '' | 'packets';
  /** The line that shows the same quantity, where there is one lane. */
  readonly line: Ink;
  readonly kind: ReferenceKind;
  /** The scene on the page was changed; the value is of the scene as it was. */
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

/** The lanes with the one in focus last: what is painted last lies on top. */
export function focusLast({ all, focus }: PlotLanes): readonly PlotLane[] {
  return [...all.filter((lane) => lane !== focus), focus];
}

/** The lanes with the one in focus first: what matters most gets its label first. */
export function focusFirst({ all, focus }: PlotLanes): readonly PlotLane[] {
  return [focus, ...all.filter((lane) => lane !== focus)];
}

/** The buckets that are shown, from the first one to before the second: of an interval those that end in it. */
export function bucketsShown(
  { interval }: Pick<PlotLanes, 'interval'>,
  { time_s, length }: RunSeries,
): [number, number] {
  if (interval === undefined) return [0, length];
  // A bucket that ends where the interval begins lies before it.
  const first = bisectRight(time_s, interval.from_s + DUST_S, 0, length);
  return [first, Math.max(first, bisectRight(time_s, interval.until_s + DUST_S, 0, length))];
}

/** Ends of buckets are sums. */
const DUST_S = 1e-9;

/** Since when the scene is measured, in words. */
export function measuredSince({ focus }: PlotLanes): string {
  const { measured_from_s } = focus.source.facts.scenario;
  return sinceWindow(measured_from_s);
}

/** The labels of the lanes; where there is but one, those of its lines. */
export function laneSamples(lanes: PlotLanes, value: string, ...lines: readonly string[]): Sample[] {
  return (lanes.isSingle ? lines : lanes.all.map(({ name }) => name)).map((name) => [name, value]);
}
