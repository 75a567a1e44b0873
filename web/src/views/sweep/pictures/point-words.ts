/** A point of a sweep in words: what its settings are, and what every lane gets there. Pure. */

import { cellWords, pointWords, type ShownSweep, signOf } from './shown-sweep';
import type { Spot } from './sweep-picture';
import type { TheoryCurve } from './theory-over';

export interface PointLine {
  readonly lane: number;
  /** Place in the scene. */
  readonly index: number;
  readonly name: string;
  readonly value: string;
  readonly isChosen: boolean;
}

export function pointLines(shown: ShownSweep, { point, lane }: Spot): readonly PointLine[] {
  return shown.lanes.map((it) => ({
    lane: it.lane,
    index: it.index,
    name: it.name,
    isChosen: it.lane === lane,
    value: laneWords(shown, { point, lane: it.lane }),
  }));
}

/** The value of a lane at a point, or why there is none. */
export function laneWords(shown: ShownSweep, { point, lane }: Spot): string {
  const problem = shown.problemAt(point, lane);
  if (problem !== undefined) return `not allowed: ${problem}`;
  const cell = shown.cellAt(point, lane);
  const words = cellWords(cell, shown.metric.unit);
  if (shown.against === undefined || cell === undefined || cell.half === undefined) return words;
  return `${words}, ${signOf(cell) === '' ? 'the interval includes 0' : 'the interval excludes 0'}`;
}

/** For those who listen: the chosen lane first. */
export function spokenPoint(shown: ShownSweep, spot: Spot): string {
  const name = shown.lanes.find(({ lane }) => lane === spot.lane)?.name ?? '';
  return `${name}: ${laneWords(shown, spot)}. ${pointWords(shown, spot.point)}.`;
}

/** What must be known to read the picture. */
export function pictureNotes(shown: ShownSweep, theory: readonly TheoryCurve[]): string {
  const { seeds, axes } = shown.source.facts;
  const means =
    seeds > 1
      ? `Means of up to ${seeds} seeds; 95\u00a0% intervals by Student’s t.`
      : 'One run each, without intervals.';
  const signs =
    shown.against !== undefined && axes.length === 2 ? ' + or \u2212 stands where the interval excludes 0.' : '';
  const sources = [...new Set(theory.map(({ source }) => source))].join('; ');
  return `${means}${signs}${sources === '' ? '' : ` Dotted: theory, ${sources}.`}`;
}
