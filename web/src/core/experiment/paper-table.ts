/** Published values beside ours, for a table and a figure: grouped by metric, in one unit and on one axis. Pure. */

import { nice, ticks } from 'd3-array';
import { formatFixed, formatNumber, formatValue, unitScale } from '../../base/format';
import type { Domain } from '../../ui/figure/scale';
import type { Point, PublishedValue, Report, ReportRow, RowApart, RowVerdict, Sample } from './report';
import { PLUG_IN } from './verdicts.gen';

/**
 * Name of the reference simulator if ns-2 itself contains the discipline. Other reference values come from ns-2 with a
 * plug-in, and add the note `PLUG_IN` to the table.
 */
const OWN = 'ns-2';

export interface PaperTable {
  /** Published quantities, followed by the other quantities that claims use. */
  readonly groups: readonly MetricGroup[];
  /** Notes on individual values, referenced by {@link NoteMark}. */
  readonly notes: readonly Note[];
}

interface Note {
  readonly text: string;
  /** True if the note warns about the value. */
  readonly isCaution: boolean;
}

export interface MetricGroup {
  readonly metric: string;
  readonly name: string;
  /** True if the paper prints a value of this metric for at least one lane. */
  readonly isPublished: boolean;
  /** The unit as displayed, such as "Mb/s". */
  readonly unit: string;
  readonly axis: Axis;
  /** Formats a value of the metric in the displayed unit. */
  readonly format: (value: number) => string;
  readonly rows: readonly PaperRow[];
}

/** Axis of a group, in the displayed unit. */
export interface Axis extends Domain {
  readonly ticks: readonly number[];
}

export interface PaperRow {
  readonly key: string;
  readonly lane: string;
  readonly laneName: string;
  /** Point of the sweep, such as "at 2 Mb/s". Empty without a sweep. */
  readonly at: string;
  readonly published: readonly PublishedMark[];
  readonly reference: Mark | undefined;
  /** Name of the reference simulator. */
  readonly simulator: string;
  /** Value of the run that the page shows. */
  readonly live: Mark | undefined;
  readonly ours: Mark | undefined;
  readonly verdict: RowVerdict | undefined;
  /**
   * Reason why a reproduced value is counted separately, for example because a parameter was fitted to it. Undefined
   * for all other values.
   */
  readonly apart: RowApart | undefined;
  /** True if the verdict is about the run on the page and not about an experiment. */
  readonly isTentative: boolean;
}

/** A number with its text. `value`, `interval` and `runs` are in the displayed unit. */
export interface Mark {
  readonly value: number;
  /** The ends of the 95 % confidence interval, if there is one. */
  readonly interval: readonly [number, number] | undefined;
  readonly text: string;
  /** "± 0.004", or "0.12 to 0.31" if the mean is not in the middle of the interval. */
  readonly spreadText: string;
  readonly count: number;
  /** The values of the single runs. */
  readonly runs: readonly number[];
  readonly notes: readonly NoteMark[];
}

/** The mark of a note beside a number. `note` counts from 1. */
export interface NoteMark {
  readonly note: number;
  readonly isCaution: boolean;
}

export interface PublishedMark {
  readonly value: number;
  readonly text: string;
  /** Where the paper prints the value, such as a table. */
  readonly place: string;
  /** True if the value was read off a figure by eye. */
  readonly isRead: boolean;
  readonly notes: readonly NoteMark[];
}

/** Note about a mean whose runs fall into two groups. */
const TWO_STATES = 'The runs fall into two groups: the mean describes neither. The dots are the runs.';
const SETTLING =
  'Still settling: the mean differs between the first and the second half of the measured window. Statistics shows both means.';

interface TableSources {
  readonly experiment: Report | undefined;
  readonly live: Report | undefined;
  /** Displayed name of a lane. */
  readonly nameOf: (lane: string) => string;
  /** Path of the varied setting. */
  readonly sweepPath: string | undefined;
}

