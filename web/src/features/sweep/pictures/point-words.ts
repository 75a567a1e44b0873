/** A point of a sweep in words: its settings, and every lane's result there. Pure. */

import { formatNumber, unitScale } from '../../../base/format';
import { spreadOf } from '../spread';
import { cellWords, pointWords, type ShownSweep, signOf } from './shown-sweep';
import type { Spot } from './sweep-picture';
import type { TheoryCurve } from './theory-over';

interface PointLine {
  readonly lane: number;
  /** Index of the lane in the scene. */
  readonly index: number;
  readonly name: string;
  readonly value: string;
  /** The spread of the runs in words, since the mean does not show it. */
  readonly details: readonly string[];
  readonly isChosen: boolean;
}

/** Largest number of cells for which the text counts results that need caution. */
const MOST_CELLS_LOOKED_AT = 4000;

export function pointLines(shown: ShownSweep, { point, lane }: Spot): readonly PointLine[] {
  return shown.lanes.map((it) => ({
    lane: it.lane,
    index: it.index,
    name: it.name,
    isChosen: it.lane === lane,
    value: laneWords(shown, { point, lane: it.lane }),
    details: spreadWords(shown, { point, lane: it.lane }),
  }));
}

/** The spread of a lane's runs at a point, such as "s.d. 0.02, median 0.25, quartiles 0.24 to 0.26". */
function spreadWords(shown: ShownSweep, { point, lane }: Spot): readonly string[] {
  const cell = shown.cellAt(point, lane);
  if (cell === undefined || cell.n < 2) return [];
  const { factor } = unitScale(cell.mean, shown.metric.unit);
  const figure = (value: number): string => formatNumber(value / factor, 3);
  const spread = spreadOf(cell.values);
  if (spread === undefined) return [`s.d. ${figure(cell.sd)}`];
  const { median, quartiles, hasTwoStates } = spread;
  const settling = shown.settlingAt(point, lane);
  return [
    `s.d. ${figure(cell.sd)}, median ${figure(median)}, quartiles ${figure(quartiles[0])} to ${figure(quartiles[1])}`,
    ...(hasTwoStates ? ['△ two groups of runs: the mean describes neither'] : []),
    ...(settling === undefined
      ? []
      : [
          `△ still settling: ${figure(settling.first)} in the first half of the window, ${figure(settling.second)} in the second`,
        ]),
  ];
}

/** The value of a lane at a point, or the reason why there is none. */
export function laneWords(shown: ShownSweep, { point, lane }: Spot): string {
  const problem = shown.problemAt(point, lane);
  if (problem !== undefined) return `not allowed: ${problem}`;
  const cell = shown.cellAt(point, lane);
  const words = cellWords(cell, shown.metric.unit);
  if (shown.against === undefined || cell === undefined || cell.half === undefined) return words;
  return `${words}, ${signOf(cell) === '' ? 'the interval includes 0' : 'the interval excludes 0'}`;
}

/** The point, described for screen readers. The selected lane comes first. */
export function spokenPoint(shown: ShownSweep, spot: Spot): string {
  const name = shown.lanes.find(({ lane }) => lane === spot.lane)?.name ?? '';
  const details = [...spreadWords(shown, spot), ...shown.remarksAt(spot.point)];
  return [`${name}: ${laneWords(shown, spot)}`, ...details, pointWords(shown, spot.point)].join('. ').concat('.');
}

export function pictureNotes(shown: ShownSweep, theory: readonly TheoryCurve[]): string {
  const { axes } = shown.source.facts;
  const seeds = shown.source.mostSeeds;
  const means =
    seeds > 1
      ? `Means of up to ${seeds} seeds with 95\u00a0% intervals${shown.source.hasRuns ? '; small dots are single runs' : ''}.`
      : 'One run each, without intervals.';
  const signs =
    shown.against !== undefined && axes.length === 2
      ? ' + or \u2212 marks a difference whose interval excludes 0.'
      : '';
  const sources = [...new Set(theory.map(({ source }) => source))].join('; ');
  return `${means}${signs}${sources === '' ? '' : ` Dotted: theory, ${sources}.`}${tooWideWords(shown)}${cautions(shown)}`;
}

/**
 * Names the points whose interval is still too wide although they have the largest number of seeds that the rule
 * allows.
 */
function tooWideWords(shown: ShownSweep): string {
  const { facts } = shown.source;
  const points = shown.source.tooWide();
  const [first] = points;
  if (first === undefined) return '';
  const metric = facts.metrics.find(({ id }) => id === facts.until?.metric);
  const nameOf = (lane: number): string =>
    shown.lanes.find((one) => one.lane === lane)?.name ?? facts.lanes[lane] ?? '';
  const lanes = facts.lanes.length < 2 ? '' : first.wide.map(({ lane }) => nameOf(lane)).join(', ');
  const place = [pointWords(shown, first.point), lanes].filter(Boolean).join(', ');
  return ` △ After ${facts.seeds} seeds, the interval of ${metric?.name ?? ''} is still too wide at ${points.length} of ${facts.points} points; the first: ${place}.`;
}

/**
 * Counts the results that need caution: runs that fall into two groups, a quantity that still changes within the
 * measured window, and settings that are probably not intended.
 */
function cautions({ source, lanes, cellAt, settlingAt, remarksAt }: ShownSweep): string {
  const { points } = source.facts;
  if (points * lanes.length > MOST_CELLS_LOOKED_AT) return '';
  const all = Array.from({ length: points }, (_, point) => point);
  const spots = all.flatMap((point) => lanes.map(({ lane }) => ({ point, lane })));
  const twoStates = spots.filter(
    ({ point, lane }) => spreadOf(cellAt(point, lane)?.values ?? [])?.hasTwoStates === true,
  );
  const settling = spots.filter(({ point, lane }) => settlingAt(point, lane) !== undefined);
  const remarked = all.filter((point) => remarksAt(point).length > 0);
  const counts = [
    ...(twoStates.length > 0 ? [`${twoStates.length} of ${spots.length} values fall into two groups of runs`] : []),
    ...(settling.length > 0
      ? [`${settling.length} of ${spots.length} are still settling while they are measured`]
      : []),
  ];
  const [first] = remarked.flatMap((point) => remarksAt(point));
  return [
    counts.length > 0 ? ` △ ${counts.join('; ')}: point at them.` : '',
    first === undefined ? '' : ` △ Remark at ${remarked.length} of ${points} points; the first: ${first}.`,
  ].join('');
}
