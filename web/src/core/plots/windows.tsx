/**
 * Congestion windows of the first TCP flows: the saw-tooth, the slow-start threshold as dots, and the cause of each
 * cut. The plot shows why TCP slows down and UDP does not. Pure.
 */

import { max } from 'd3-array';
import { formatMegabits } from '../../base/format';
import { fineStepUp } from '../../ui/figure/ticks';
import type { Ink } from '../../ui/marks/ink';
import { DASHES } from '../../ui/marks/lane-looks';
import type { WindowColumns } from '../border/border.gen';
import type { SavedCell, SavedColumn } from '../save/saved-table';
import { type PlotDefinition, WIDE } from './definition';
import { LaneChoice } from './LaneChoice';
import type { Coloured, LabelMark, PlotDisplay, PlotSource, PlotView } from './plot-display';
import type { PlotLanes } from './plot-lanes';
import { type Column, timeTable } from './plot-table';
import { laneRows } from './saved-rows';
import { linearAxis, type TimeFrame, timePlot } from './time-plot';

export const WINDOWS: PlotDefinition = {
  id: 'windows',
  title: () => 'Congestion windows',
  says: () => 'packets',
  help: () => 'How many packets a TCP flow may have in flight. Dotted: its slow-start threshold.',
  axis: { over: 'time' },
  columns: WIDE,
  appliesTo: ({ focus }) => followsWindows(focus.source),
  display: windowsPlot,
  table: (lanes) => timeTable({ ...lanes, all: [lanes.focus], isSingle: true }, windowColumns),
  saved: (lanes) => laneRows(lanes, WINDOW_COLUMNS, ({ source }) => windowRows(source)),
  isOfOneLane: true,
  key: () => CUTS.map(({ name, glyph }) => `${glyph} ${name}`).join('   '),
  Controls: LaneChoice,
  Key: CutKey,
};

const WINDOW_COLUMNS: readonly SavedColumn[] = [
  { name: 'flow', meaning: 'Number of the flow.' },
  { name: 'transport', meaning: 'Transport of the flow.' },
  { name: 'at_s', unit: 's', meaning: 'End of the row’s interval.' },
  { name: 'congestion_window', kind: 'number', unit: 'packets' },
  { name: 'slow_start_threshold', kind: 'number', unit: 'packets' },
  { name: 'recovery_state', meaning: 'State of a Linux sender: open, disorder, CWR, recovery or loss.' },
  {
    name: 'reordering_window_s',
    unit: 's',
    meaning: 'How late a packet may be before a Linux sender counts it as lost.',
  },
  { name: 'pacing_bps', unit: 'bit/s', meaning: 'Pacing rate of the sender; empty if it does not pace.' },
  { name: 'fast_retransmits', meaning: 'Fast retransmits in the interval.' },
  { name: 'timeouts', meaning: 'Timeouts in the interval.' },
  { name: 'ecn_cuts', meaning: 'ECN marks that cut the window in the interval.' },
];

/**
 * Largest number of TCP flows for which this plot is shown. Among more flows, the windows of four flows would show
 * little.
 */
const MOST_FLOWS = 4;

/** True if a scene has few TCP flows and their windows are known. The windows of recorded hosts are unknown. */
export function followsWindows({ facts }: Pick<PlotSource, 'facts'>): boolean {
  const count = facts.flows.filter((flow) => flow.class === 'tcp').length;
  return !facts.is_driven && count > 0 && count <= MOST_FLOWS;
}

/** The states of loss recovery of a Linux sender, at the indexes that the engine uses. */
const RECOVERY_STATES = ['open', 'disorder', 'CWR', 'recovery', 'loss'] as const;

function recoveryState(number: number | undefined): string | null {
  return RECOVERY_STATES[number ?? Number.NaN] ?? null;
}

