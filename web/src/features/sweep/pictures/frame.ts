/** What curves over a number and dots over words have in common: axes, names at the ends, pointing, the open scene. Pure. */

import { ticks as evenTicks } from 'd3-array';
import { formatNumber } from '../../../base/format';
import type { SettingValue } from '../../../core/border/scenario';
import type { Region } from '../../../ui/marks/axis';
import type { DotShape } from '../../../ui/marks/dots';
import type { Ink } from '../../../ui/marks/ink';
import { laneShape } from '../../../ui/marks/lane-looks';
import { spreadLabels } from '../../../ui/marks/line-labels';
import type { Cell } from '../sweep-rows';
import type { SettingAxis } from './setting-axis';
import type { ShownLane, ShownSweep } from './shown-sweep';
import type {
  Extent,
  Inked,
  PictureView,
  RuleMark,
  SceneMark,
  Spot,
  SweepPicture,
  TextMark,
  Way,
} from './sweep-picture';

/** Of the longest label, of the width. */
const MOST_LABEL = 0.32;
const ROW = 1.25;
/** Something is picked within this distance of the axes [em]. */
const REACH = 1.6;

/** Where values lie on the canvas. */
export interface Frame {
  readonly region: Region;
  readonly xOf: (value: SettingValue) => number | undefined;
  readonly yOf: (value: number) => number;
  readonly extent: Extent;
}

/** What a lane gets along the axis. */
export interface Course {
  readonly lane: ShownLane;
  /** In the order of the axis; undefined: not run yet. */
  readonly cells: readonly (Cell | undefined)[];
  /** Where there is no such scene. */
  readonly isRefused: readonly boolean[];
}

export function coursesOf(shown: ShownSweep, axis: SettingAxis): readonly Course[] {
  return shown.lanes.map((lane) => ({
    lane,
    cells: axis.order.map((point) => shown.cellAt(point, lane.lane)),
    isRefused: axis.order.map((point) => shown.problemAt(point, lane.lane) !== undefined),
  }));
}

export function frameOf(
  shown: ShownSweep,
  axis: SettingAxis,
  extent: Extent,
  others: readonly string[],
  { width, height, fontSize, measure }: PictureView,
  factor: number,
): Frame {
  const [top, bottom] = [fontSize * 3.1, height - fontSize * 3.1];
  const ticks = valueTicks(extent, factor, bottom - top, fontSize).map((value) => measure(formatNumber(value)));
  const names = [...shown.lanes.map(({ short }) => short), ...others];
  const label = Math.min(width * MOST_LABEL, Math.max(0, ...names.map(measure)));
  const region: Region = {
    left: Math.max(...ticks, fontSize) + fontSize * 0.9,
    right: width - label - fontSize * 2.1,
    top,
    bottom,
  };
  return {
    region,
    extent,
    xOf: (value) => {
      const part = axis.partOf(value);
      return part === undefined ? undefined : region.left + part * (region.right - region.left);
    },
    yOf: (value) => {
      const part = (value - extent.from) / (extent.to - extent.from);
      return region.bottom - Math.max(0, Math.min(1, part)) * (region.bottom - region.top);
    },
  };
}

/** As many as have room one above the other. */
function valueTicks({ from, to }: Extent, factor: number, high: number, em: number): readonly number[] {
  return evenTicks(from / factor, to / factor, Math.max(2, Math.floor(high / (em * 2.6))));
}

export function valueAxis(
  { region, extent, yOf }: Frame,
  factor: number,
  em: number,
  rules: RuleMark[],
  texts: TextMark[],
) {
  const { left, right, top, bottom } = region;
  for (const shown of valueTicks(extent, factor, bottom - top, em)) {
    const y = Math.round(yOf(shown * factor)) + 0.5;
    const isZero = shown === 0 && extent.from < 0;
    rules.push({ x1: left, x2: right, y1: y, y2: y, ink: isZero ? 'guide' : 'grid', width: 1 });
    texts.push({ text: formatNumber(shown), x: left - em * 0.5, y, align: 'right', ink: 'textSoft' });
  }
}

