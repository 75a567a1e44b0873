/** The lanes that the plots show: with several of them a colour is a lane, with one it is a class, a line or a reason. Pure. */

import type { Ink } from '../../marks/ink';
import type { ReferenceKind } from '../../marks/reference-mark';
import { type LaneRun, shownLanes } from '../../run/lanes';
import { narrowGutter, type PlotSource, type PlotView } from './plot-display';

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
  readonly kind: ReferenceKind;
}

export function plotLanes(
  lanes: readonly LaneRun[],
  soloLane: number | undefined,
  focusedLane: number,
  published?: readonly PublishedMark[],
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
  return focus === undefined ? undefined : { all, focus, isSingle: all.length === 1, published };
}

/** The lanes with the one in focus last: what is painted last lies on top. */
export function focusLast({ all, focus }: PlotLanes): readonly PlotLane[] {
  return [...all.filter((lane) => lane !== focus), focus];
}

/** The lanes with the one in focus first: what matters most gets its label first. */
export function focusFirst({ all, focus }: PlotLanes): readonly PlotLane[] {
  return [focus, ...all.filter((lane) => lane !== focus)];
}

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
  return measured_from_s > 0 ? `since ${measured_from_s} s` : 'since the start';
}

/** The gutter that the labels of the lanes need. */
export function laneGutter(lanes: PlotLanes, view: PlotView): number {
  if (lanes.isSingle) return narrowGutter(view);
  const longest = Math.max(...lanes.all.map(({ name }) => name.length));
  return Math.max(narrowGutter(view), view.fontSize * (1 + 0.68 * longest));
}
