/**
 * Throughput by class. The fair share of one flow and the capacity differ by one to three powers of ten, and both must
 * be visible. The axis is therefore logarithmic, unless the user chooses a linear one.
 */

import { unitScale } from '../../base/format';
import { logarithmicTicks } from '../../ui/figure/ticks';
import { movingMean, RECENT_S } from '../../ui/figure-words';
import { laneDash } from '../../ui/marks/lane-looks';
import type { LineMark } from '../../ui/marks/line';
import { flowsOnLink } from '../run/lanes';
import { trailingMean } from './columns';
import type { ControlsProps, PlotDefinition } from './definition';
import {
  type Coloured,
  classColour,
  decimals,
  type LabelMark,
  type PlotDisplay,
  type PlotSource,
  type PlotView,
  plain,
  valueTicks,
  valueToLogarithmicY,
  valueToY,
} from './plot-display';
import { focusFirst, laneSamples, type PlotLanes } from './plot-lanes';
import { type Column, timeTable } from './plot-table';
import { referenceKey } from './published';
import { type SavedSeries, timeRows } from './saved-rows';
import { timePlot, type ValueAxis } from './time-plot';

export const THROUGHPUT: PlotDefinition = {
  id: 'throughput',
  title: ({ isSingle }) => (isSingle ? 'Throughput by class' : 'Throughput'),
  says: ({ isSingle, focus: { source } }, { settledSpan_s }) => {
    const { name } = unitScale(source.facts.capacity_bps, 'bit/s');
    const which = isSingle ? '' : ` · ${boldClass(source)}`;
    return `${name} · ${movingMean(throughputWindow(settledSpan_s))}${which}`;
  },
  help: () => 'Moving mean of the rate that leaves the bottleneck, by class. Dashed: the fair share.',
  axis: { over: 'time' },
  display: throughputPlot,
  table: (lanes, span_s) => timeTable(lanes, (source) => throughputColumns(source, span_s)),
  saved: (lanes, span_s) => timeRows(lanes, (source) => throughputSeries(source, span_s)),
  key: (lanes) => {
    const ghost = lanes.focus.source.ghost === undefined ? '' : '- - before the change';
    return [ghost, referenceKey('throughput', lanes)].filter(Boolean).join('   ');
  },
  hasLogarithm: true,
  hasSeedBands: true,
  Key: GhostKey,
};

/**
 * Window of the moving mean [s]. It is long enough that a flow of a few packets a second gives a line and not single
 * peaks. It is at most `RECENT_S`, the window of the mean in the lanes' headers, so that plot and header agree in a
 * long run.
 */
function throughputWindow(span_s: number): number {
  // The window is rounded to tenths of a second, since the page prints it.
  return Math.max(2, Math.min(RECENT_S, Math.round(span_s * 0.8) / 10));
}

function throughputPlot(lanes: PlotLanes, view: PlotView): PlotDisplay {
  const { source } = lanes.focus;
  const { capacity_bps, fair_share_bps, classes } = source.facts;
  const unit = unitScale(capacity_bps, 'bit/s');
  const shared = sharedClass(source);
  const fairShare = Number(((fair_share_bps * shared.flows) / unit.factor).toPrecision(2));
  const capacity = capacity_bps / unit.factor;
  const window_s = throughputWindow(view.settledSpan_s);
  const places = decimals(capacity);
  // With several lanes, the line of the fair share has room only for its name. The axis shows the value.
  const share = lanes.isSingle ? plain(fairShare) : '';
  return timePlot(lanes, view, {
    samples: laneSamples(lanes, (0).toFixed(places), ...classes.map((name) => name.toUpperCase())),
    values: view.isLogarithmic ? logarithmicAxis(source) : bitRateAxis(capacity_bps * 1.05, unit.factor),
    guides: [
      { value: fair_share_bps * shared.flows, name: 'fair', shown: share, isStrong: true },
      { value: capacity_bps, name: 'capacity', shown: plain(capacity), isStrong: false },
    ],
    published: 'throughput',
    ghost: (series) => {
      const values = series.class_bps[classes.indexOf(shared.name)];
      return values && [trailingMean(series, values, window_s), 'last'];
    },
    main: classColour(shared.name),
    draw: ({ instant_s, at, toY, line }) => {
      const lines: Coloured<LineMark>[] = [];
      const labels: LabelMark[] = [];
      // The unresponsive class is the subject of the plot, so its line is on top and its label has priority.
      const texts = focusFirst(lanes).map((lane) => {
        const { series, facts } = lane.source;
        const bucket = series.bucketAt(instant_s);
        const heard = classes.flatMap((name, number) => {
          const means = trailingMean(series, series.class_bps[number] ?? NOTHING, window_s, facts);
          const isMain = name === shared.name;
          const colour = lanes.isSingle ? classColour(name) : lane.colour;
          const width = isMain ? 2.5 : lanes.isSingle ? 1.5 : 1;
          const dash = lanes.isSingle ? undefined : laneDash(lane);
          const opacity = isMain ? 1 : lanes.isSingle ? 0.8 : 0.6;
          lines.push(line(lane.source, means, 'last', { width, opacity, colour, ...(dash && { dash }) }));
          const rate = means[bucket] ?? Number.NaN;
          if (Number.isNaN(rate)) return [];
          const upper = name.toUpperCase();
          const value = (rate / unit.factor).toFixed(places);
          const label = {
            y: toY(rate),
            name: lanes.isSingle ? upper : lane.name,
            value,
            colour,
            isStrong: isMain,
            dash,
          };
          if (isMain && lanes.isSingle) labels.unshift(label);
          else if (isMain || lanes.isSingle) labels.push(label);
          return [`${upper} ${value} ${unit.name}`];
        });
        return `${lanes.isSingle ? '' : `${lane.name}: `}${heard.join(', ')}`;
      });
      return {
        // Thin lines are below bold lines, and the focused lane is on top.
        lines: lines.reverse().sort((a, b) => a.width - b.width),
        labels,
        reading: `${at}: ${texts.join('; ')}; fair share ${plain(fairShare)} ${unit.name}, capacity ${plain(capacity)} ${unit.name}.`,
      };
    },
  });
}