/** State, pacing rate and reordering window of a flow, if its sender has them. */
function senderInWords(columns: WindowColumns, bucket: number): string {
  const state = recoveryState(columns.recovery_state[bucket]);
  if (state === null) return '';
  const late_ms = 1000 * (columns.reordering_window_s[bucket] ?? 0);
  const pacing_bps = columns.pacing_bps[bucket] ?? Number.NaN;
  const pacing = Number.isNaN(pacing_bps) ? '' : `, paced at ${formatMegabits(pacing_bps)} Mb/s`;
  return `, ${state}${pacing}, reordering window ${late_ms.toFixed(1)} ms`;
}

/** The widest label of a flow. `window` is the largest window on the axis [packets]. */
function widestLabel(window: number, columns: WindowColumns | undefined): string {
  const hasStates = columns?.recovery_state.some((state) => state >= 0) ?? false;
  return `${window.toFixed(1)}${hasStates ? ' recovery' : ''}`;
}

/** Causes for which a congestion window is cut, each with its column, name and shape. */
const CUTS = [
  { column: 'fast_retransmits', name: 'fast retransmit', shape: 'down', glyph: '▼' },
  { column: 'timeouts', name: 'timeout', shape: 'cross', glyph: '✕' },
  { column: 'ecn_cuts', name: 'ECN cut', shape: 'diamond', glyph: '◆' },
] as const;

interface FollowedFlow {
  readonly place: number;
  /** Name of the flow by its sender: "Tahoe", or "NewReno 3" if several flows have the same kind of sender. */
  readonly name: string;
  readonly colour: Ink;
  readonly dash: readonly number[] | undefined;
}

function followedFlows({ facts, catalog }: PlotSource): readonly FollowedFlow[] {
  const flows = facts.flows.filter((flow) => flow.class === 'tcp').slice(0, MOST_FLOWS);
  return flows.map(({ transport, number }, place) => {
    const name = catalog.transports.find(({ id }) => id === transport)?.name ?? transport;
    const isAlone = flows.filter((flow) => flow.transport === transport).length === 1;
    return {
      place,
      name: isAlone ? name : `${name} ${number}`,
      colour: FLOW_INKS[place] ?? 'text',
      dash: DASHES[place],
    };
  });
}

/** Colours of flows. They are different from the colours of lanes. */
const FLOW_INKS: readonly Ink[] = ['responsive', 'text', 'link', 'guide'];

/** Largest window that the axis must show [packets]. */
export function windowsReach({ series: { windows, length } }: PlotSource): number {
  const greatest = max(windows, ({ congestion_window }) => max(congestion_window.subarray(0, length)));
  return fineStepUp(Math.max(4, greatest ?? 0) * 1.08);
}

function windowsPlot(lanes: PlotLanes, view: PlotView): PlotDisplay {
  const { source } = lanes.focus;
  const { series } = source;
  const flows = followedFlows(source);
  const axis = linearAxis(Math.max(view.reached, windowsReach(source)));
  return timePlot(lanes, view, {
    samples: flows.map(({ name, place }) => [name, widestLabel(axis.greatest, series.windows[place])] as const),
    // A slow-start threshold beyond the axis is not drawn.
    values: { ...axis, toY: (region, value) => (value > axis.greatest ? Number.NaN : axis.toY(region, value)) },
    draw: (frame) => {
      const { instant_s, at, toY, line } = frame;
      const bucket = series.bucketAt(instant_s);
      const lines: PlotDisplay['lines'][number][] = [];
      const labels: LabelMark[] = [];
      const texts: string[] = [];
      for (const { place, name, colour, dash } of flows) {
        const columns = series.windows[place];
        if (columns === undefined) continue;
        lines.push(
          line(source, columns.slow_start_threshold, 'last', { width: 1, dash: [1.5, 3], opacity: 0.8, colour }),
          line(source, columns.congestion_window, 'last', { width: 2, colour, ...(dash && { dash }) }),
        );
        const value = columns.congestion_window[bucket] ?? Number.NaN;
        if (Number.isNaN(value)) continue;
        const threshold = (columns.slow_start_threshold[bucket] ?? Number.NaN).toFixed(0);
        const state = recoveryState(columns.recovery_state[bucket]);
        const shown = state === null || state === 'open' ? value.toFixed(1) : `${value.toFixed(1)} ${state}`;
        labels.push({ y: toY(value), name, value: shown, colour, isStrong: true, dash });
        texts.push(
          `${name} window ${value.toFixed(1)} packets, threshold ${threshold}${senderInWords(columns, bucket)}`,
        );
      }
      return {
        lines,
        dots: flows.flatMap((flow) => cutDots(source, flow, view.fontSize * 0.34, frame)),
        labels,
        reading: `${at}: ${texts.join('; ') || 'no flow has started'}. ${cutsInWords(source, instant_s)}`,
        asideColour: lanes.isSingle ? undefined : lanes.focus.colour,
        aside: lanes.isSingle ? '' : lanes.focus.name,
      };
    },
  });
}

