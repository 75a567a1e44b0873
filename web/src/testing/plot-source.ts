/** A hand-written run for plot tests, with numbers that are easy to check. */

import type { Frame, SeriesColumns } from '../core/border/border.gen';
import type { SceneFacts } from '../core/border/client';
import type { PlotSource, PlotView } from '../core/plots/plot-display';
import type { PlotLanes } from '../core/plots/plot-lanes';
import { type Catalog, type DisciplineAbout, RunSeries } from '../core/run/run-buffer';
import { laneInk } from '../ui/marks/lane-looks';

export const BUCKET_S = 0.1;

/**
 * A run with TCP flows 2 to 34 and UDP flow 1 on 1 Mb/s. Within 10 s, UDP falls from the whole link to half its fair
 * share.
 */
export function plotSource(changes: { readonly now_s?: number; readonly tcpFlows?: number } = {}): PlotSource {
  const now_s = changes.now_s ?? 42;
  const tcpFlows = changes.tcpFlows ?? 33;
  const buckets = Math.round(now_s / BUCKET_S);
  const flows = [
    { number: 1, class: 'udp', transport: 'udp' },
    ...Array.from({ length: tcpFlows }, (_, place) => ({ number: place + 2, class: 'tcp', transport: 'newreno' })),
  ];
  const scenario = {
    measured_from_s: 0,
    duration_s: 200,
    queue: { params: { max_th: 80 } },
    lanes: [{ aqm: 'choked', params: {} }],
    flows: [{ class: 'udp', rate_bps: 2_000_000 }, { class: 'tcp' }],
    interventions: [],
  } as unknown as SceneFacts['scenario'];
  const facts: SceneFacts = {
    classes: ['tcp', 'udp'],
    flows,
    lane: 0,
    aqm: 'choked',
    params: { limit: 100, min_th: 40, max_th: 80 },
    is_driven: false,
    other_link: null,
    remarks: [],
    capacity_bps: 1e6,
    limit: 100,
    fair_share_bps: 1e6 / (tcpFlows + 1),
    scenario,
  };
  const series = new RunSeries(2, CATALOG.reasons.length);
  series.append(rows(buckets));
  return { catalog: CATALOG, facts, about: ABOUT, latest: frame(now_s, tcpFlows), series, marks: [] };
}

/** A single run for the plots. */
export function alone(source: PlotSource): PlotLanes {
  const focus = { index: 0, name: source.about.name, colour: 'lane0' as const, source };
  return { all: [focus], focus, isSingle: true };
}

/** Up to four lanes with different queues; the first runs CHOKeD. The second lane has the focus. */
export function sideBySide(...sources: readonly PlotSource[]): PlotLanes {
  const names = ['CHOKeD', 'CHOKe', 'gCHOKe', 'RED'];
  const all = sources.map((source, index) => ({
    index,
    name: names[index] ?? '',
    colour: laneInk(index),
    source,
  }));
  const focus = all[1] ?? all[0];
  if (focus === undefined) throw new Error('no lane');
  return { all, focus, isSingle: all.length === 1 };
}

export const VIEW: PlotView = {
  width: 300,
  height: 200,
  fontSize: 12,
  begin_s: 0,
  end_s: 50,
  settledSpan_s: 50,
  chosen: undefined,
  reached: 0,
  isLogarithmic: true,
  isCumulative: false,
  // The widths approximate those of the page's font.
  measure: (text) => text.length * 6.5,
};

const threshold = { name: '', symbol: '', unit: 'packets', meaning: '', is_logarithmic: false, is_advanced: false };

const ABOUT = {
  id: 'choked',
  name: 'CHOKeD',
  view: 'fifo-with-regions',
  params: [
    { ...threshold, id: 'limit', is_on_ruler: false, kind: { kind: 'integer', min: 1, max: 1000 }, default: 100 },
    {
      ...threshold,
      id: 'min_th',
      name: 'min threshold',
      is_on_ruler: true,
      kind: { kind: 'integer', min: 1, max: 1000 },
      default: 40,
    },
    {
      ...threshold,
      id: 'max_th',
      name: 'max threshold',
      is_on_ruler: true,
      kind: { kind: 'integer', min: 1, max: 1000 },
      default: 80,
    },
  ],
  code: [],
  reasons: ['early', 'forced', 'overflow', 'match_arriving', 'match_victim'],
} as unknown as DisciplineAbout;

const CATALOG = {
  engine_version: 'test',
  disciplines: [ABOUT],
  transports: [],
  sources: [],
  scene_settings: [{ path: 'flows.*.rate_bps', name: 'rate', unit: 'bit/s' }],
  reasons: [
    { id: 'early', name: 'early drop', family: 'early', meaning: '', is_mark: false },
    { id: 'forced', name: 'forced drop', family: 'forced', meaning: '', is_mark: false },
    { id: 'overflow', name: 'overflow', family: 'overflow', meaning: '', is_mark: false },
    { id: 'match_arriving', name: 'matched, arriving', family: 'match', meaning: '', is_mark: false },
    { id: 'match_victim', name: 'matched, in queue', family: 'match', meaning: '', is_mark: false },
  ],
} as unknown as Catalog;

function rows(buckets: number): SeriesColumns {
  const each = (value: (time_s: number) => number): Float64Array =>
    Float64Array.from({ length: buckets }, (_, bucket) => value((bucket + 1) * BUCKET_S));
  const udp = (time_s: number): number => 1e6 * Math.max(0.015, 1 - time_s / 10);
  return {
    time_s: each((time_s) => time_s),
    queue_mean: each(() => 60),
    queue_min: each(() => 50),
    queue_max: each(() => 70),
    average_queue: each(() => 58.5),
    delay_s: each(() => 0.48),
    jain_index: each((time_s) => Math.min(0.97, time_s / 20)),
    jain_index_tcp: each(() => 0.98),
    class_bps: Float64Array.from({ length: 2 * buckets }, (_, at) => {
      const time_s = (Math.floor(at / 2) + 1) * BUCKET_S;
      return at % 2 === 0 ? 1e6 - udp(time_s) : udp(time_s);
    }),
    // Events in each bucket, by reason: one early drop, 10 arrivals that matched, and the 10 waiting packets dropped
    // with them.
    reasons: Float64Array.from({ length: 5 * buckets }, (_, at) => [1, 0, 0, 10, 10][at % 5] ?? 0),
  };
}

function frame(now_s: number, tcpFlows: number): Frame {
  // The UDP flow gets five times its fair share, and each TCP flow about its fair share.
  const share = (now_s * 1e6) / 8 / (tcpFlows + 1);
  const received_bytes = Float64Array.from({ length: tcpFlows + 1 }, (_, row) =>
    row === 0 ? 5 * share : share * (0.8 + 0.05 * (row % 9)),
  );
  return {
    scalars: { now_s, furthest_s: now_s, waiting: 61, average_queue: 58.5, mean_queueing_delay_s: 0.4801 },
    flows: { received_bytes, dropped: received_bytes.map(() => 7) },
    // Every position was drawn 100 times. Of these draws, 40 matched at the rear, and fewer towards the front. The
    // queue was empty for half a second, had one packet for one second, and three for half a second.
    occupancy: { edges: Float64Array.of(0, 1, 2, 3, 4), parts: Float64Array.of(0.5, 1, 0, 0.5) },
    waits: { edges: Float64Array.of(0, 0.01, 0.02), parts: Float64Array.of(75, 25) },
    hits: {
      draws: new Float64Array(20).fill(100),
      matches: Float64Array.from({ length: 20 }, (_, part) => 40 - 2 * part),
    },
  } as unknown as Frame;
}
