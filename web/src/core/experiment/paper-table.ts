/** Published values beside ours, as table and figure show them: grouped by metric, in one unit, on one axis. Pure. */

import { nice, ticks } from 'd3-array';
import { formatFixed, formatNumber, formatValue, unitScale } from '../../base/format';
import type { Domain } from '../../ui/figure/scale';
import type { Point, PublishedValue, Report, ReportRow, RowApart, RowVerdict, Sample } from './report';
import { PLUG_IN } from './verdicts.gen';

/** The reference of a discipline that the simulator brings along. */
const OWN = 'ns-2';

export interface PaperTable {
  /** Published quantities first, then the others in claims. */
  readonly groups: readonly MetricGroup[];
  /** Notes on single values; see {@link NoteMark}. */
  readonly notes: readonly Note[];
}

interface Note {
  readonly text: string;
  /** True if the value needs caution. */
  readonly isCaution: boolean;
}

export interface MetricGroup {
  readonly metric: string;
  readonly name: string;
  /** True if the paper prints a value in any lane. */
  readonly isPublished: boolean;
  /** Its printed form: "Mb/s". */
  readonly unit: string;
  readonly axis: Axis;
  /** A value of the metric in the unit shown. */
  readonly format: (value: number) => string;
  readonly rows: readonly PaperRow[];
}

/** In the unit shown. */
export interface Axis extends Domain {
  readonly ticks: readonly number[];
}

export interface PaperRow {
  readonly key: string;
  readonly lane: string;
  readonly laneName: string;
  /** "at 2 Mb/s"; empty without a sweep. */
  readonly at: string;
  readonly published: readonly PublishedMark[];
  readonly reference: Mark | undefined;
  /** Which simulator the reference is of. */
  readonly simulator: string;
  /** The run on the page. */
  readonly live: Mark | undefined;
  readonly ours: Mark | undefined;
  readonly verdict: RowVerdict | undefined;
  /** Why a reproduced value is counted apart. */
  readonly apart: RowApart | undefined;
  /** True if the verdict is of a run that is not an experiment. */
  readonly isTentative: boolean;
}

/** A number with the text that shows it; `value`, `interval` and `runs` in the unit shown. */
export interface Mark {
  readonly value: number;
  /** The ends of the 95 % interval, if there is one. */
  readonly interval: readonly [number, number] | undefined;
  readonly text: string;
  /** "± 0.004", or "0.12 to 0.31" where the mean does not lie in the middle. */
  readonly spreadText: string;
  readonly count: number;
  /** The values of the single runs. */
  readonly runs: readonly number[];
  readonly notes: readonly NoteMark[];
}

/** Which note belongs to a number; `note` counts from 1. */
export interface NoteMark {
  readonly note: number;
  readonly isCaution: boolean;
}

export interface PublishedMark {
  readonly value: number;
  readonly text: string;
  /** Its place in the paper. */
  readonly place: string;
  /** Read off a figure: no better than the eye. */
  readonly isRead: boolean;
  readonly notes: readonly NoteMark[];
}

/** Why a mean says little. */
const TWO_STATES = 'The runs fall into two groups: the mean describes none of them. The dots are the runs.';
const SETTLING =
  'Still settling: the mean differs between the first and the second half of the measured window. Both are under Statistics.';

interface TableSources {
  readonly experiment: Report | undefined;
  readonly live: Report | undefined;
  /** Name of a lane for people. */
  readonly nameOf: (lane: string) => string;
  /** Path of the setting that is varied. */
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

/** ", 14 times smaller": how far the run is from the printed value where the ranking alone is the same; else ''. */
export function timesApart({ verdict, apart, published, ours, live, isTentative }: PaperRow): string {
  const printed = published[0]?.value ?? 0;
  const own = (isTentative ? live : ours)?.value ?? 0;
  if (verdict !== 'order' || apart !== undefined || printed <= 0 || own <= 0) return '';
  const isLarger = own > printed;
  const times = isLarger ? own / printed : printed / own;
  return times < LEAST_APART ? '' : `, ${formatNumber(times, 2)} times ${isLarger ? 'larger' : 'smaller'}`;
}

/** Values that are nearer than this are not worth a factor. */
const LEAST_APART = 1.15;

/** The quantities of which the paper prints a value; all, if it prints none. */
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

/** A value of the varied setting, with its unit if the name of the setting has it. */
export function pointText(point: Point, path: string | undefined): string {
  if (typeof point !== 'number') return String(point);
  return formatValue(point, pointUnit(path));
}

/** The unit of a setting, if its name has it. */
export function pointUnit(path: string | undefined): string {
  if (path?.endsWith('_bps')) return 'bit/s';
  return path?.endsWith('_s') ? 's' : '';
}

interface Scale {
  readonly factor: number;
  readonly unit: string;
  /** Decimals of all numbers of the group. */
  readonly places: number;
  readonly axis: Axis;
}

function scaleOf(rows: readonly ReportRow[], live: readonly ReportRow[]): Scale {
  const told = rows.flatMap(({ published, reference }) => [
    ...published.map(({ value }) => value),
    ...(reference === undefined ? [] : [reference.mean]),
  ]);
  const means = [...told, ...[...rows, ...live].flatMap(({ ours }) => ours?.mean ?? [])].filter(Number.isFinite);
  const ends = rows.flatMap(({ ours, reference, reference_half_width: half }) => [
    ...(ours === undefined ? [] : [intervalOf(ours)?.[1] ?? ours.mean, ...ours.values]),
    ...(reference === undefined ? [] : [reference.mean + (half ?? 0)]),
  ]);
  const { factor, name } = unitScale(Math.max(0, ...means.map(Math.abs)), rows[0]?.unit ?? '');
  const most = Math.max(0, ...means) / factor;
  // An interval may reach below zero or above one, where values are impossible: the axis does not follow it there.
  const isPart = name === '' && most <= 1 && most > 0.5;
  const max = isPart ? 1 : Math.max(most, ...ends.map((end) => end / factor)) || 1;
  const [from, to] = nice(Math.min(0, ...means) / factor, max, 4);
  return {
    factor,
    unit: name,
    places: placesFor(
      (told.length > 0 ? told : means).map((value) => value / factor),
      Math.max(0, ...means.map(Math.abs)) / factor,
    ),
    axis: { from, to, ticks: ticks(from, to, 3) },
  };
}

/** Three digits for the smallest number, and no more than four decimals; large numbers need fewer. */
function placesFor(values: readonly number[], largest: number): number {
  const small = Math.min(...values.map(Math.abs).filter((size) => size > 0));
  if (!Number.isFinite(small)) return 2;
  const most = largest >= 100 ? 1 : largest >= 10 ? 2 : 4;
  return Math.min(most, Math.max(0, 2 - Math.floor(Math.log10(small))));
}

type Given = Pick<Sample, 'mean' | 'half_width' | 'count' | 'values'> & Partial<Pick<Sample, 'interval'>>;

/** Our mean with its notes. */
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

/** The half-width if, in the shown digits, the mean is in the middle of its interval; otherwise both ends. */
function spreadText(mean: number, [low, high]: readonly [number, number], places: number): string {
  const half = (high - low) / 2;
  const isEven = Math.abs((low + high) / 2 - mean) <= Math.max(0.5 * 10 ** -places, 0.05 * half);
  return isEven ? `± ${formatFixed(half, places)}` : `${formatFixed(low, places)} to ${formatFixed(high, places)}`;
}

/** The note is there once, however many numbers it belongs to. */
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
