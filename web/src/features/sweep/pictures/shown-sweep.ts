/**
 * The displayed part of a sweep: for every lane one quantity over the settings, or its difference from another lane's.
 * Pure.
 */

import { formatFixed, formatNumber, type UnitScale, unitScale } from '../../../base/format';
import type { SweepAxis, SweepMetric } from '../../../core/experiment/sweep';
import type { Ink } from '../../../ui/marks/ink';
import { laneInk, shortNames } from '../../../ui/marks/lane-looks';
import type { SweepLook } from '../sweep-form';
import type { Cell, Settling, SweepRows } from '../sweep-rows';
import { type SettingAxis, settingAxis } from './setting-axis';

/** The part of the rows that pictures need. */
export type SweepSource = Pick<
  SweepRows,
  | 'facts'
  | 'version'
  | 'hasRuns'
  | 'mostSeeds'
  | 'tooWide'
  | 'cell'
  | 'difference'
  | 'problem'
  | 'settling'
  | 'remarksAt'
>;

export interface ShownLane {
  /** Index of the lane in the sweep. */
  readonly lane: number;
  /** Index of the lane in the scene. It determines colour, dashes and shape. */
  readonly index: number;
  readonly name: string;
  /** Short name for labels. */
  readonly short: string;
  readonly ink: Ink;
}

export interface ShownSweep {
  readonly source: SweepSource;
  readonly axes: readonly SettingAxis[];
  readonly metric: SweepMetric;
  readonly lanes: readonly ShownLane[];
  /** The lane with which the others are compared, seed by seed. */
  readonly against: { readonly lane: number; readonly name: string } | undefined;
  readonly cellAt: (point: number, lane: number) => Cell | undefined;
  /** The reason why there is no valid scene at this point. */
  readonly problemAt: (point: number, lane: number) => string | undefined;
  /** The means of the two halves of the measured window, if they differ. Undefined for a difference between lanes. */
  readonly settlingAt: (point: number, lane: number) => Settling | undefined;
  /** Remarks on a point. Settings have the names that the page uses. */
  readonly remarksAt: (point: number) => readonly string[];
  /** Title such as "UDP share of the link" or "UDP share of the link, difference from red". */
  readonly title: string;
}

export interface SweepNames {
  readonly settingName?: ((path: string) => string) | undefined;
  readonly laneName?: ((lane: number) => string) | undefined;
  /** For each lane of the sweep, its index in the scene. */
  readonly lanePlaces?: readonly number[] | undefined;
}

/** The axis of a sweep that varies no setting: one position without a name, at which the lanes are side by side. */
const NO_AXIS: SweepAxis = {
  path: '',
  name: '',
  unit: '',
  is_number: false,
  is_logarithmic: false,
  values: [''],
};

/** The displayed part. Undefined if no quantity is measured. */
export function shownSweep(source: SweepSource, look: SweepLook, names: SweepNames = {}): ShownSweep | undefined {
  const { facts } = source;
  const asked = facts.metrics.findIndex(({ id }) => id === look.metric);
  const place = Math.max(0, asked);
  const metric = facts.metrics[place];
  if (metric === undefined) return undefined;
  const laneNames = facts.lanes.map((name, lane) => names.laneName?.(lane) ?? name);
  const reference = facts.lanes.indexOf(look.against ?? '');
  const against =
    reference < 0 || laneNames.length < 2 ? undefined : { lane: reference, name: laneNames[reference] ?? '' };
  const shorts = shortNames(laneNames);
  const lanes = laneNames.map((name, lane): ShownLane => {
    const index = names.lanePlaces?.[lane] ?? lane;
    return { lane, index, name, short: shorts[lane] ?? name, ink: laneInk(index) };
  });
  return {
    source,
    axes: (facts.axes.length === 0 ? [NO_AXIS] : facts.axes).map((axis) =>
      settingAxis(axis, names.settingName?.(axis.path)),
    ),
    metric,
    lanes: lanes.filter(({ lane }) => lane !== against?.lane),
    against,
    cellAt: (point, lane) =>
      against === undefined ? source.cell(point, lane, place) : source.difference(point, lane, against.lane, place),
    problemAt: (point, lane) => source.problem(point, lane),
    settlingAt: (point, lane) => (against === undefined ? source.settling(point, lane, place) : undefined),
    remarksAt: (point) => source.remarksAt(point).map((remark) => withNames(remark, names)),
    title: against === undefined ? metric.name : `${metric.name}, difference from ${against.name}`,
  };
}

