/** The contents of a formula's picture as plain data, in the formula's units. `PictureFigure.tsx` draws them. Pure. */

import type { Spread } from '../../base/theory/scales';
import { along, type Domain } from '../../ui/figure/scale';
import type { Ink } from '../../ui/marks/ink';

export interface Axis extends Domain {
  /** The quantity on the axis, with its unit. */
  readonly title: string;
  /** Values that get ticks, if the automatic choice does not suit the axis. */
  readonly ticks?: readonly number[];
  readonly text: (value: number) => string;
}

export interface Curve {
  readonly id: string;
  /** Name at the end of the curve. */
  readonly name: string;
  readonly colour: Ink;
  readonly width: number;
  readonly dash?: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** The value at a position on the horizontal axis. Undefined if there is none. */
  readonly valueAt: (x: number) => number | undefined;
}

/** A dashed line across the picture at a named value. */
export interface Guide {
  readonly along: 'x' | 'y';
  readonly at: number;
  readonly text: string;
  /** True if the text is at the start of the line (left, bottom), where curves leave more room. */
  readonly isTextFirst?: boolean;
}

export interface Dot {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly name: string;
  readonly colour: Ink;
  /**
   * The value's source: `now` is a lane of the run on the page, `experiment` many runs, `paper` a printed value, and
   * `ns2` the reference simulator. Each source has a different shape.
   */
  readonly kind: 'now' | 'experiment' | 'paper' | 'ns2';
}

/** Steps of equal width from the left to the right end of the axis. */
interface Histogram {
  readonly key: string;
  readonly name: string;
  readonly colour: Ink;
  readonly values: readonly number[];
}

/** A measured value beside the formula's. */
export interface Comparison {
  readonly key: string;
  readonly name: string;
  readonly colour: Ink;
  readonly measured: string;
  readonly formula: string;
}

export interface Picture {
  readonly x: Axis;
  readonly y: Axis;
  readonly curves: readonly Curve[];
  readonly guides: readonly Guide[];
  readonly dots: readonly Dot[];
  readonly histograms: readonly Histogram[];
  /** One sentence on what the picture shows. */
  readonly sees: string;
  readonly comparisons: readonly Comparison[];
  /** The compared quantity, and the time over which it is averaged. */
  readonly compared: string;
}

/** A quantity in the formula that the user can set. It starts at the value in the scene on the page. */
export interface Knob {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** True for a logarithmic scale. */
  readonly isLogarithmic?: boolean;
  /** Value of the scene. */
  readonly scene: number;
}

/** Gives the current value of a quantity that the user can set, by its id. */
export type Settings = (id: string) => number;

export interface PictureDefinition {
  readonly id: string;
  /** Short name for the button. */
  readonly short: string;
  readonly title: string;
  readonly formula: readonly string[];
  readonly source: string;
  /** Ids of the disciplines that the picture shows. */
  readonly disciplines?: readonly string[];
  /** True if the picture needs the scene's arrivals to be counted. */
  readonly isOfTraffic?: true;
  readonly knobs: (scene: SceneValues) => readonly Knob[];
  readonly make: (settings: Settings, scene: SceneValues) => Picture;
}

/** One lane's values for the pictures. */
export interface LaneValues {
  readonly key: string;
  readonly name: string;
  readonly colour: Ink;
  readonly aqm: string;
  readonly waiting: number;
  /** The average queue that the discipline itself computes [packets]. Undefined if it computes none. */
  readonly average: number | undefined;
  /** UDP's share of the throughput of the last 10 s. Undefined before the first packet has left. */
  readonly recentShare: number | undefined;
  /** UDP's share of the packets that left since measuring began. */
  readonly share: number | undefined;
  readonly jain: number | undefined;
  /** Current values of the discipline's gauges by id. */
  readonly gauges: Readonly<Record<string, number | undefined>>;
  /**
   * UDP's share of the packets in each tenth of the queue, from the tail, averaged over the time since the picture was
   * opened.
   */
  readonly density: readonly number[] | undefined;
  /** Number of queue samples over which the density is averaged. */
  readonly looks: number;
  /** UDP's share of the throughput over time, after the last change of its rate. Times are in units of b/C. */
  readonly afterChange: readonly (readonly [time: number, share: number])[];
}