/** Marks at the heights from which windows were cut. */
function cutDots(
  { series }: PlotSource,
  { place, colour }: FollowedFlow,
  radius: number,
  { scale, toY }: TimeFrame,
): Coloured<PlotDisplay['dots'][number]>[] {
  const columns = series.windows[place];
  if (columns === undefined) return [];
  return CUTS.flatMap(({ column, shape }) => {
    const x: number[] = [];
    const y: number[] = [];
    for (let bucket = 1; bucket < series.length; bucket += 1) {
      if (!((columns[column][bucket] ?? 0) > 0)) continue;
      const before = columns.congestion_window[bucket - 1] ?? Number.NaN;
      const height = toY(Number.isNaN(before) ? (columns.congestion_window[bucket] ?? 0) : before);
      x.push(scale.left + (series.startOf(bucket) + (series.time_s[bucket] ?? 0)) * 0.5 * scale.pixels_per_s);
      y.push(height - radius * 2);
    }
    if (x.length === 0) return [];
    return [{ x: Float32Array.from(x), y: Float32Array.from(y), length: x.length, radius, shape, colour }];
  });
}

/** Number of cuts of each kind up to a given time. */
function cutsInWords({ series }: PlotSource, until_s: number): string {
  const counts = CUTS.map(({ column, name }) => {
    let count = 0;
    for (const columns of series.windows)
      for (let bucket = 0; bucket < series.length && (series.time_s[bucket] ?? 0) <= until_s + 1e-6; bucket += 1)
        count += columns[column][bucket] || 0;
    const whole = Math.round(count);
    return `${whole} ${name}${whole === 1 ? '' : 's'}`;
  });
  return `So far ${counts.join(', ')}.`;
}

function windowColumns(source: PlotSource): Column[] {
  return followedFlows(source).flatMap(({ place, name }): Column[] => {
    const columns = source.series.windows[place];
    if (columns === undefined) return [];
    return [
      [`${name}: window`, columns.congestion_window, 1],
      [`${name}: threshold`, columns.slow_start_threshold, 0],
    ];
  });
}

function windowRows({ series, facts }: PlotSource): SavedCell[][] {
  const flows = facts.flows.filter((flow) => flow.class === 'tcp').slice(0, series.windows.length);
  return flows.flatMap(({ number, transport }, place) => {
    const columns = series.windows[place];
    if (columns === undefined) return [];
    return Array.from({ length: series.length }, (_, bucket) => [
      number,
      transport,
      ...[series.time_s, columns.congestion_window, columns.slow_start_threshold].map((it) => it[bucket] ?? null),
      recoveryState(columns.recovery_state[bucket]),
      ...[columns.reordering_window_s, columns.pacing_bps].map((it) => finite(it[bucket])),
      ...CUTS.map(({ column }) => columns[column][bucket] ?? null),
    ]);
  });
}

function finite(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** Legend of the shapes that show the cause of a cut. */
function CutKey() {
  return (
    <span className="row row--tight gap-3 fixed plot-cuts" aria-hidden="true">
      {CUTS.map(({ name, glyph }) => (
        <span key={name}>
          {glyph} {name}
        </span>
      ))}
    </span>
  );
}
