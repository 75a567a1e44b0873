/**
 * Plot over time of the value of a script that the user chose to watch. Values are known at the times of frames. Pure.
 */

import { fineStepUp } from '../../ui/figure/ticks';
import type { GaugeTrail } from '../run/gauge-trail';
import { LANE_COLUMN } from '../save/saved-table';
import { scriptStore } from '../scene/script-store';
import { type PlotDefinition, WIDE } from './definition';
import { type PlotDisplay, type PlotSource, type PlotView, plain } from './plot-display';
import type { PlotLanes } from './plot-lanes';
import { timePlot, type ValueAxis } from './time-plot';
import { plainValue, trailLine, trailTable } from './trail-lines';

export const WATCHED: PlotDefinition = {
  id: 'watched',
  title: (lanes) => `Watched: ${watchedOf(lanes)?.symbol ?? 'nothing'}`,
  says: (lanes) => watchedOf(lanes)?.unit || 'value',
  help: (lanes) => `${watchedOf(lanes)?.meaning ?? 'Nothing'}, at the times at which this page received data.`,
  axis: { over: 'time' },
  columns: WIDE,
  appliesTo: (lanes) => watchedOf(lanes) !== undefined,
  display: watchedPlot,
  table: (lanes) => {
    const watched = watchedOf(lanes);
    if (watched === undefined) return { columns: [], rows: [] };
    return trailTable(watched.trail, [[watched.symbol, watched.values]]);
  },
  saved: (lanes) => {
    const watched = watchedOf(lanes);
    const columns = [LANE_COLUMN, { name: 'at_s', unit: 's', meaning: 'Simulated time.' }] as const;
    if (watched === undefined) return { columns, rows: [] };
    const { name, trail, values, symbol, unit, meaning } = watched;
    return {
      columns: [...columns, { name: symbol, unit, meaning, kind: 'number' }],
      rows: Array.from({ length: trail.length }, (_, at) => [name, trail.time_s[at] ?? null, values[at] ?? null]),
    };
  },
  isOfOneLane: true,
};

interface Watched {
  /** Name of the lane. */
  readonly name: string;
  readonly source: PlotSource;
  readonly trail: GaugeTrail;
  readonly values: Float64Array;
  readonly symbol: string;
  readonly unit: string;
  readonly meaning: string;
}

/** The watched gauge, if the lane to which it belongs is displayed. */
function watchedOf({ all }: PlotLanes): Watched | undefined {
  const { lane, watched } = scriptStore.getState();
  const found = all.find(({ index }) => index === lane);
  const trail = found?.source.trail;
  const place = found?.source.about.gauges.findIndex(({ id }) => id === watched) ?? -1;
  const gauge = found?.source.about.gauges[place];
  const values = trail?.values[place];
  if (found === undefined || trail === undefined || gauge === undefined || values === undefined) return undefined;
  const { symbol, unit, meaning } = gauge;
  return { name: found.name, source: found.source, trail, values, symbol: symbol || gauge.id, unit, meaning };
}

function watchedPlot(lanes: PlotLanes, view: PlotView): PlotDisplay {
  const watched = watchedOf(lanes);
  const axis = axisOf(watched);
  return timePlot(lanes, view, {
    samples: [[watched?.symbol ?? '', plain(axis.greatest)]],
    values: axis,
    draw: (frame) => {
      const instant = watched?.trail.instantBefore(frame.instant_s) ?? -1;
      const value = watched?.values[instant] ?? Number.NaN;
      if (watched === undefined || instant < 0 || Number.isNaN(value))
        return { lines: [], labels: [], reading: `${frame.at}: no data.` };
      const { symbol, unit } = watched;
      const shown = plainValue(value);
      return {
        lines: [trailLine(watched.trail, watched.values, frame, { width: 1.5, colour: 'text' })],
        labels: [{ y: frame.toY(value), name: symbol, value: shown, colour: 'text', isStrong: true }],
        reading: `${frame.at}: ${symbol} ${shown} ${unit}`,
        asideColour: lanes.isSingle ? undefined : all(lanes, watched)?.colour,
        aside: lanes.isSingle ? '' : watched.name,
      };
    },
  });
}

function all(lanes: PlotLanes, { source }: Watched): PlotLanes['focus'] | undefined {
  return lanes.all.find((lane) => lane.source === source);
}

/** An axis that begins at 0, or at the minimum if that is negative, and ends at the maximum. */
function axisOf(watched: Watched | undefined): ValueAxis {
  let [low, high] = [0, 0];
  for (let at = 0; at < (watched?.trail.length ?? 0); at += 1) {
    const value = watched?.values[at] ?? Number.NaN;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const greatest = fineStepUp(Math.max(high, low === 0 ? 1 : 0, 1e-9));
  const least = low < 0 ? -fineStepUp(-low) : 0;
  const toY: ValueAxis['toY'] = (region, value) =>
    region.bottom - ((value - least) / (greatest - least)) * (region.bottom - region.top);
  const marks = [...new Set([least, 0, greatest])];
  return { greatest, toY, ticks: (region) => marks.map((value) => ({ at: toY(region, value), text: plain(value) })) };
}
