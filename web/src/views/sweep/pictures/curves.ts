/** One swept number as curves: a line with a 95 % band for each lane, and theory over it. Pure. */

import { ticks as evenTicks } from 'd3-array';
import { formatNumber } from '../../../base/format';
import type { Region } from '../../../marks/axis';
import { laneDash, laneShape } from '../../../marks/lane-looks';
import { spreadLabels } from '../../../marks/line-labels';
import type { SettingValue } from '../../../scenario/scenario';
import type { Cell } from '../../../sweep/sweep-rows';
import type { SettingAxis } from './setting-axis';
import { metricScale, type ShownLane, type ShownSweep, withUnit } from './shown-sweep';
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
import type { TheoryCurve } from './theory-over';
import { curveExtent, endsOf } from './value-scale';

const THEORY_STEPS = 160;
/** Of the longest label, of the width. */
const MOST_LABEL = 0.32;
const ROW = 1.25;
/** More dots than this are only a thicker line. */
const MOST_DOTS = 60;
/** A line is picked within this distance [em]. */
const REACH = 1.6;

/** Where values lie on the canvas. */
interface Frame {
  readonly region: Region;
  readonly xOf: (value: SettingValue) => number | undefined;
  readonly yOf: (value: number) => number;
  readonly extent: Extent;
}

interface Course {
  readonly lane: ShownLane;
  /** In the order of the axis; undefined: not run yet. */
  readonly cells: readonly (Cell | undefined)[];
  /** Where there is no such scene. */
  readonly isRefused: readonly boolean[];
}

export function curvesPicture(shown: ShownSweep, theory: readonly TheoryCurve[], view: PictureView): SweepPicture {
  const [axis] = shown.axes as [SettingAxis];
  const courses = shown.lanes.map(
    (lane): Course => ({
      lane,
      cells: axis.order.map((point) => shown.cellAt(point, lane.lane)),
      isRefused: axis.order.map((point) => shown.problemAt(point, lane.lane) !== undefined),
    }),
  );
  const known = courses.flatMap(({ cells }) =>
    cells.flatMap((cell) => (cell === undefined ? [] : endsOf(cell, shown.metric.unit))),
  );
  const sampled = theory.map((curve) => sampledTheory(curve, axis));
  const ofTheory = sampled.flatMap(({ points }) => points.map(([, y]) => y));
  const extent = curveExtent([...known, ...ofTheory], view.reached);
  const scale = metricScale(shown, Math.max(Math.abs(extent.from), Math.abs(extent.to)));
  const frame = frameOf(shown, axis, extent, theory, view, scale.factor);
  const em = view.fontSize;

  const rules: RuleMark[] = [];
  const texts: TextMark[] = [
    { text: withUnit(shown.title, scale.name), x: 0, y: em * 0.8, align: 'left', ink: 'text', isBold: true },
  ];
  valueAxis(frame, scale.factor, em, rules, texts);
  settingAxisMarks(frame, axis, em, view, rules, texts);

  const areas: SweepPicture['areas'][number][] = [];
  const lines: SweepPicture['lines'][number][] = [];
  const dots: SweepPicture['dots'][number][] = [];
  for (const course of courses) drawCourse(course, axis, frame, em, areas, lines, dots);
  const labels: { y: number; text: string; ink: ShownLane['ink'] }[] = [];
  for (const { lane, cells } of courses) {
    const last = cells.findLast((cell) => cell !== undefined);
    if (last !== undefined) labels.push({ y: frame.yOf(last.mean), text: lane.short, ink: lane.ink });
  }
  for (const { curve, points } of sampled) {
    lines.push({ ...polyline(points, frame), width: 1.5, dash: [1.5, 2.5], ink: 'text' });
    const last = points.at(-1);
    if (last !== undefined) labels.push({ y: frame.yOf(last[1]), text: curve.name, ink: 'text' });
    peakMarks(curve, axis, frame, em, view, scale.factor, dots, texts);
  }
  endLabels(labels, frame, em, texts);

  return {
    regions: [],
    cells: [],
    hatched: [],
    signs: [],
    rules,
    areas,
    lines,
    dots,
    texts,
    reached: known.length + ofTheory.length === 0 ? view.reached : extent,
    ...pointing(shown, axis, courses, frame, em),
    sceneMark: ([value]) => (value === undefined ? undefined : sceneMark(axis, value, frame, em, view)),
  };
}