export function settingAxisMarks(
  { region, xOf }: Pick<Frame, 'region' | 'xOf'>,
  axis: SettingAxis,
  em: number,
  { measure }: Pick<PictureView, 'measure'>,
  rules: RuleMark[],
  texts: TextMark[],
): void {
  const { left, right, bottom } = region;
  if (axis.scale === 'words') {
    const room = (right - left) / axis.values.length - em * 0.4;
    for (const value of axis.values) {
      const text = cutTo(axis.short(value), room, measure);
      texts.push({ text, x: xOf(value) ?? 0, y: bottom + em * 1.15, align: 'center', ink: 'textSoft' });
    }
  }
  const wide = Math.max(...axis.ticks(6).map((value) => measure(axis.short(value))), em);
  const most = Math.floor((right - left) / (wide + em * 1.6));
  rules.push({ x1: left, x2: right, y1: bottom + 0.5, y2: bottom + 0.5, ink: 'border', width: 1 });
  for (const value of axis.ticks(most)) {
    const x = Math.round(xOf(value) ?? 0) + 0.5;
    rules.push({ x1: x, x2: x, y1: bottom, y2: bottom + 4, ink: 'border', width: 1 });
    texts.push({ text: axis.short(value), x, y: bottom + em * 1.15, align: 'center', ink: 'textSoft' });
  }
  const title = axis.scale === 'log' ? `${axis.title}, logarithmic` : axis.title;
  texts.push({ text: title, x: right, y: bottom + em * 2.45, align: 'right', ink: 'text', isBold: true });
}

/** As much of a text as there is room for. */
export function cutTo(text: string, room: number, measure: (text: string) => number): string {
  if (measure(text) <= room) return text;
  let kept = text.length - 1;
  while (kept > 1 && measure(`${text.slice(0, kept)}…`) > room) kept -= 1;
  return `${text.slice(0, kept)}…`;
}

export interface EndLabel {
  readonly y: number;
  readonly text: string;
  readonly ink: Ink;
  readonly shape?: DotShape;
}

/** The names of the lanes where their courses end. */
export function laneLabels(courses: readonly Course[], { yOf }: Frame): readonly EndLabel[] {
  return courses.flatMap(({ lane, cells }) => {
    const last = cells.findLast((cell) => cell !== undefined);
    return last === undefined ? [] : [{ y: yOf(last.mean), text: lane.short, ink: lane.ink, shape: laneShape(lane) }];
  });
}

/** Each as near to its line as the others allow, with the shape that its dots have. */
export function endLabels(
  labels: readonly EndLabel[],
  { region }: Frame,
  em: number,
  dots: Inked<SweepPicture['dots'][number]>[],
  texts: TextMark[],
): void {
  const places = spreadLabels(
    labels.map(({ y }) => y),
    labels.map(() => em * ROW),
    region.top - em * 0.6,
    region.bottom + em * 0.6,
  );
  labels.forEach(({ text, ink, shape }, place) => {
    const y = places[place] ?? Number.NaN;
    if (!Number.isFinite(y)) return;
    const x = region.right + em * 1.7;
    texts.push({ text, x, y, align: 'left', ink, isBold: true });
    if (shape !== undefined) dots.push(oneDot(x - em * 0.65, y, em * 0.27, shape, ink));
  });
}

export function oneDot(
  x: number,
  y: number,
  radius: number,
  shape: DotShape,
  ink: Ink,
): Inked<SweepPicture['dots'][number]> {
  return { x: Float32Array.of(x), y: Float32Array.of(y), length: 1, radius, shape, ink };
}

/** Of a run, to that of the dot of a mean. */
const RUN_RADIUS = 0.11;

/** The single runs of a cell, behind its mean. */
export function runDots(
  { values }: Cell,
  x: number,
  { yOf }: Pick<Frame, 'yOf'>,
  em: number,
  ink: Ink,
): Inked<SweepPicture['dots'][number]> {
  const length = values.length > 1 ? values.length : 0;
  return {
    x: new Float32Array(length).fill(x),
    y: Float32Array.from({ length }, (_, place) => yOf(values[place] ?? 0)),
    length,
    radius: em * RUN_RADIUS,
    shape: 'disc',
    ink,
  };
}