const NOTHING = new Float64Array(0);

function throughputColumns({ series, facts }: PlotSource, span_s: number): Column[] {
  const unit = unitScale(facts.capacity_bps, 'bit/s');
  return facts.classes.map((name, number) => [
    `${name.toUpperCase()} [${unit.name}], ${movingMean(throughputWindow(span_s))}`,
    trailingMean(series, series.class_bps[number] ?? NOTHING, throughputWindow(span_s), facts).map(
      (rate) => rate / unit.factor,
    ),
    decimals(facts.capacity_bps / unit.factor) + 1,
  ]);
}

function throughputSeries({ series, facts }: PlotSource, span_s: number): SavedSeries[] {
  const window_s = throughputWindow(span_s);
  return facts.classes.flatMap((name, number): SavedSeries[] => {
    const values = series.class_bps[number] ?? NOTHING;
    const of = name.toUpperCase();
    return [
      { name: `${name}_bps`, unit: 'bit/s', meaning: `${of}: rate that left the bottleneck in the interval.`, values },
      {
        name: `${name}_moving_mean_bps`,
        unit: 'bit/s',
        meaning: `${of}: ${movingMean(window_s)}, as drawn in the plot.`,
        values: trailingMean(series, values, window_s, facts),
      },
    ];
  });
}

/** Class of flows whose total fair share is drawn: UDP, or else the first class of the scene. */
function sharedClass(source: PlotSource): { readonly name: string; readonly flows: number } {
  const { classes, flows } = source.facts;
  const name = classes.find((candidate) => candidate === 'udp') ?? classes[0] ?? '';
  const isOnLink = flowsOnLink(source.facts);
  return { name, flows: flows.filter((flow, row) => flow.class === name && isOnLink[row] === true).length };
}

/** Name of the class with bold lines. Thin lines show the other class. */
function boldClass({ facts: { classes } }: PlotSource): string {
  const bold = (classes.at(-1) ?? '').toUpperCase();
  return classes.length > 1 ? `bold ${bold}` : bold;
}

/** An axis of rates in bit/s. Its ticks are in a larger unit. */
function bitRateAxis(greatest: number, factor: number): ValueAxis {
  return {
    greatest,
    toY: (region, value) => valueToY(region, greatest, value),
    ticks: (region, view) => valueTicks(region, view, greatest / factor),
  };
}

/**
 * A logarithmic axis that ends a little above the capacity, since the window of a mean may contain one packet more than
 * the link carries in this time on average. Zero and values below the axis are drawn at its lower end.
 */
function logarithmicAxis({ facts: { capacity_bps, fair_share_bps } }: PlotSource): ValueAxis {
  const { factor } = unitScale(capacity_bps, 'bit/s');
  const least = lowestDecade(fair_share_bps / factor, capacity_bps / factor);
  const greatest = (capacity_bps / factor) * 1.15;
  const toY: ValueAxis['toY'] = (region, value) => valueToLogarithmicY(region, least, greatest, value / factor);
  return {
    greatest,
    toY,
    ticks: (region, { fontSize }) =>
      logarithmicTicks(least, greatest, Math.floor((region.bottom - region.top) / (fontSize * 1.7))).map(
        (tick, place) => ({
          at: toY(region, tick * factor),
          text: place === 0 ? `≤${plain(tick)}` : plain(tick),
        }),
      ),
  };
}

/**
 * Lower end of a logarithmic axis: a tenth of the fair share. With many flows the fair share is tiny, and the axis would
 * have too many decades, so the end is not below min(capacity / 1000, fair share / 2). Each of these values is rounded
 * down to a power of ten.
 */
function lowestDecade(fairShare: number, capacity: number): number {
  const decade = (value: number): number => Number(`1e${Math.floor(Math.log10(Math.max(value, 1e-12)) + 1e-9)}`);
  return Math.max(decade(fairShare / 10), Math.min(decade(capacity / 1000), decade(fairShare / 2)));
}

/** Legend of the dashed line, which shows the run before a change. A button removes the line. */
function GhostKey({ lanes, actions }: ControlsProps) {
  if (lanes.focus.source.ghost === undefined) return null;
  return (
    <div className="row row--tight gap-1 fixed faint plot-ghost">
      <svg viewBox="0 0 22 4" width="22" height="4" aria-hidden="true">
        <path d="M0 2h22" stroke="currentColor" strokeWidth="1.5" strokeDasharray="4 3" />
      </svg>
      before the change
      <button
        type="button"
        className="small-button"
        onClick={() => actions?.dismissGhost()}
        title="Dismiss the run before the change"
      >
        <span aria-hidden="true">✕</span>
        <span className="visually-hidden">Dismiss the lines from before the change</span>
      </button>
    </div>
  );
}
