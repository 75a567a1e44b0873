/**
 * Plot of a discipline's drop probability P, and of the arrival rate r that it measures, relative to the capacity C.
 */

import { max } from 'd3-array';
import { fineStepUp } from '../../ui/figure/ticks';
import type { PlotDefinition } from './definition';
import { LaneChoice } from './LaneChoice';
import type { PlotDisplay, PlotSource, PlotView } from './plot-display';
import type { PlotLanes } from './plot-lanes';
import { linearAxis, timePlot } from './time-plot';
import { AT_LOOKS, plainValue, trailDots, trailLine, trailRows, trailTable } from './trail-lines';

export const CONTROL: PlotDefinition = {
  id: 'control',
  title: () => 'P and arrival rate',
  says: () => 'r as a share of the capacity',
  help: ({ focus }) => {
    const control = controlOf(focus.source);
    return `${control?.symbol ?? 'P'}: ${control?.meaning ?? 'drop probability'}. r/C: averaged arrival rate divided by the capacity. ${AT_LOOKS}`;
  },
  axis: { over: 'time' },
  appliesTo: ({ focus }) => placesOf(focus.source) !== undefined,
  display: controlPlot,
  table: ({ focus: { source } }) => {
    const control = controlOf(source);
    return control === undefined || source.trail === undefined
      ? { columns: [], rows: [] }
      : trailTable(source.trail, [
          [control.symbol, control.probability],
          ['r/C', control.rate],
        ]);
  },
  saved: ({ focus }) =>
    trailRows(
      [focus],
      [
        { name: 'probability', unit: '1', meaning: controlOf(focus.source)?.meaning ?? '', kind: 'number' },
        {
          name: 'rate_of_capacity',
          unit: '1',
          meaning: 'Averaged arrival rate divided by the capacity.',
          kind: 'number',
        },
      ],
      ({ source }) => {
        const control = controlOf(source);
        return [control?.probability, control?.rate];
      },
    ),
  isOfOneLane: true,
  Controls: LaneChoice,
};

/**
 * Ids of the gauges that may contain the drop probability. `worst` is the probability for the flow with the longest
 * queue.
 */
const LONGEST = 'worst';
const PROBABILITIES = ['p', LONGEST, 'prob'];

interface Control {
  readonly symbol: string;
  readonly meaning: string;
  readonly probability: Float64Array;
  /**
   * True if the drop probability is that of the flow with the longest queue. Which flow this is changes during the run.
   */
  readonly isOfLongest: boolean;
  /** Measured arrival rate divided by the capacity, r/C. */
  readonly rate: Float64Array;
}

/** Indexes of the gauges for probability, rate and capacity. Undefined if a discipline does not have all three. */
function placesOf({ about }: PlotSource): readonly [probability: number, rate: number, capacity: number] | undefined {
  const place = (...ids: readonly string[]): number => about.gauges?.findIndex(({ id }) => ids.includes(id)) ?? -1;
  const places = [place(...PROBABILITIES), place('rate'), place('capacity')] as const;
  return places.every((at) => at >= 0) ? places : undefined;
}

function controlOf(source: PlotSource): Control | undefined {
  const places = placesOf(source);
  const gauge = places && source.about.gauges[places[0]];
  const [probability, rate, capacity] = places?.map((at) => source.trail?.values[at]) ?? [];
  if (gauge === undefined || probability === undefined || rate === undefined || capacity === undefined)
    return undefined;
  return {
    symbol: gauge.symbol || gauge.id,
    meaning: gauge.meaning,
    probability,
    isOfLongest: gauge.id === LONGEST,
    rate: rate.map((value, at) => value / (capacity[at] ?? Number.NaN)),
  };
}

function controlPlot(lanes: PlotLanes, view: PlotView): PlotDisplay {
  const { source } = lanes.focus;
  const { trail } = source;
  const control = controlOf(source);
  const length = trail?.length ?? 0;
  const greatest = Math.max(1, max(control?.rate.subarray(0, length) ?? []) ?? 0);
  return timePlot(lanes, view, {
    samples: [
      [control?.symbol ?? 'P', '0.0000'],
      ['r/C', '0.000'],
    ],
    values: linearAxis(Math.max(view.reached, fineStepUp(greatest))),
    draw: (frame) => {
      const at = trail?.instantBefore(frame.instant_s) ?? -1;
      const [probability = Number.NaN, rate = Number.NaN] = [control?.probability[at], control?.rate[at]];
      if (trail === undefined || control === undefined || at < 0)
        return { lines: [], labels: [], reading: `${frame.at}: no data.` };
      const { symbol } = control;
      return {
        lines: [
          trailLine(trail, control.rate, frame, { width: 1.5, colour: 'link', dash: [5, 3] }),
          ...(control.isOfLongest
            ? []
            : [trailLine(trail, control.probability, frame, { width: 2.5, colour: 'early' })]),
        ],
        // Dots instead of a line: different flows have the longest queue in turn, and a line would connect their
        // values.
        dots: control.isOfLongest ? [trailDots(trail, control.probability, frame, 'early')] : [],
        labels: [
          { y: frame.toY(probability), name: symbol, value: plainValue(probability), colour: 'early', isStrong: true },
          { y: frame.toY(rate), name: 'r/C', value: rate.toFixed(3), colour: 'link', isStrong: false, dash: [5, 3] },
        ],
        reading: `${frame.at}: ${symbol} ${plainValue(probability)}, arrival rate ${rate.toFixed(3)} times the capacity.`,
        aside: lanes.isSingle ? '' : lanes.focus.name,
        asideColour: lanes.isSingle ? undefined : lanes.focus.colour,
      };
    },
  });
}
