/**
 * A discipline's stored state as dials and a list of flows, for the strip below its lane. Pure: the input is a run, the
 * output is text and shares of a scale. Scales and the order of the list persist between calls, so that they do not
 * jump.
 */

import { formatFixed, formatNumber, unitScale } from '../../base/format';
import type { Bound, DialView, QuantityAbout, ScaleMark, TableView } from '../border/catalog';
import { flowLabel } from '../run/describe-decision';
import type { RunBuffer } from '../run/run-buffer';
import { type SlotsShown, slotsOf } from './slots-model';
import { stateViews } from './views';

/** The parts of a run that this file reads. */
export type StateSource = Pick<RunBuffer, 'about' | 'facts' | 'latest' | 'scene' | 'isUnresponsive'>;

export interface DialShown {
  readonly value: string;
  /** Value with its unit, for screen readers. */
  readonly valueText: string;
  readonly from: string;
  readonly to: string;
  /** Position on the scale, from 0 to 1. Undefined if there is no value. */
  readonly share: number | undefined;
  readonly mark: MarkShown | undefined;
}

export interface MarkShown {
  readonly share: number;
  /** Name and value of the mark, such as "average 2.4". */
  readonly label: string;
}

interface RowShown {
  /** Flow row (flow number minus 1). */
  readonly flow: number;
  readonly name: string;
  readonly share: number;
  /** Values of the columns. */
  readonly values: readonly string[];
}

export interface TableShown {
  readonly rows: readonly RowShown[];
  /** Number of listed flows that are not among `rows`. */
  readonly more: number;
  readonly to: string;
  readonly mark: MarkShown | undefined;
}

export interface StateShown {
  /** Dials by the id of the gauge. */
  readonly dials: ReadonlyMap<string, DialShown>;
  readonly table: TableShown | undefined;
  readonly slots: SlotsShown | undefined;
}

/**
 * Range of a number's past values. It determines the decimals of its scale, and the ends of a scale that are not fixed.
 */
interface Seen {
  least: number;
  largest: number;
  /** True if all values were whole numbers. */
  isWhole: boolean;
}

/**
 * If a scale has no fixed end, its end is the largest value times this factor, so that the scale does not seem full.
 */
const HEADROOM = 1.2;
/** Initial end of a scale of delays, as a multiple of the target, so that differences from the target are visible. */
const DELAYS_ABOVE_MARK = 4;
/** Initial upper end of a scale without a fixed end and without a marked value, for each unit. */
const FIRST_ENDS: Readonly<Record<string, number>> = { '': 1, '1': 1, s: 0.1, bytes: 10_000 };
const FIRST_COUNT = 10;

/**
 * Shortest time between two changes of the list's order while playing [ms]. The numbers themselves are updated in every
 * frame.
 */
export const REORDER_EVERY_MS = 1000;

export class StateMemory {
  private scene = -1;
  private discipline = '';
  private readonly seen = new Map<string, Seen>();
  private order: readonly number[] = [];
  private orderedAt_ms = Number.NEGATIVE_INFINITY;

  /**
   * The content of the strip. A scale starts with an end that suits its mark and unit, grows with its values, and never
   * shrinks during a run. The number format depends only on the scene and, while the run is paused, on the simulated
   * time.
   */
  look(run: StateSource, room: number, now_ms: number, isStill: boolean): StateShown {
    if (isStill) for (const seen of this.seen.values()) seen.isWhole = true;
    const dials = new Map<string, DialShown>();
    let table: TableShown | undefined;
    let slots: SlotsShown | undefined;
    for (const view of stateViews(run))
      if (view.kind === 'dial') dials.set(view.gauge, this.dial(run, view));
      else if (view.kind === 'table') table = this.table(run, view, room, now_ms, isStill);
      else if (view.kind === 'slots') slots = slotsOf(run, view);
    return { dials, table, slots };
  }

  dial(run: StateSource, view: DialView): DialShown {
    this.follow(run);
    const { about, latest } = run;
    const place = about.gauges.findIndex(({ id }) => id === view.gauge);
    const value = latest.gauges.value[place] ?? Number.NaN;
    const seen = this.see(view.gauge, [value]);
    const unit = about.gauges[place]?.unit ?? '';
    const from = at(run, view.from) ?? (seen.least < 0 ? -ceiling(-seen.least * HEADROOM) : 0);
    const { first, to } = ends(run, view, unit, from, seen);
    const write = writer(first, unit, seen.isWhole);
    return {
      value: write.value(value),
      valueText: Number.isFinite(value) ? `${write.value(value)}${write.unit}` : 'no value',
      from: write.end(from),
      to: `${write.end(to)}${write.unit}`,
      share: Number.isFinite(value) ? shareOf(value, from, to) : undefined,
      mark: markOf(run, view.mark, from, to, write),
    };
  }