/** Replaces paths by names: "flows.0.jitter" becomes "UDP jitter". */
function withNames(remark: string, { settingName }: SweepNames): string {
  return remark.replace(/\b(?:flows|lanes|queue|bottleneck|access)(?:\.\w+)+/g, (path) => settingName?.(path) ?? path);
}

/** The point for given indices in the axes' lists. The last setting varies fastest. */
export function pointAt({ axes }: Pick<ShownSweep, 'axes'>, places: readonly number[]): number {
  return axes.reduce((point, { values }, axis) => point * values.length + (places[axis] ?? 0), 0);
}

/** A point's indices in the axes' lists. */
export function placesOf({ axes }: Pick<ShownSweep, 'axes'>, point: number): readonly number[] {
  const places: number[] = [];
  let rest = point;
  for (let axis = axes.length - 1; axis >= 0; axis -= 1) {
    const count = axes[axis]?.values.length ?? 1;
    places.unshift(rest % count);
    rest = Math.floor(rest / count);
  }
  return places;
}

/** A point in words: "UDP rate 2 Mb/s, limit 50 packets". */
export function pointWords(shown: Pick<ShownSweep, 'axes'>, point: number): string {
  const places = placesOf(shown, point);
  return shown.axes
    .map(({ name, values, order, text }, axis) => {
      const value = values[order.indexOf(places[axis] ?? 0)];
      return value === undefined ? '' : `${name} ${text(value)}`.trim();
    })
    .join(', ');
}

/**
 * Largest asymmetry at which an interval is printed with ±. Above it, both ends are printed. The asymmetry is the
 * distance between the interval's lower end and the mean minus Student's half-width, as a share of this half-width.
 */
const BENT = 0.05;

/**
 * A mean with its interval, with as many decimals as the interval supports: "0.251 ± 0.012 (10 seeds)". If the mean is
 * not in the middle, both ends: "0.05, 0.02 to 0.11 (10 seeds)".
 */
export function cellWords(cell: Cell | undefined, unit: string): string {
  if (cell === undefined) return 'no value yet';
  const { n, mean, half, ends } = cell;
  const scale = unitScale(mean, unit);
  const seeds = `${n} ${n === 1 ? 'seed' : 'seeds'}`;
  const suffix = scale.name === '' ? '' : `\u00a0${scale.name}`;
  if (half === undefined) return `${formatNumber(mean / scale.factor)}${suffix} (${seeds})`;
  const places = decimalsOf(half / scale.factor);
  const figure = (value: number): string => formatFixed(value / scale.factor, places);
  const isBent = ends !== undefined && Math.abs(mean - ends[0] - half) > BENT * half;
  if (isBent) return `${figure(mean)}, ${figure(ends[0])} to ${figure(ends[1])}${suffix} (${seeds})`;
  return `${figure(mean)}\u00a0±\u00a0${figure(half)}${suffix} (${seeds})`;
}

/** Number of decimals that gives a half-width two significant digits. */
function decimalsOf(half: number): number {
  if (!(half > 0)) return 4;
  return Math.max(0, Math.min(8, 1 - Math.floor(Math.log10(half))));
}

/** A value's sign if its interval excludes 0. Otherwise ''. */
export function signOf(cell: Pick<Cell, 'mean' | 'half'> | undefined): '+' | '\u2212' | '' {
  if (cell?.half === undefined || Math.abs(cell.mean) <= cell.half) return '';
  return cell.mean > 0 ? '+' : '\u2212';
}

/** The unit in which an axis's values are printed. */
export function metricScale({ metric }: Pick<ShownSweep, 'metric'>, greatest: number): UnitScale {
  return unitScale(greatest, metric.unit);
}
