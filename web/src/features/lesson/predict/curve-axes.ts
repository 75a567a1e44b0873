/** Axes of a curve with a few points, and finger drawing on them. Pure. */

import { formatNumber, unitScale } from '../../../base/format';
import { pointUnit } from '../../../core/experiment/paper-table';
import type { Answer } from '../../../core/lesson/lesson';
import { keptApart, type Region, type Tick, ticksOn } from '../../../ui/figure/axis';
import { scaleOver } from '../../../ui/figure/scale';
import { textWidth } from '../../../ui/marks/text-mark';
import type { Size } from '../../../ui/use-size';
import { sliderStep } from '../judge';

export type CurveAnswer = Answer & { readonly kind: 'curve' };

/** A value for every point of the curve. Undefined where nothing has been drawn. */
export type Draft = readonly (number | undefined)[];

export interface CurveAxes {
  readonly region: Region;
  /** The position of every point [px]. */
  readonly xs: readonly number[];
  readonly toY: (value: number) => number;
  readonly fromY: (y: number) => number;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  /** Units of the two axes. */
  readonly unit: string;
  readonly xUnit: string;
}

/** Axes for the question. `values` outside the answer's range extend the axes. */
export function curveAxes(answer: CurveAnswer, size: Size, values: readonly number[] = []): CurveAxes {
  const { width, height, fontSize } = size;
  const domain = { from: Math.min(answer.from, ...values), to: Math.max(answer.to, ...values) };
  const { factor, name: unit } = unitScale(domain.to, answer.unit);
  const top = fontSize * 0.9;
  const bottom = Math.max(top + 40, height - fontSize * 3.4);
  const y = scaleOver(domain, bottom, top);
  const yTicks = ticksOn(y, fontSize * 3.5, { text: (value) => formatNumber(value / factor) });
  const left = fontSize * 1.2 + Math.max(fontSize, ...yTicks.map(({ text }) => textWidth(text, fontSize, 'mono')));
  const right = Math.max(left + 40, width - fontSize * 1.6);
  const { points } = answer;
  const [from = 0, to = 1] = [points[0], points.at(-1)];
  // The outermost points are slightly inside the picture, so that a finger can reach them.
  const x = scaleOver(
    { from, to, scale: isLogarithmic(points) ? 'log' : 'linear' },
    left + fontSize * 1.4,
    right - fontSize * 0.6,
  );
  const across = unitScale(to, pointUnit(answer.path));
  return {
    region: { left, right, top, bottom },
    ...{ unit, xUnit: across.name, yTicks },
    xs: points.map(x.toPixel),
    toY: y.toPixel,
    fromY: y.toValue,
    xTicks: keptApart(
      points.map((point) => ({ at: x.toPixel(point), text: formatNumber(point / across.factor) })),
      (text) => textWidth(text, fontSize, 'mono') + fontSize,
    ),
  };
}

/**
 * True if the points are spaced more evenly on a logarithmic axis than on a linear axis. The measure of evenness is the
 * largest distance between neighbouring points, divided by the smallest.
 */
export function isLogarithmic(points: readonly number[]): boolean {
  if (points.length < 3 || points.some((point) => point <= 0)) return false;
  const spread = (values: readonly number[]): number => {
    const steps = values.slice(1).map((value, place) => value - (values[place] ?? 0));
    return Math.max(...steps) / Math.min(...steps);
  };
  return spread(points.map(Math.log)) < spread(points);
}

/**
 * Sets the points that the finger passed on its way from `before` to `now`, and the nearest point if `now` is close to
 * it.
 */
export function drawnTo(
  draft: Draft,
  answer: CurveAnswer,
  axes: Pick<CurveAxes, 'xs' | 'fromY'>,
  before: Place | undefined,
  now: Place,
): Draft {
  const { xs } = axes;
  const distances = xs.map((x) => Math.abs(x - now.x));
  const nearest = distances.indexOf(Math.min(...distances));
  const from = before ?? now;
  return draft.map((value, place) => {
    const x = xs[place] ?? Number.NaN;
    const isPassed = (x - from.x) * (x - now.x) <= 0 && from.x !== now.x;
    if (isPassed) return rounded(answer, axes.fromY(from.y + ((now.y - from.y) * (x - from.x)) / (now.x - from.x)));
    return place === nearest && isBeside(xs, place, now.x) ? rounded(answer, axes.fromY(now.y)) : value;
  });
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** True if `x` is close to a point: within a quarter of the distance to the next point. */
function isBeside(xs: readonly number[], place: number, x: number): boolean {
  const own = xs[place] ?? Number.NaN;
  const next = xs[x < own ? place - 1 : place + 1];
  return next === undefined || Math.abs(x - own) <= Math.abs(next - own) / 4;
}

/** The value, clamped to the range and rounded to the slider's steps. */
export function rounded({ from, to }: Pick<CurveAnswer, 'from' | 'to'>, value: number): number {
  const step = sliderStep({ from, to });
  const steps = Math.round((value - from) / step);
  // Floating-point products are inexact, so the result is rounded to 12 digits: 7 * 0.01 is not the number nearest to
  // 0.07.
  const near = Number((from + steps * step).toPrecision(12));
  return Math.max(from, Math.min(to, near));
}