  /**
   * The flows that fit. If there are more, the last position shows how many. If `isStill` is true, the order may change
   * at once.
   */
  table(run: StateSource, view: TableView, room: number, now_ms: number, isStill: boolean): TableShown {
    this.follow(run);
    const { flow, value } = run.latest.rows;
    const width = view.columns.length;
    const columns = view.columns.map((_, column) => value.filter((_, index) => index % width === column));
    const [first = new Float64Array()] = columns;
    const writers = view.columns.map(({ unit }, column) => {
      const bounds = column === 0 ? view : { to: null, mark: null };
      const seen = this.see(`column ${column}`, columns[column] ?? []);
      const { first: firstEnd, to } = ends(run, bounds, unit, 0, seen);
      return { to, write: writer(firstEnd, unit, seen.isWhole) };
    });
    const { to, write } = writers[0] ?? { to: 1, write: writer(1, '', true) };
    const count = run.latest.scalars.row_count;
    this.arrange(flow, count > room ? Math.max(1, room - 1) : room, now_ms, isStill);
    const rows = this.order.map((row) => {
      const place = flow.indexOf(row);
      return {
        flow: row,
        name: flowLabel(run.facts, row),
        share: shareOf(first[place] ?? 0, 0, to),
        values: writers.map((column, index) => column.write.value(columns[index]?.[place] ?? Number.NaN)),
      };
    });
    return {
      rows,
      more: Math.max(0, count - rows.length),
      to: `${write.end(to)}${write.unit}`,
      mark: markOf(run, view.mark, 0, to, write),
    };
  }

  /** Forgets all past values when another run begins. */
  private follow({ scene, about }: StateSource): void {
    if (scene === this.scene && about.id === this.discipline) return;
    this.scene = scene;
    this.discipline = about.id;
    this.seen.clear();
    this.order = [];
    this.orderedAt_ms = Number.NEGATIVE_INFINITY;
  }

  private see(id: string, values: Iterable<number>): Seen {
    const seen = this.seen.get(id) ?? { least: 0, largest: 0, isWhole: true };
    for (const value of values) {
      if (!Number.isFinite(value)) continue;
      seen.least = Math.min(seen.least, value);
      seen.largest = Math.max(seen.largest, value);
      seen.isWhole &&= Number.isInteger(value);
    }
    this.seen.set(id, seen);
    return seen;
  }

  /**
   * Chooses the displayed flows from `flows`, which is sorted with the largest first. The list takes over this order at
   * most every `REORDER_EVERY_MS`. In between, a displayed flow keeps its position while it is in `flows`. If it no
   * longer is, the largest flow that is not displayed takes its position.
   */
  private arrange(flows: Uint32Array, room: number, now_ms: number, isStill: boolean): void {
    const wanted = [...flows.subarray(0, room)];
    const since = now_ms - this.orderedAt_ms;
    if (isStill || since >= REORDER_EVERY_MS || since < 0) {
      this.order = wanted;
      this.orderedAt_ms = now_ms;
      return;
    }
    const left = wanted.filter((flow) => !this.order.includes(flow));
    const kept = this.order.slice(0, room).map((flow) => (flows.includes(flow) ? flow : left.shift()));
    this.order = [...kept.filter((flow) => flow !== undefined), ...left].slice(0, room);
  }
}

/** The smallest of 1, 2, 5, 10, 20, … that is at or above a value. It is used as the end of a scale. */
export function ceiling(value: number): number {
  if (!(value > 0)) return 1;
  const decade = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((candidate) => value <= candidate * decade * (1 + 1e-9)) ?? 10;
  return step * decade;
}

/** Meaning of a quantity as a sentence, without the unit, which is on the scale. */
export function sentenceOf({ meaning }: Pick<QuantityAbout, 'meaning'>): string {
  return `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`;
}

