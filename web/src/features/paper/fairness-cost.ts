/** The cost of fairness: how much state each lane of an experiment stores, and how fair it is. Pure. */

import type { Point, Report } from '../../core/experiment/report';
import { type Region, type Tick, ticksOn } from '../../ui/figure/axis';
import { spreadLabels } from '../../ui/figure/line-labels';
import { pathThrough } from '../../ui/figure/path';
import { scaleOver } from '../../ui/figure/scale';
import { textWidth } from '../../ui/marks/text-mark';
import type { Size } from '../../ui/use-size';

type Memory = 'stateless' | 'partial' | 'per-flow';

interface CostOfLane {
  readonly lane: string;
  readonly name: string;
  readonly memory: Memory | undefined;
  /** One value per point. NaN if it was not measured. */
  readonly bytes: readonly number[];
  readonly fairness: readonly number[];
}

export interface FairnessCost {
  readonly points: readonly Point[];
  readonly lanes: readonly CostOfLane[];
}

export interface KnownDiscipline {
  readonly id: string;
  readonly name: string;
  readonly memory: Memory;
}

const BYTES = 'state_bytes';
const FAIRNESS = 'jain_index';

/** The cost of fairness. Undefined if fewer than two lanes have both metrics: the state and the fairness. */
export function fairnessCost(
  report: Report | undefined,
  disciplines: readonly KnownDiscipline[],
): FairnessCost | undefined {
  const means = new Map(report?.rows.map((row) => [`${row.metric} ${row.lane} ${row.point ?? null}`, row.ours?.mean]));
  const points: readonly Point[] = [...new Set(report?.rows.map(({ point }) => point ?? null))];
  const lanes = [...new Set(report?.rows.map(({ lane }) => lane))].map((lane): CostOfLane => {
    const about = disciplines.find(({ id }) => id === lane);
    const at = (metric: string) => points.map((point) => means.get(`${metric} ${lane} ${point}`) ?? Number.NaN);
    return { lane, name: about?.name ?? lane, memory: about?.memory, bytes: at(BYTES), fairness: at(FAIRNESS) };
  });
  const known = lanes.filter(({ bytes, fairness }) =>
    points.some((_, place) => hasValue(bytes[place]) && hasValue(fairness[place])),
  );
  return known.length < 2 ? undefined : { points, lanes: known };
}

/**
 * Index of the last point with values. A run on the page gives values at one point, a finished experiment at all
 * points.
 */
export function lastKnownPoint({ points, lanes }: FairnessCost): number {
  const isKnown = (place: number): boolean =>
    lanes.some(({ bytes, fairness }) => hasValue(bytes[place]) && hasValue(fairness[place]));
  return points.findLastIndex((_, place) => isKnown(place));
}

export interface CostLayout {
  readonly region: Region;
  /** Ticks of the horizontal axis, the stored state [bytes]: 0 for stateless disciplines, then a logarithmic scale. */
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly dots: readonly CostDot[];
}

interface CostDot {
  readonly lane: string;
  readonly name: string;
  readonly memory: Memory | undefined;
  readonly x: number;
  readonly y: number;
  /** Position of the name. Undefined if there is no room. */
  readonly label: { readonly x: number; readonly y: number } | undefined;
  /** Path of the lane through all points at which it stores state. */
  readonly path: string;
}

const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

export function costLayout({ lanes }: FairnessCost, point: number, { width, height, fontSize }: Size): CostLayout {
  const longest = Math.max(...lanes.map(({ name }) => textWidth(name, fontSize, 'text')));
  const left = fontSize * 4.2;
  const nothingX = left + fontSize * 1.4;
  const [top, bottom] = [fontSize, height - fontSize * 3.4];
  const kept = lanes.flatMap(({ bytes }) => bytes.filter((size) => size > 0));
  const first = Math.floor(Math.log10(Math.min(...kept, 1e3)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...kept, 1))));
  // Names of stateless disciplines need room between their column of dots and the start of the logarithmic scale.
  const scaleFrom = nothingX + longest + fontSize * 2.4;
  const right = Math.max(scaleFrom + 40, width - fontSize * 1.5 - longest);
  const x = scaleOver({ from: 10 ** first, to: 10 ** last, scale: 'log' }, scaleFrom, right);
  const y = scaleOver({ from: 0, to: 1 }, bottom, top);
  const toX = (bytes: number): number => (bytes > 0 ? x.toPixel(bytes) : nothingX);
  const toY = y.toPixel;
  const shown = lanes.filter(({ bytes, fairness }) => hasValue(bytes[point]) && hasValue(fairness[point]));
  const places = shown.map(({ bytes, fairness }) => ({ x: toX(bytes[point] ?? 0), y: toY(fairness[point] ?? 0) }));
  const labels = labelsBeside(places, longest + fontSize, fontSize, [top - fontSize / 2, bottom + fontSize / 2]);
  return {
    region: { left, right: right + longest + fontSize, top, bottom },
    xTicks: [{ at: nothingX, text: '0' }, ...ticksOn(x, fontSize * 3.5)],
    yTicks: ticksOn(y, fontSize * 4, { values: QUARTERS }),
    dots: shown.map((lane, index): CostDot => {
      const { x, y } = places[index] ?? { x: 0, y: 0 };
      const steps = lane.bytes.flatMap((bytes, place): (readonly [number, number])[] => {
        const fairness = lane.fairness[place];
        return hasValue(bytes) && hasValue(fairness) ? [[toX(bytes), toY(fairness)]] : [];
      });
      return {
        ...{ lane: lane.lane, name: lane.name, memory: lane.memory, x, y, label: labels[index] },
        path: steps.length > 1 ? pathThrough(steps) : '',
      };
    }),
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Positions of names to the right of their dots. Names whose dots are less than a name's width apart share a column, in
 * which they are spread out.
 */
function labelsBeside(
  places: readonly Place[],
  reach: number,
  fontSize: number,
  [from, to]: readonly [number, number],
): readonly (Place | undefined)[] {
  const labels: (Place | undefined)[] = places.map(() => undefined);
  const rest = places.map((_, index) => index).sort((a, b) => (places[a]?.x ?? 0) - (places[b]?.x ?? 0));
  while (rest.length > 0) {
    const start = places[rest[0] ?? 0]?.x ?? 0;
    const beyond = rest.findIndex((index) => (places[index]?.x ?? 0) > start + reach);
    const column = rest.splice(0, beyond < 0 ? rest.length : beyond);
    const x = Math.max(...column.map((index) => places[index]?.x ?? 0)) + fontSize;
    const centres = spreadLabels(
      column.map((index) => places[index]?.y ?? 0),
      column.map(() => fontSize * 1.15),
      from,
      to,
    );
    for (const [place, index] of column.entries()) {
      const y = centres[place] ?? Number.NaN;
      if (!Number.isNaN(y)) labels[index] = { x, y };
    }
  }
  return labels;
}

function hasValue(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value);
}