function frameOf(
  shown: ShownSweep,
  axis: SettingAxis,
  extent: Extent,
  theory: readonly TheoryCurve[],
  { width, height, fontSize, measure }: PictureView,
  factor: number,
): Frame {
  const ticks = evenTicks(extent.from / factor, extent.to / factor, 5).map((value) => measure(formatNumber(value)));
  const names = [...shown.lanes.map(({ short }) => short), ...theory.map(({ name }) => name)];
  const label = Math.min(width * MOST_LABEL, Math.max(0, ...names.map(measure)));
  const region: Region = {
    left: Math.max(...ticks, fontSize) + fontSize * 0.9,
    right: width - label - fontSize * 1.2,
    top: fontSize * 3.1,
    bottom: height - fontSize * 3.1,
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

function valueAxis({ region, extent, yOf }: Frame, factor: number, em: number, rules: RuleMark[], texts: TextMark[]) {
  const { left, right, top, bottom } = region;
  const most = Math.max(2, Math.floor((bottom - top) / (em * 2.6)));
  for (const shown of evenTicks(extent.from / factor, extent.to / factor, most)) {
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

/** Points that have not been run are passed over; where there is no such scene the line is broken. */
function drawCourse(
  { lane, cells, isRefused }: Course,
  axis: SettingAxis,
  { xOf, yOf }: Frame,
  em: number,
  areas: Inked<SweepPicture['areas'][number]>[],
  lines: Inked<SweepPicture['lines'][number]>[],
  dots: Inked<SweepPicture['dots'][number]>[],
): void {
  const x: number[] = [];
  const y: number[] = [];
  let band: { x: number[]; low: number[]; high: number[] } = { x: [], low: [], high: [] };
  const close = (): void => {
    if (band.x.length > 1)
      areas.push({
        x: Float32Array.from(band.x),
        low: Float32Array.from(band.low),
        high: Float32Array.from(band.high),
        length: band.x.length,
        opacity: 0.2,
        ink: lane.ink,
      });
    band = { x: [], low: [], high: [] };
  };
  cells.forEach((cell, step) => {
    const at = xOf(axis.values[step] as SettingValue) ?? 0;
    if (isRefused[step] === true) {
      close();
      x.push(at);
      y.push(Number.NaN);
    } else if (cell !== undefined) {
      x.push(at);
      y.push(yOf(cell.mean));
      if (cell.half === undefined) close();
      else {
        band.x.push(at);
        band.low.push(yOf(cell.mean - cell.half));
        band.high.push(yOf(cell.mean + cell.half));
      }
    }
  });
  close();
  const marks = { x: Float32Array.from(x), y: Float32Array.from(y), length: x.length };
  const dash = laneDash(lane);
  lines.push({ ...marks, width: 2.25, ...(dash === undefined ? {} : { dash }), ink: lane.ink });
  const every = Math.max(1, Math.ceil(x.length / MOST_DOTS));
  const seen = x.flatMap((_, place) => (Number.isNaN(y[place]) || place % every !== 0 ? [] : [place]));
  dots.push({
    x: Float32Array.from(seen, (place) => x[place] ?? 0),
    y: Float32Array.from(seen, (place) => y[place] ?? 0),
    length: seen.length,
    radius: em * 0.27,
    shape: laneShape(lane),
    ink: lane.ink,
  });
}

interface SampledTheory {
  readonly curve: TheoryCurve;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** Along the axis as it is drawn: evenly on its scale. */
function sampledTheory(curve: TheoryCurve, { values, scale }: SettingAxis): SampledTheory {
  const [from, to] = [values[0] as number, values.at(-1) as number];
  const points = Array.from({ length: THEORY_STEPS + 1 }, (_, step): [number, number] => {
    const part = step / THEORY_STEPS;
    const x = scale === 'log' ? from * (to / from) ** part : from + part * (to - from);
    return [x, curve.valueAt(x)];
  });
  return { curve, points };
}

function polyline(points: SampledTheory['points'], { xOf, yOf }: Frame) {
  return {
    x: Float32Array.from(points, ([x]) => xOf(x) ?? 0),
    y: Float32Array.from(points, ([, y]) => yOf(y)),
    length: points.length,
  };
}

/** The greatest value of a theory, where it lies in the picture: a diamond, and what it is. */
function peakMarks(
  { peak }: TheoryCurve,
  axis: SettingAxis,
  { region, xOf, yOf }: Frame,
  em: number,
  { measure }: PictureView,
  factor: number,
  dots: Inked<SweepPicture['dots'][number]>[],
  texts: TextMark[],
): void {
  const part = peak === undefined ? undefined : axis.partOf(peak.x);
  if (peak === undefined || part === undefined || part < 0 || part > 1) return;
  const [x, y] = [xOf(peak.x) ?? 0, yOf(peak.y)];
  dots.push({
    x: Float32Array.of(x),
    y: Float32Array.of(y),
    length: 1,
    radius: em * 0.36,
    shape: 'diamond',
    ink: 'text',
  });
  const text = `greatest ${formatNumber(peak.y / factor, 3)} at ${axis.text(Number(peak.x.toPrecision(3)))}`;
  const half = measure(text) / 2;
  const middle = Math.max(region.left + half, Math.min(region.right - half, x));
  texts.push({ text, x: middle, y: y - em * 1.1, align: 'center', ink: 'text', isBold: true, hasHalo: true });
}

/** Names at the ends of the lines, none over another. */
function endLabels(
  labels: readonly { readonly y: number; readonly text: string; readonly ink: ShownLane['ink'] }[],
  { region }: Frame,
  em: number,
  texts: TextMark[],
): void {
  const places = spreadLabels(
    labels.map(({ y }) => y),
    labels.map(() => em * ROW),
    region.top - em * 0.6,
    region.bottom + em * 0.6,
  );
  labels.forEach(({ text, ink }, place) => {
    const y = places[place] ?? Number.NaN;
    if (Number.isFinite(y)) texts.push({ text, x: region.right + em * 0.7, y, align: 'left', ink, isBold: true });
  });
}

/** Pointing at curves: the nearest value of the setting, and the nearest line there. */
function pointing(
  { axes }: ShownSweep,
  axis: SettingAxis,
  courses: readonly Course[],
  { region, xOf, yOf }: Frame,
  em: number,
): Pick<SweepPicture, 'pick' | 'boxOf' | 'next' | 'first'> {
  const xs = axis.values.map((value) => xOf(value) ?? 0);
  const heightOf = (course: Course | undefined, step: number): number | undefined => {
    const cell = course?.cells[step];
    return cell === undefined ? undefined : yOf(cell.mean);
  };
  const spotAt = (step: number, row: number): Spot => ({
    point: axis.order[step] ?? 0,
    lane: courses[row]?.lane.lane ?? 0,
  });
  const stepOf = (point: number): number => axis.order.indexOf(point);
  const rowOf = (lane: number): number => courses.findIndex((course) => course.lane.lane === lane);
  return {
    first: spotAt(0, 0),
    pick: (x, y) => {
      if (x < region.left - em * REACH || x > region.right + em * REACH || axes.length === 0) return undefined;
      let step = 0;
      xs.forEach((at, other) => {
        if (Math.abs(at - x) < Math.abs((xs[step] ?? 0) - x)) step = other;
      });
      let [row, least] = [0, Number.POSITIVE_INFINITY];
      courses.forEach((course, other) => {
        const far = Math.abs((heightOf(course, step) ?? Number.POSITIVE_INFINITY) - y);
        if (far < least) [row, least] = [other, far];
      });
      return spotAt(step, row);
    },
    boxOf: ({ point, lane }) => {
      const step = stepOf(point);
      return { x: xs[step] ?? 0, y: heightOf(courses[rowOf(lane)], step) ?? region.bottom, width: 0, height: 0 };
    },
    next: ({ point, lane }, way: Way) => {
      const [step, row] = [stepOf(point), rowOf(lane)];
      if (way === 'left') return step > 0 ? spotAt(step - 1, row) : undefined;
      if (way === 'right') return step < xs.length - 1 ? spotAt(step + 1, row) : undefined;
      return neighbourLane(
        courses.map((course) => heightOf(course, step)),
        row,
        way,
        (other) => spotAt(step, other),
      );
    },
  };
}

/** The lane whose line is next above or below. */
export function neighbourLane(
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

function sceneMark(
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
