/**
 * Drops by reason, in packets per second: stacked bars of a round duration, with one layer for each reason and one for
 * ECN marks.
 */

import type { Numbers } from '../../base/numbers';
import { type ReasonFamily, reasonInk } from '../../base/palette';
import { fineStepUp, stepUp } from '../../ui/figure/ticks';
import type { BarLayer, Texture } from '../../ui/marks/bars';
import { type Catalog, type ReasonAbout, reasonFamily } from '../border/catalog';
import { spanOf } from './columns';
import type { PlotDefinition } from './definition';
import { LaneChoice } from './LaneChoice';
import {
  type Coloured,
  type LabelMark,
  PATCH,
  type PlotDisplay,
  type PlotSource,
  type PlotView,
  timeToX,
} from './plot-display';
import type { PlotLanes } from './plot-lanes';
import { show } from './plot-table';
import { type SavedSeries, timeRows } from './saved-rows';
import { instantText, linearAxis, timePlot } from './time-plot';

export const DROPS: PlotDefinition = {
  id: 'drops',
  title: ({ focus }) => (canMark(focus.source) ? 'Drops and marks by reason' : 'Drops by reason'),
  says: ({ focus }, { settledSpan_s }) => `packets/s · bars of ${barLength(focus.source, settledSpan_s)}\u00a0s`,
  help: () => 'Dropped packets per second, by reason.',
  axis: { over: 'time' },
  display: dropsPlot,
  table: dropsTable,
  saved: (lanes) => timeRows(lanes, dropSeries),
  isOfOneLane: true,
  Key: LaneChoice,
};

function canMark({ facts, about, catalog }: PlotSource): boolean {
  return facts.params.ecn !== false && catalog.reasons.some(({ id, is_mark }) => is_mark && about.reasons.includes(id));
}

/** Drops in bars of equal length, as rates. */
interface DropBars {
  readonly bar_s: number;
  /** End of the known data [s]. */
  readonly until_s: number;
  /** Reasons of the layers, from the lowest layer up, as indexes in `Catalog.reasons`. */
  readonly reasons: readonly number[];
  /** `rates[layer][bar]` [packets/s]. */
  readonly rates: readonly Float64Array[];
  /** Length of time that each bar covers [s]. The last bar may be incomplete. */
  readonly spans: Float64Array;
  readonly length: number;
  readonly greatest: number;
}

/** Sums up the drops of the buckets in each bar. The duration of a bar is chosen for a time axis of length `span_s`. */
export function dropBars(source: PlotSource, span_s: number): DropBars {
  const { series, catalog, about } = source;
  const bar_s = barLength(source, span_s);
  const reasons = [...catalog.reasons.keys()]
    .filter((number) => about.reasons.includes(catalog.reasons[number]?.id ?? ''))
    .sort((a, b) => layerOf(catalog.reasons[a]) - layerOf(catalog.reasons[b]) || a - b);

  const until_s = series.length > 0 ? (series.time_s[series.length - 1] as number) : 0;
  const length = Math.ceil(until_s / bar_s - 1e-9);
  const rates = reasons.map(() => new Float64Array(length));
  const spans = new Float64Array(length);
  for (let bucket = 0; bucket < series.length; bucket += 1) {
    const span = spanOf(series, bucket);
    // A bucket belongs to the bar that contains its middle. The end of a bucket may be the edge between two bars.
    const bar = Math.min(length - 1, Math.floor(((series.time_s[bucket] as number) - span / 2) / bar_s));
    spans[bar] = (spans[bar] as number) + span;
    for (const [layer, reason] of reasons.entries()) {
      const counts = rates[layer] as Float64Array;
      counts[bar] = (counts[bar] as number) + (series.reasons[reason]?.[bucket] ?? 0);
    }
  }
  let greatest = 0;
  for (let bar = 0; bar < length; bar += 1) {
    let total = 0;
    for (const counts of rates) {
      const rate = (counts[bar] as number) / Math.max(spans[bar] as number, 1e-9);
      counts[bar] = rate;
      total += rate;
    }
    // The rate of a bar that has just begun is uncertain, so it must not enlarge the axis.
    if ((spans[bar] as number) > bar_s / 2) greatest = Math.max(greatest, total);
  }
  return { bar_s, until_s, reasons, rates, spans, length, greatest };
}

/** Time that a bar covers [s]. */
function barLength({ series }: PlotSource, span_s: number): number {
  return Math.max(SHORTEST_S, stepUp(span_s / 50), stepUp(series.bucket_s));
}

/** Shortest time that a bar covers [s]. A bar for a shorter time would show single bursts instead of a rate. */
const SHORTEST_S = 0.5;

export function dropsReach(bars: DropBars): number {
  return fineStepUp(Math.max(bars.greatest, 10));
}