/** Where the value of a lane is drawn: `step` along the axis, `row` among the courses. */
type PlaceOf = (step: number, row: number) => { readonly x: number; readonly y: number | undefined };

/** Pointing: the nearest value of the setting, and the nearest lane there. */
export function pointing(
  axis: SettingAxis,
  courses: readonly Course[],
  { region }: Frame,
  em: number,
  placeOf: PlaceOf,
): Pick<SweepPicture, 'pick' | 'boxOf' | 'next' | 'first'> {
  const spotAt = (step: number, row: number): Spot => ({
    point: axis.order[step] ?? 0,
    lane: courses[row]?.lane.lane ?? 0,
  });
  const stepOf = (point: number): number => axis.order.indexOf(point);
  const rowOf = (lane: number): number => courses.findIndex((course) => course.lane.lane === lane);
  return {
    first: spotAt(0, 0),
    pick: (x, y) => {
      if (x < region.left - em * REACH || x > region.right + em * REACH) return undefined;
      let [found, least] = [spotAt(0, 0), Number.POSITIVE_INFINITY];
      axis.values.forEach((_, step) => {
        courses.forEach((_, row) => {
          const at = placeOf(step, row);
          // Across first: where no lane has a value yet, the value of the setting is picked all the same.
          const far = Math.abs(at.x - x) * (region.bottom - region.top) + Math.abs((at.y ?? region.bottom) - y);
          if (far < least) [found, least] = [spotAt(step, row), far];
        });
      });
      return found;
    },
    boxOf: ({ point, lane }) => {
      const { x, y } = placeOf(stepOf(point), rowOf(lane));
      return { x, y: y ?? region.bottom, width: 0, height: 0 };
    },
    next: ({ point, lane }, way) => {
      const [step, row] = [stepOf(point), rowOf(lane)];
      if (way === 'left') return step > 0 ? spotAt(step - 1, row) : undefined;
      if (way === 'right') return step < axis.values.length - 1 ? spotAt(step + 1, row) : undefined;
      const heights = courses.map((_, other) => placeOf(step, other).y);
      return neighbourLane(heights, row, way, (other) => spotAt(step, other));
    },
  };
}

/** The lane whose line is next above or below. */
function neighbourLane(
  heights: readonly (number | undefined)[],
  row: number,
  way: Way,
  spotAt: (row: number) => Spot,
): Spot | undefined {
  const order = heights
    .map((height, other) => ({ height: height ?? Number.POSITIVE_INFINITY, other }))
    .sort((a, b) => a.height - b.height || a.other - b.other);
  const place = order.findIndex(({ other }) => other === row) + (way === 'up' ? -1 : 1);
  const found = order[place];
  return found === undefined ? undefined : spotAt(found.other);
}

export function sceneMark(
  axis: SettingAxis,
  value: SettingValue,
  { region, xOf }: Pick<Frame, 'region' | 'xOf'>,
  em: number,
  { measure }: PictureView,
): SceneMark | undefined {
  const wanted = xOf(value);
  if (wanted === undefined) return undefined;
  const x = Math.max(region.left, Math.min(region.right, wanted));
  const beyond = wanted < region.left - 0.5 ? '← ' : wanted > region.right + 0.5 ? '→ ' : '';
  const text = `${beyond}this scene: ${axis.text(value)}`;
  const half = measure(text) / 2;
  const middle = Math.max(half, Math.min(region.right - half + em * 2, x));
  return {
    rules: [{ x1: x, x2: x, y1: region.top - em * 0.4, y2: region.bottom, ink: 'focus', width: 2, dash: [5, 3] }],
    rings: [{ x, y: region.bottom }],
    text: { text, x: middle, y: region.top - em * 1.05, align: 'center', ink: 'text', isBold: true, hasHalo: true },
  };
}
