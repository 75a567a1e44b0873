/**
 * What the plots of a sweep over one setting share, be it numeric (curves) or categorical (dots): axes, lane names
 * beside the results, selection with the pointer, and the mark of the open scene. Pure.
 */

import type { SettingValue } from '../../../core/border/scenario';
import {
  axisRules,
  axisTexts,
  level,
  type Region,
  TITLE_ROW,
  type Tick,
  textInside,
  ticksOn,
  withUnit,
} from '../../../ui/figure/axis';
import { spreadLabels } from '../../../ui/figure/line-labels';
import type { PlacedText } from '../../../ui/figure/paint-text';
import { scaleOver } from '../../../ui/figure/scale';
import type { DotShape } from '../../../ui/marks/dots';
import type { Ink } from '../../../ui/marks/ink';
import { laneShape } from '../../../ui/marks/lane-looks';
import type { Rule } from '../../../ui/marks/rule-mark';
import { cutTo } from '../../../ui/marks/text-mark';
import type { Cell } from '../sweep-rows';
import type { SettingAxis } from './setting-axis';
import { metricScale, type ShownLane, type ShownSweep } from './shown-sweep';
import type { Extent, Inked, PictureView, SceneMark, Spot, SweepPicture, Way } from './sweep-picture';
import { curveExtent, endsOf } from './value-scale';

/** Largest share of the width for a label. */
const MOST_LABEL = 0.32;
const ROW = 1.25;
/** Largest distance from the axes at which a point can be selected [em]. */
const REACH = 1.6;

/** The area of the values on the canvas. */
export interface Frame {
  readonly region: Region;
  readonly xOf: (value: SettingValue) => number | undefined;
  readonly yOf: (value: number) => number;
}

/** A lane's results along the axis. */
export interface Course {
  readonly lane: ShownLane;
  /** The lane's result at each value of the setting, in axis order. Undefined where no run has arrived yet. */
  readonly cells: readonly (Cell | undefined)[];
  /** True at points without a valid scene. */
  readonly isRefused: readonly boolean[];
}

export function coursesOf(shown: ShownSweep, axis: SettingAxis): readonly Course[] {
  return shown.lanes.map((lane) => ({
    lane,
    cells: axis.order.map((point) => shown.cellAt(point, lane.lane)),
    isRefused: axis.order.map((point) => shown.problemAt(point, lane.lane) !== undefined),
  }));
}

/** The parts that every plot over one setting has. */
export interface Framed {
  readonly frame: Frame;
  /** Factor of the unit in which values are shown. */
  readonly factor: number;
  readonly rules: Rule[];
  readonly texts: PlacedText[];
  /** The range of the axis of values. The next picture's range includes it. */
  readonly reached: Extent | undefined;
}

/**
 * A frame with axes and title that leaves room for all values and names. `over` has marks drawn on top of the lanes'
 * results.
 */
export function framed(
  shown: ShownSweep,
  axis: SettingAxis,
  courses: readonly Course[],
  view: PictureView,
  over: { readonly names: readonly string[]; readonly values: readonly number[] } = { names: [], values: [] },
): Framed {
  const ends = courses.flatMap(({ cells }) =>
    cells.flatMap((cell) => (cell === undefined ? [] : endsOf(cell, shown.against !== undefined))),
  );
  const known = [...ends, ...over.values];
  const extent = curveExtent(known, view.reached);
  const { factor, name: unit } = metricScale(shown, Math.max(Math.abs(extent.from), Math.abs(extent.to)));
  const { width, height, fontSize: em, measure } = view;
  const [top, bottom] = [em * 3.1, height - em * 3.1];
  const scale = scaleOver(extent, bottom, top, { isClamped: true });
  const inUnit = scaleOver({ from: extent.from / factor, to: extent.to / factor }, bottom, top);
  const yTicks = ticksOn(inUnit, em * 2.6);
  const names = [...shown.lanes.map(({ short }) => short), ...over.names];
  const label = Math.min(width * MOST_LABEL, Math.max(0, ...names.map(measure)));
  const region: Region = {
    left: Math.max(...yTicks.map(({ text }) => measure(text)), em) + em * 0.9,
    right: width - label - em * 2.1,
    top,
    bottom,
  };
  const xOf = (value: SettingValue): number | undefined => {
    const part = axis.partOf(value);
    return part === undefined ? undefined : region.left + part * (region.right - region.left);
  };
  const axes = { region, yTicks, xTicks: settingTicks(axis, region, xOf, view) };
  const rules = axisRules(axes, 'border');
  rules.push(level(region.left, region.right, bottom, 'border'));
  if (extent.from < 0) rules.push(level(region.left, region.right, scale.toPixel(0), 'guide'));
  const title = axis.scale === 'log' ? `${axis.title}, logarithmic` : axis.title;
  return {
    ...{ factor, rules },
    frame: { region, xOf, yOf: scale.toPixel },
    texts: [
      { text: withUnit(shown.title, unit), x: 0, y: em * 0.8, align: 'left', ink: 'text', isBold: true },
      ...axisTexts(axes, em),
      { text: title, x: region.right, y: bottom + em * TITLE_ROW, align: 'right', ink: 'text', isBold: true },
    ],
    reached: known.length === 0 ? view.reached : extent,
  };
}

