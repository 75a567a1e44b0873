/** A sweep over one number as curves: for each lane a line with a 95 % band, and the theory as another line. Pure. */

import { formatNumber } from '../../../base/format';
import type { SettingValue } from '../../../core/border/scenario';
import { textInside } from '../../../ui/figure/axis';
import type { PlacedText } from '../../../ui/figure/paint-text';
import { along } from '../../../ui/figure/scale';
import { laneDash, laneShape } from '../../../ui/marks/lane-looks';
import {
  type Course,
  coursesOf,
  type EndLabel,
  endLabels,
  type Frame,
  framed,
  laneLabels,
  oneDot,
  pointing,
  runDots,
  sceneMark,
} from './frame';
import type { SettingAxis } from './setting-axis';
import type { ShownSweep } from './shown-sweep';
import { EMPTY_PICTURE, type Inked, type PictureView, type SweepPicture } from './sweep-picture';
import type { TheoryCurve } from './theory-over';

const THEORY_STEPS = 160;
/** Maximum number of dots on a line. More would look like a thicker line. */
const MOST_DOTS = 60;

export function curvesPicture(shown: ShownSweep, theory: readonly TheoryCurve[], view: PictureView): SweepPicture {
  const [axis] = shown.axes as [SettingAxis];
  const courses = coursesOf(shown, axis);
  const sampled = theory.map((curve) => sampledTheory(curve, axis));
  const { frame, factor, rules, texts, reached } = framed(shown, axis, courses, view, {
    names: theory.map(({ name }) => name),
    values: sampled.flatMap(({ points }) => points.map(([, y]) => y)),
  });
  const em = view.fontSize;
  const areas: SweepPicture['areas'][number][] = [];
  const lines: SweepPicture['lines'][number][] = [];
  const dots: SweepPicture['dots'][number][] = [];
  for (const course of courses) drawCourse(course, axis, frame, em, areas, lines, dots);
  const labels: EndLabel[] = [...laneLabels(courses, frame)];
  for (const { curve, points } of sampled) {
    lines.push({ ...polyline(points, frame), width: 1.5, dash: [1.5, 2.5], ink: 'text' });
    const last = points.at(-1);
    if (last !== undefined) labels.push({ y: frame.yOf(last[1]), text: curve.name, ink: 'text' });
    peakMarks(curve, axis, frame, em, view, factor, dots, texts);
  }
  endLabels(labels, frame, em, dots, texts);
  const xs = axis.values.map((value) => frame.xOf(value) ?? 0);
  return {
    ...EMPTY_PICTURE,
    rules,
    areas,
    lines,
    dots,
    texts,
    reached,
    ...pointing(axis, courses, frame, em, (step, row) => {
      const cell = courses[row]?.cells[step];
      return { x: xs[step] ?? 0, y: cell === undefined ? undefined : frame.yOf(cell.mean) };
    }),
    sceneMark: ([value]) => (value === undefined ? undefined : sceneMark(axis, value, frame, em, view)),
  };
}

/**
 * A lane's curve. It passes over points that have not been run yet, but is interrupted at points without a valid scene.
 */
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
      if (cell.ends === undefined) close();
      else {
        if (cells.length <= MOST_DOTS) dots.push(runDots(cell, at, { yOf }, em, lane.ink));
        band.x.push(at);
        band.low.push(yOf(cell.ends[0]));
        band.high.push(yOf(cell.ends[1]));
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

/** A theory's values, evenly spaced along the drawn axis. */
function sampledTheory(curve: TheoryCurve, { values, scale }: SettingAxis): SampledTheory {
  const [from, to] = [values[0] as number, values.at(-1) as number];
  const points = Array.from({ length: THEORY_STEPS + 1 }, (_, step): [number, number] => {
    const x = along({ from, to, scale: scale === 'log' ? 'log' : 'linear' }, step / THEORY_STEPS);
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

type Ends = readonly [number, number];

/** Marks a theory's largest value with a diamond and its name. */
function peakMarks(
  { peak }: TheoryCurve,
  axis: SettingAxis,
  { region, xOf, yOf }: Frame,
  em: number,
  { measure }: PictureView,
  factor: number,
  dots: Inked<SweepPicture['dots'][number]>[],
  texts: PlacedText[],
): void {
  const part = peak === undefined ? undefined : axis.partOf(peak.x);
  if (peak === undefined || part === undefined || part < 0 || part > 1) return;
  const [x, y] = [xOf(peak.x) ?? 0, yOf(peak.y)];
  dots.push(oneDot(x, y, em * 0.36, 'diamond', 'text'));
  const text = `greatest ${formatNumber(peak.y / factor, 3)} at ${axis.text(Number(peak.x.toPrecision(3)))}`;
  const half = measure(text) / 2;
  const middle = textInside(x, 2 * half, region.left, region.right);
  // The name is above the peak, or below it if fewer measured points are covered there.
  const [over, under] = [y - em * 1.1, y + em * 1.1];
  const covered = (at: number): number =>
    dots.reduce(
      (sum, dot) => sum + pointsWithin(dot, [middle - half, middle + half], [at - em * 0.6, at + em * 0.6]),
      0,
    );
  const at = covered(under) < covered(over) ? under : over;
  texts.push({ text, x: middle, y: at, align: 'center', ink: 'text', isBold: true, hasHalo: true });
}

function pointsWithin(
  { x, y, length }: SweepPicture['dots'][number],
  [left, right]: Ends,
  [top, bottom]: Ends,
): number {
  let count = 0;
  for (let place = 0; place < length; place += 1) {
    const [across, down] = [x[place] ?? Number.NaN, y[place] ?? Number.NaN];
    if (across >= left && across <= right && down >= top && down <= bottom) count += 1;
  }
  return count;
}