/** The reason why a gauge's target differs from the value that was set. Undefined if they are equal. */
export function targetSentence(run: StateSource, { mark }: DialView): string | undefined {
  const isRaised = run.facts.params.slow_link_target === true && mark?.at != null && 'gauge' in mark.at;
  const [inForce, set] = [isRaised ? at(run, mark.at) : undefined, at(run, { param: 'target_s' })];
  if (inForce === undefined || set === undefined || !(inForce > set)) return undefined;
  const ms = (value_s: number): string => `${formatNumber(value_s * 1000, 3)}\u00a0ms`;
  return `The target is ${ms(inForce)} instead of ${ms(set)}, the time that this link takes for one and a half packets.`;
}

/** Text of a dial for screen readers, such as "drawing factor: 5 packets, on a scale from 0 to 10; mark 3". */
export function wordsOfDial({ name }: DialView, { valueText, from, to, mark }: DialShown): string {
  return `${name}: ${valueText}, on a scale from ${from} to ${to}${mark === undefined ? '' : `; ${mark.label}`}`;
}

/** One sentence for each displayed flow. */
export function wordsOfTable(view: TableView, { rows, more, mark }: TableShown): readonly string[] {
  const flows = rows.map(({ name, values }) => {
    const texts = view.columns.map(({ symbol }, index) => `${symbol} ${values[index]}`);
    return `${view.title}: ${name}, ${texts.join(', ')}`;
  });
  if (flows.length === 0) return [`${view.title}: none`];
  return [...flows, ...(more > 0 ? [`and ${more} more`] : []), ...(mark === undefined ? [] : [mark.label])];
}

/** The list in one line, such as "UDP 1 (12), TCP 8 (3), and 38 more". */
export function briefOf({ rows, more }: TableShown): string {
  const texts = rows.map(({ name, values }) => `${name}\u00a0(${values[0]})`);
  return [...texts, ...(more > 0 ? [`and ${more} more`] : [])].join(', ') || 'none';
}

/** Current value of a bound. Undefined if the scale is open or the gauge has no value. */
function at({ about, facts, latest }: StateSource, bound: Bound): number | undefined {
  if (bound === null) return undefined;
  if ('value' in bound) return bound.value;
  const value =
    'param' in bound
      ? facts.params[bound.param]
      : latest.gauges.value[about.gauges.findIndex(({ id }) => id === bound.gauge)];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Upper ends of a scale: `first` is the initial end and determines the number format, and `to` is the current end. */
function ends(
  run: StateSource,
  { to, mark }: Pick<DialView, 'to' | 'mark'>,
  unit: string,
  from: number,
  { largest }: Seen,
): { readonly first: number; readonly to: number } {
  const end = at(run, to);
  if (end !== undefined) return { first: above(from, end), to: above(from, end) };
  const marked = at(run, mark?.at ?? null) ?? 0;
  const usual = unit === 'bit/s' ? run.facts.capacity_bps : (FIRST_ENDS[unit] ?? FIRST_COUNT);
  const wanted = marked > 0 ? marked * (unit === 's' ? DELAYS_ABOVE_MARK : HEADROOM) : usual;
  const first = ceiling(wanted);
  const reached = largest > 0 ? ceiling(largest * HEADROOM) : 0;
  return { first: above(from, first), to: above(from, Math.max(first, reached)) };
}

function above(from: number, to: number): number {
  return to > from ? to : from + 1;
}

function shareOf(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

function markOf(
  run: StateSource,
  mark: ScaleMark | null,
  from: number,
  to: number,
  write: Writer,
): MarkShown | undefined {
  const value = at(run, mark?.at ?? null);
  if (mark === null || value === undefined) return undefined;
  return { share: shareOf(value, from, to), label: `${mark.name} ${write.value(value)}` };
}

/** Number formats of a scale for its values and for its ends. */
interface Writer {
  readonly value: (value: number) => string;
  readonly end: (value: number) => string;
  /** Unit after a number; may be empty. */
  readonly unit: string;
}

/** A number format for a scale: the unit prefix suits the end of the scale, and the decimals show hundredths of it. */
function writer(to: number, unit: string, isWhole: boolean): Writer {
  const { factor, name } = unitScale(to, unit);
  const size = Math.ceil(Math.log10(Math.abs(to) / factor || 1) - 1e-9);
  const places = isWhole && factor === 1 ? 0 : Math.min(6, Math.max(0, 3 - size));
  return {
    value: (value) => {
      const number = value / factor;
      // A mark on a scale of whole numbers may lie between two of them.
      const isBetween = places === 0 && !Number.isInteger(number) && Math.abs(number) < 100;
      return formatFixed(number, isBetween ? 1 : places);
    },
    end: (value) => formatNumber(value / factor),
    unit: name === '' ? '' : `\u00a0${name}`,
  };
}