/**
 * Ticks of the horizontal axis, which shows the setting. A list of options has a tick for each option, with a shortened
 * text if it does not fit. Numbers get as many round values as fit.
 */
function settingTicks(
  axis: SettingAxis,
  { left, right }: Region,
  xOf: Frame['xOf'],
  { fontSize: em, measure }: PictureView,
): readonly Tick[] {
  const short = (value: SettingValue): string => axis.short(value);
  if (axis.scale === 'words') {
    const room = (right - left) / axis.values.length - em * 0.4;
    return axis.values.map((value) => ({ at: xOf(value) ?? 0, text: cutTo(short(value), room, measure) }));
  }
  const wide = Math.max(...axis.ticks(6).map((value) => measure(short(value))), em);
  const most = Math.floor((right - left) / (wide + em * 1.6));
  return axis.ticks(most).map((value) => ({ at: xOf(value) ?? 0, text: short(value) }));
}

export interface EndLabel {
  readonly y: number;
  readonly text: string;
  readonly ink: Ink;
  readonly shape?: DotShape;
}

/** Labels with the lanes' names, each at the height of the lane's last result. */
export function laneLabels(courses: readonly Course[], { yOf }: Frame): readonly EndLabel[] {
  return courses.flatMap(({ lane, cells }) => {
    const last = cells.findLast((cell) => cell !== undefined);
    return last === undefined ? [] : [{ y: yOf(last.mean), text: lane.short, ink: lane.ink, shape: laneShape(lane) }];
  });
}

/** Writes labels on the right, each as near to its height as the others allow, with the lane's symbol before it. */
export function endLabels(
  labels: readonly EndLabel[],
  { region }: Frame,
  em: number,
  dots: Inked<SweepPicture['dots'][number]>[],
  texts: PlacedText[],
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

/** Radius of the dot of a single run [em]. */
const RUN_RADIUS = 0.11;

/** A cell's single runs, drawn behind its mean. */
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

/** Position of a lane's result at a value of the setting. `step` is the index of the value, `row` that of the lane. */
type PlaceOf = (step: number, row: number) => { readonly x: number; readonly y: number | undefined };

/** Finds the result under the pointer: first the nearest value of the setting, then the nearest lane at this value. */
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
          // Horizontal distance is weighted with the height of the plot, so that the nearest value of the setting is
          // selected. The selection thus works even where no lane has a result yet.
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

/**
 * The lane whose line is next above (`up`) or next below the given lane's line, at the same value of the setting.
 * Undefined if there is none.
 */
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
  const middle = textInside(x, measure(text), 0, region.right + em * 2);
  return {
    rules: [{ x1: x, x2: x, y1: region.top - em * 0.4, y2: region.bottom, ink: 'focus', width: 2, dash: [5, 3] }],
    rings: [{ x, y: region.bottom }],
    text: { text, x: middle, y: region.top - em * 1.05, align: 'center', ink: 'text', isBold: true, hasHalo: true },
  };
}
