/** What fairness costs: of every lane of an experiment the state that it keeps, and how fair it is with it. Pure. */

import { line } from 'd3-shape';
import type { Point, Report } from '../../core/experiment/report';
import { spreadLabels } from '../../ui/marks/line-labels';
import type { Size } from '../../ui/use-size';

type Memory = 'stateless' | 'partial' | 'per-flow';

interface CostOfLane {
  readonly lane: string;
  readonly name: string;
  readonly memory: Memory | undefined;
  /** Point by point; not a number where nothing was measured. */
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

/** Nothing unless two lanes or more have both metrics. */
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
  const told = lanes.filter(({ bytes, fairness }) =>
    points.some((_, place) => isTold(bytes[place]) && isTold(fairness[place])),
  );
  return told.length < 2 ? undefined : { points, lanes: told };
}

/** The last point of which something is known: a run on the page knows of one, an experiment in the end of all. */
export function lastKnownPoint({ points, lanes }: FairnessCost): number {
  const isKnown = (place: number): boolean =>
    lanes.some(({ bytes, fairness }) => isTold(bytes[place]) && isTold(fairness[place]));
  return points.findLastIndex((_, place) => isKnown(place));
}

export interface CostLayout {
  /** Of the dots, across: the column of those that keep nothing, then powers of ten. */
  readonly nothingX: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly xTicks: readonly { readonly at: number; readonly bytes: number }[];
  readonly yTicks: readonly { readonly at: number; readonly fairness: number }[];
  readonly dots: readonly CostDot[];
}

interface CostDot {
  readonly lane: string;
  readonly name: string;
  readonly memory: Memory | undefined;
  readonly x: number;
  readonly y: number;
  /** Where the name stands; without room it is left out. */
  readonly label: { readonly x: number; readonly y: number } | undefined;
  /** The lane at all points, as far as it keeps something. */
  readonly path: string;
}

/** Width of a letter, in font sizes. */
const LETTER = 0.56;
const Y_TICKS = [0, 0.25, 0.5, 0.75, 1];

export function costLayout({ lanes }: FairnessCost, point: number, { width, height, fontSize }: Size): CostLayout {
  const longest = fontSize * LETTER * Math.max(...lanes.map(({ name }) => name.length));
  const left = fontSize * 4.2;
  const nothingX = left + fontSize * 1.4;
  const [top, bottom] = [fontSize, height - fontSize * 3.2];
  const kept = lanes.flatMap(({ bytes }) => bytes.filter((size) => size > 0));
  const first = Math.floor(Math.log10(Math.min(...kept, 1e3)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...kept, 1))));
  // Names of those that keep nothing stand between their column and the scale.
  const scaleFrom = nothingX + longest + fontSize * 2.4;
  const right = Math.max(scaleFrom + 40, width - fontSize * 1.5 - longest);
  const toX = (bytes: number): number =>
    bytes > 0 ? scaleFrom + ((right - scaleFrom) * (Math.log10(bytes) - first)) / (last - first) : nothingX;
  const toY = (fairness: number): number => bottom - (bottom - top) * fairness;
  const shown = lanes.filter(({ bytes, fairness }) => isTold(bytes[point]) && isTold(fairness[point]));
  const places = shown.map(({ bytes, fairness }) => ({ x: toX(bytes[point] ?? 0), y: toY(fairness[point] ?? 0) }));
  const labels = labelsBeside(places, longest + fontSize, fontSize, [top - fontSize / 2, bottom + fontSize / 2]);
  return {
    ...{ nothingX, left, top, bottom },
    right: right + longest + fontSize,
    xTicks: Array.from({ length: last - first + 1 }, (_, step) => ({
      at: toX(10 ** (first + step)),
      bytes: 10 ** (first + step),
    })),
    yTicks: Y_TICKS.map((fairness) => ({ at: toY(fairness), fairness })),
    dots: shown.map((lane, index): CostDot => {
      const { x, y } = places[index] ?? { x: 0, y: 0 };
      const steps = lane.bytes.flatMap((bytes, place): [number, number][] => {
        const fairness = lane.fairness[place];
        return isTold(bytes) && isTold(fairness) ? [[toX(bytes), toY(fairness)]] : [];
      });
      return {
        ...{ lane: lane.lane, name: lane.name, memory: lane.memory, x, y, label: labels[index] },
        path: steps.length > 1 ? (trace(steps) ?? '') : '',
      };
    }),
  };
}

const trace = line().digits(1);

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Names to the right of their dots; those whose dots stand less than a name apart share a column and make room there. */
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

function isTold(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value);
}