/** Drops in the focused lane, with one colour for each reason. */
function dropsPlot(lanes: PlotLanes, view: PlotView): PlotDisplay {
  const { source, name } = lanes.focus;
  const bars = dropBars(source, view.settledSpan_s);
  return timePlot(lanes, view, {
    samples: bars.reasons
      .map((reason) => source.catalog.reasons[reason])
      .flatMap((about) => (about === undefined ? [] : [[about.name, '000/s'] as const])),
    patch: view.fontSize * PATCH,
    values: linearAxis(Math.max(view.reached, dropsReach(bars))),
    draw: ({ region, instant_s, toY }) => {
      const at = Math.max(0, Math.min(bars.length - 1, Math.ceil(instant_s / bars.bar_s - 1e-9) - 1));
      const floors = new Float64Array(bars.length);
      const layers: Coloured<BarLayer>[] = [];
      const labels: (LabelMark & { readonly rate: number })[] = [];
      const texts: string[] = [];
      for (const [layer, reason] of bars.reasons.entries()) {
        const about = source.catalog.reasons[reason];
        const rates = bars.rates[layer];
        if (about === undefined || rates === undefined) continue;
        const colour = reasonInk(about.family);
        const texture = textureOf(source.catalog, about.id);
        const rate = rates[at] ?? 0;
        const y = toY((floors[at] ?? 0) + rate / 2);
        const shape = barLayer(rates, floors, bars, toY, (time_s) => timeToX(region, view, time_s));
        layers.push({ ...shape, texture, colour });
        if (!rates.some((value) => value > 0)) continue;
        const value = `${rate.toFixed(rate < 10 ? 1 : 0)}/s`;
        labels.push({ y, name: about.name, value, colour, isStrong: false, texture, rate });
        texts.push(`${about.name} ${rate.toFixed(1)}`);
      }
      const from_s = at * bars.bar_s;
      const to_s = Math.min(from_s + bars.bar_s, Math.max(bars.until_s, from_s));
      const from = lanes.isSingle ? 'From' : `${name}, from`;
      return {
        bars: layers,
        // If not all labels fit, the most frequent reasons keep their labels.
        labels: labels.sort((a, b) => b.rate - a.rate),
        reading: `${from} ${instantText(from_s)} to ${instantText(to_s)}: ${texts.join(', ') || 'no drops'}, in packets per second.`,
      };
    },
  });
}

function dropsTable({ focus: { source }, interval }: PlotLanes, span_s: number): Numbers {
  const bars = dropBars(source, span_s);
  const shown = Array.from({ length: bars.length }, (_, bar) => bar).filter(
    (bar) =>
      interval === undefined || (bar * bars.bar_s < interval.until_s && (bar + 1) * bars.bar_s > interval.from_s),
  );
  return {
    columns: ['from [s]', ...bars.reasons.map((reason) => `${source.catalog.reasons[reason]?.name ?? ''} [1/s]`)],
    rows: shown.map((bar) => [(bar * bars.bar_s).toFixed(1), ...bars.rates.map((rates) => show(rates[bar], 1))]),
  };
}

/** Drops in each bucket of the run, without bars. */
function dropSeries({ series, catalog, about }: PlotSource): SavedSeries[] {
  return catalog.reasons.flatMap(({ id, name, is_mark }, number) => {
    const values = series.reasons[number];
    if (values === undefined || !about.reasons.includes(id)) return [];
    const what = is_mark ? 'Packets marked' : 'Packets dropped';
    return [{ name: id.replaceAll('-', '_'), unit: 'packets', meaning: `${what} in the interval: ${name}.`, values }];
  });
}

/**
 * Texture of a drop reason. Reasons of one family, such as early drops, share a colour and differ in their textures.
 */
export function textureOf(catalog: Pick<Catalog, 'reasons'>, id: string): Texture {
  const family = reasonFamily(catalog, id);
  if (family === 'mark') return 'open';
  const members = catalog.reasons.filter((reason) => reason.family === family);
  const rank = members.findIndex((reason) => reason.id === id);
  const place = TEXTURES.indexOf(FIRST_TEXTURES[family]) + Math.max(0, rank);
  return TEXTURES[place % TEXTURES.length] ?? 'solid';
}

const TEXTURES: readonly Texture[] = ['solid', 'hatched', 'dotted', 'crossed', 'striped'];
const FIRST_TEXTURES: Readonly<Record<Exclude<ReasonFamily, 'mark'>, Texture>> = {
  match: 'solid',
  penalty: 'crossed',
  early: 'dotted',
  forced: 'solid',
  overflow: 'striped',
};

/** Families of drop reasons in the order in which their bars are stacked. Drops by a match are at the bottom. */
const LAYERS: readonly ReasonFamily[] = ['match', 'penalty', 'early', 'forced', 'overflow', 'mark'];

function layerOf(reason: ReasonAbout | undefined): number {
  return LAYERS.indexOf(reason?.family ?? 'overflow');
}

function barLayer(
  rates: Float64Array,
  floors: Float64Array,
  bars: DropBars,
  toY: (value: number) => number,
  toX: (time_s: number) => number,
): Omit<BarLayer, 'texture'> {
  const x = new Float32Array(bars.length);
  const y = new Float32Array(bars.length);
  const width = new Float32Array(bars.length);
  const height = new Float32Array(bars.length);
  let count = 0;
  for (let bar = 0; bar < bars.length; bar += 1) {
    const rate = rates[bar] as number;
    if (rate <= 0) continue;
    const floor = floors[bar] as number;
    const begin = toX(bar * bars.bar_s);
    const end = toX(Math.min((bar + 1) * bars.bar_s, bars.until_s));
    x[count] = begin + 0.5;
    width[count] = Math.max(0.5, end - begin - 1);
    y[count] = toY(floor + rate);
    height[count] = toY(floor) - toY(floor + rate);
    floors[bar] = floor + rate;
    count += 1;
  }
  return { x, y, width, height, length: count };
}
