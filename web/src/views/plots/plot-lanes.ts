/** The lanes that the plots show: with several of them a colour is a lane, with one it is a class, a line or a reason. Pure. */

import { bisectRight } from 'd3-array';
import { sinceWindow } from '../../base/figure-words';
import type { DotShape } from '../../marks/dots';
import type { Ink } from '../../marks/ink';
import type { ReferenceKind } from '../../marks/reference-mark';
import { type LaneRun, shownLanes } from '../../run/lanes';
import type { RunSeries } from '../../run/run-buffer';
import type { Interval } from '../../store/interval';
import type { PlotSource, Sample } from './plot-display';

export interface PlotLane {
  /** Place among all lanes of the scene: decides the colour. */
  readonly index: number;
  /** Name to tell it by, short enough for a label. */
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
  /** Values from elsewhere that hold for the open scene. */
  readonly published?: readonly PublishedMark[] | undefined;
  /** The part of the run that is looked at by itself; undefined: the whole run. */
  readonly interval?: Interval | undefined;
}

/** A value from elsewhere, marked on a plot. */
export interface PublishedMark {
  readonly plot: 'throughput' | 'fairness' | 'queue';
  /** The lane's name in the preset: its own, or the id of its discipline. */
  readonly lane: string;
  /** In the unit of the plot's data: bit/s, 1, packets. */
  readonly value: number;
  /** As it was published: "paper 0.036". */
  readonly label: string;
  readonly words: readonly [name: string, value: string];
  /** The line that shows the same quantity, where there is one lane. */
  readonly line: Ink;
  readonly kind: ReferenceKind;
}

export function plotLanes(
  lanes: readonly LaneRun[],
  soloLane: number | undefined,
  focusedLane: number,
  published?: readonly PublishedMark[],
  interval?: Interval,
): PlotLanes | undefined {
  const shown = shownLanes(lanes, soloLane);
  const names = shortNames(shown.map(({ name }) => name));
  const all = shown.map(({ index, run }, place) => ({
    index,
    name: names[place] ?? '',
    colour: laneColourName(index),
    source: run,
  }));
  const focus = all.find(({ index }) => index === focusedLane) ?? all[0];
  return focus === undefined ? undefined : { all, focus, isSingle: all.length === 1, published, interval };
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

export function laneColourName(index: number): Ink {
  return (['lane0', 'lane1', 'lane2', 'lane3'] as const)[index % 4] ?? 'lane0';
}

/** Longest name that a label takes [characters]. */
const LONGEST_NAME = 11;

/**
 * Names for labels. "CHOKe · m 3" says all; where that is too long or all lanes run the same discipline, what differs
 * says enough ("m 3").
 */
export function shortNames(names: readonly string[]): string[] {
  const parts = names.map((name) => name.split(' · '));
  const heads = new Set(parts.map(([head]) => head));
  const tails = parts.map(([, ...tail]) => tail.join(' '));
  const sameHead = heads.size === 1 && names.length > 1 && tails.every((tail) => tail !== '');
  return names.map((name, place) => {
    const tail = tails[place] ?? '';
    const wanted = sameHead || (name.length > LONGEST_NAME && tail !== '') ? tail : name;
    return wanted.length > LONGEST_NAME ? `${wanted.slice(0, LONGEST_NAME - 1)}…` : wanted;
  });
}

/** Since when the scene is measured, in words. */
export function measuredSince({ focus }: PlotLanes): string {
  const { measured_from_s } = focus.source.facts.scenario;
  return sinceWindow(measured_from_s);
}

/** How the lines of a lane are dashed: the first one not at all. */
export function laneDash({ index }: PlotLane): readonly number[] | undefined {
  return DASHES[index % DASHES.length];
}

/** What stands for a single value of a lane. */
export function laneShape({ index }: PlotLane): DotShape {
  return SHAPES[index % SHAPES.length] ?? 'disc';
}

export const DASHES: readonly (readonly number[] | undefined)[] = [undefined, [8, 3], [2.5, 2.5], [9, 3, 2, 3]];
const SHAPES: readonly DotShape[] = ['disc', 'square', 'down', 'cross'];

/** The labels of the lanes; where there is but one, those of its lines. */
export function laneSamples(lanes: PlotLanes, value: string, ...lines: readonly string[]): Sample[] {
  return (lanes.isSingle ? lines : lanes.all.map(({ name }) => name)).map((name) => [name, value]);
}