export function paperTable({ experiment, live, nameOf, sweepPath }: TableSources): PaperTable {
  const base = experiment ?? live;
  const notes: Note[] = [];
  const liveRows = new Map(live?.rows.map((row) => [keyOf(row), row]));
  const byMetric = new Map<string, ReportRow[]>();
  for (const row of base?.rows ?? []) {
    const rows = byMetric.get(row.metric);
    if (rows === undefined) byMetric.set(row.metric, [row]);
    else rows.push(row);
  }
  const groups = [...byMetric].map(([metric, rows]): MetricGroup => {
    const liveOf = (row: ReportRow): ReportRow | undefined => liveRows.get(keyOf(row));
    const scale = scaleOf(
      rows,
      rows.flatMap((row) => liveOf(row) ?? []),
    );
    return {
      metric,
      name: capitalised(rows[0]?.name ?? metric),
      isPublished: rows.some(({ published }) => published.length > 0),
      unit: scale.unit,
      axis: scale.axis,
      format: (value) => formatFixed(value / scale.factor, scale.places),
      rows: rows.map((row): PaperRow => {
        const running = liveOf(row);
        const isDone = experiment !== undefined && row.ours !== undefined;
        const judged = isDone ? row : running;
        return {
          key: keyOf(row),
          lane: row.lane,
          laneName: row.lane.split(' − ').map(nameOf).join(' − '),
          at: row.point === undefined || row.point === null ? '' : `at ${pointText(row.point, sweepPath)}`,
          published: row.published.map((value) => publishedMark(value, scale, notes)),
          reference: markOf(
            row.reference && {
              mean: row.reference.mean,
              half_width: row.reference_half_width ?? null,
              count: row.reference.seeds,
              values: [],
            },
            scale,
          ),
          simulator: row.reference?.simulator ?? '',
          live: markOf(running?.ours && { mean: running.ours.mean, half_width: null, count: 1, values: [] }, scale),
          ours: experiment === undefined ? undefined : oursOf(row, scale, notes),
          verdict: judged?.verdict ?? undefined,
          apart: judged?.apart,
          isTentative: !isDone,
        };
      }),
    };
  });
  if (groups.some(({ rows }) => rows.some(({ simulator }) => simulator !== '' && simulator !== OWN)))
    notes.push({ text: PLUG_IN, isCaution: true });
  return { groups: [...groups.filter(isPrinted), ...groups.filter((group) => !isPrinted(group))], notes };
}

/**
 * How many times our value is larger or smaller than the printed value, such as ", 14 times smaller". Empty unless the
 * verdict is `order`: only the ranking of the lanes is reproduced, not the value.
 */
export function timesApart({ verdict, apart, published, ours, live, isTentative }: PaperRow): string {
  const printed = published[0]?.value ?? 0;
  const own = (isTentative ? live : ours)?.value ?? 0;
  if (verdict !== 'order' || apart !== undefined || printed <= 0 || own <= 0) return '';
  const isLarger = own > printed;
  const times = isLarger ? own / printed : printed / own;
  return times < LEAST_APART ? '' : `, ${formatNumber(times, 2)} times ${isLarger ? 'larger' : 'smaller'}`;
}

/** Smallest factor that `timesApart` states. */
const LEAST_APART = 1.15;

/** Groups of the metrics that the paper prints. If it prints none, all groups. */
export function publishedGroups({ groups }: PaperTable): readonly MetricGroup[] {
  const printed = groups.filter(isPrinted);
  return printed.length > 0 ? printed : groups;
}