/** Variance of the UDP arrivals per slot, averaged over intervals of increasing length. */
export interface TrafficSpread {
  readonly slot_s: number;
  readonly slots: number;
  readonly spreads: readonly Spread[];
}

/** Values of the scene on the page, from which the pictures start. */
export interface SceneValues {
  readonly capacityBps: number;
  readonly packetBytes: number;
  readonly buffer: number;
  readonly minThreshold: number;
  readonly maxThreshold: number;
  readonly maxProbability: number;
  readonly isGentle: boolean;
  readonly tcpFlows: number;
  readonly udpFlows: number;
  /** UDP's current load, x/C. */
  readonly load: number;
  /** UDP's load before the last change of its rate. Undefined if its rate has not changed. */
  readonly loadBefore: number | undefined;
  /** Time over which each value in a time series is averaged [s]. */
  readonly bucket_s: number;
  /** Mean number of waiting packets. */
  readonly meanQueue: number;
  /** Round-trip time of the first group of TCP flows when the queue has its mean length [s]. */
  readonly roundTrip_s: number;
  /** Base of REM's exponential. */
  readonly phi: number;
  /** SBT's exponent κ. */
  readonly sizeExponent: number;
  /** Sizes of the smallest and of the largest data packets [bytes]. */
  readonly packetSizes: readonly [least: number, most: number];
  /** Maximum number of comparisons per arrival in gCHOKe. */
  readonly mostCompared: number;
  /** Length of a slot of the first source that sends in slots, or a default [s]. */
  readonly slot_s: number;
  /** Hurst parameter of the first source, or 1/2 if the source declares none. */
  readonly hurst: number;
  /**
   * Variance of the number of packets in a slot if every source sent in each slot with the same probability,
   * independently [packets²].
   */
  readonly slotVariance: number;
  /** Counted arrivals. Undefined until they are counted. */
  readonly traffic?: TrafficSpread | undefined;
  readonly lanes: readonly LaneValues[];
  /** Values that the page's run did not compute, such as published ones. Each names the picture that shows it. */
  readonly elsewhere: readonly Elsewhere[];
  /** Discipline names by id. */
  readonly names: Readonly<Record<string, string>>;
}

/**
 * A result that a picture can show as a dot: from a document, from a reference simulator, or from an experiment of this
 * project.
 */
export interface Elsewhere {
  readonly picture: 'share' | 'ceiling';
  readonly lane: string;
  readonly x: number;
  readonly y: number;
  readonly kind: 'experiment' | 'paper' | 'ns2';
}

/** A curve through a function's values at several positions on an axis. */
export function curve(
  axis: Axis,
  valueAt: (x: number) => number | undefined,
  rest: Pick<Curve, 'id' | 'name' | 'colour' | 'width'> & { readonly dash?: string },
  steps = 240,
): Curve {
  const places = Array.from({ length: steps + 1 }, (_, step) => along(axis, step / steps));
  const points = places.flatMap((x): [number, number][] => {
    const y = valueAt(x);
    return y === undefined ? [] : [[x, y]];
  });
  return { ...rest, points, valueAt };
}

/** An axis of probabilities with room for small ones. */
export function probabilityAxis(title: string): Axis {
  return {
    title: `${title} (square-root scale)`,
    from: 0,
    to: 1,
    scale: 'root',
    ticks: [0, 0.01, 0.05, 0.1, 0.25, 0.5, 1],
    text: (value) => percent(value, 0),
  };
}

/** A share in percent. A share too small for these decimals is written as "<0.1 %" and not as 0. */
export function percent(part: number, places = 1): string {
  const least = 10 ** -places;
  const text = part > 0 && 100 * part < least / 2 ? `<\u202f${least.toFixed(places)}` : (100 * part).toFixed(places);
  return `${text}\u00a0%`;
}

/** Values from other sources as dots, each in the colour of its lane. */
export function dotsFromElsewhere({ elsewhere, lanes, names }: SceneValues, of: Elsewhere['picture']): Dot[] {
  return elsewhere
    .filter(({ picture }) => picture === of)
    .map(({ lane, x, y, kind }, place) => ({
      key: `${kind} ${place}`,
      name: `${names[lane] ?? lane}, ${kind === 'ns2' ? 'ns-2' : kind}`,
      colour: lanes.find(({ name, aqm }) => name === lane || aqm === lane)?.colour ?? 'textSoft',
      kind,
      x,
      y,
    }));
}