function isPrinted({ isPublished }: MetricGroup): boolean {
  return isPublished;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A value of the varied setting. A unit is added if the path of the setting has one as its suffix: `_bps` or `_s`. */
export function pointText(point: Point, path: string | undefined): string {
  if (typeof point !== 'number') return String(point);
  return formatValue(point, pointUnit(path));
}

/** The unit at the end of a setting's path; '' if there is none. */
export function pointUnit(path: string | undefined): string {
  if (path?.endsWith('_bps')) return 'bit/s';
  return path?.endsWith('_s') ? 's' : '';
}

interface Scale {
  readonly factor: number;
  readonly unit: string;
  /** Number of decimals, the same for all numbers in the group. */
  readonly places: number;
  readonly axis: Axis;
}

function scaleOf(rows: readonly ReportRow[], live: readonly ReportRow[]): Scale {
  const documented = rows.flatMap(({ published, reference }) => [
    ...published.map(({ value }) => value),
    ...(reference === undefined ? [] : [reference.mean]),
  ]);
  const means = [...documented, ...[...rows, ...live].flatMap(({ ours }) => ours?.mean ?? [])].filter(Number.isFinite);
  const ends = rows.flatMap(({ ours, reference, reference_half_width: half }) => [
    ...(ours === undefined ? [] : [intervalOf(ours)?.[1] ?? ours.mean, ...ours.values]),
    ...(reference === undefined ? [] : [reference.mean + (half ?? 0)]),
  ]);
  const { factor, name } = unitScale(Math.max(0, ...means.map(Math.abs)), rows[0]?.unit ?? '');
  const most = Math.max(0, ...means) / factor;
  // The confidence interval of a share may extend below 0 or above 1. The axis still ends at 0 and 1.
  const isPart = name === '' && most <= 1 && most > 0.5;
  const max = isPart ? 1 : Math.max(most, ...ends.map((end) => end / factor)) || 1;
  const [from, to] = nice(Math.min(0, ...means) / factor, max, 4);
  return {
    factor,
    unit: name,
    places: placesFor(
      (documented.length > 0 ? documented : means).map((value) => value / factor),
      Math.max(0, ...means.map(Math.abs)) / factor,
    ),
    axis: { from, to, ticks: ticks(from, to, 3) },
  };
}

/**
 * Number of decimals that show the smallest nonzero value of `values` with three significant digits. At most four; at
 * most two if `largest` is 10 or more; at most one if `largest` is 100 or more.
 */
function placesFor(values: readonly number[], largest: number): number {
  const small = Math.min(...values.map(Math.abs).filter((size) => size > 0));
  if (!Number.isFinite(small)) return 2;
  const most = largest >= 100 ? 1 : largest >= 10 ? 2 : 4;
  return Math.min(most, Math.max(0, 2 - Math.floor(Math.log10(small))));
}

type Given = Pick<Sample, 'mean' | 'half_width' | 'count' | 'values'> & Partial<Pick<Sample, 'interval'>>;

/** Our mean together with the notes about it. */
function oursOf({ ours, settling }: ReportRow, scale: Scale, notes: Note[]): Mark | undefined {
  const remarks = [
    ...(ours?.two_states === true ? [TWO_STATES] : []),
    ...(settling === undefined
      ? []
      : [settling.second_half === undefined ? SETTLING : `${capitalised(settling.in_words)}.`]),
  ];
  const mark = markOf(ours, scale);
  return mark && { ...mark, notes: remarks.map((text) => noteOf({ text, isCaution: true }, notes)) };
}

function intervalOf({ mean, half_width: half, interval }: Given): readonly [number, number] | undefined {
  return interval ?? (half === null ? undefined : [mean - half, mean + half]);
}

function markOf(given: Given | undefined, { factor, places }: Scale): Mark | undefined {
  if (given === undefined || !Number.isFinite(given.mean)) return undefined;
  const ends = intervalOf(given)?.map((end) => end / factor);
  const interval: Mark['interval'] = ends && [ends[0] ?? 0, ends[1] ?? 0];
  const value = given.mean / factor;
  return {
    value,
    interval,
    text: formatFixed(value, places),
    spreadText: interval === undefined ? '' : spreadText(value, interval, places),
    count: given.count,
    runs: given.values.map((run) => run / factor),
    notes: [],
  };
}

/**
 * The half-width of the interval, if the mean, rounded to `places` decimals, is about its middle. Otherwise both ends.
 */
function spreadText(mean: number, [low, high]: readonly [number, number], places: number): string {
  const half = (high - low) / 2;
  const isEven = Math.abs((low + high) / 2 - mean) <= Math.max(0.5 * 10 ** -places, 0.05 * half);
  return isEven ? `± ${formatFixed(half, places)}` : `${formatFixed(low, places)} to ${formatFixed(high, places)}`;
}

/** The mark of a note. A note that belongs to several numbers is listed once. */
function noteOf(note: Note, notes: Note[]): NoteMark {
  const place = notes.findIndex(({ text }) => text === note.text);
  if (place < 0) notes.push(note);
  return { note: place < 0 ? notes.length : place + 1, isCaution: note.isCaution };
}

function publishedMark(
  { value, place, quality, note, caution }: PublishedValue,
  { factor, places }: Scale,
  notes: Note[],
): PublishedMark {
  const text = [caution, note].filter((part) => part !== undefined && part !== '').join(' ');
  const isCaution = caution !== undefined && caution !== '';
  const isRead = quality === 'figure';
  return {
    value: value / factor,
    text: `${isRead ? '≈\u00a0' : ''}${formatFixed(value / factor, places)}`,
    place,
    isRead,
    notes: text === '' ? [] : [noteOf({ text, isCaution }, notes)],
  };
}

function keyOf({ metric, lane, point }: ReportRow): string {
  return JSON.stringify([metric, lane, point ?? null]);
}
