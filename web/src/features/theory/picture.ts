/** What a picture of a formula shows, as plain data in its own units; `PictureFigure.tsx` draws it. Pure. */

import type { Spread } from '../../base/theory/scales';
import { along, type Domain } from '../../ui/figure/scale';
import type { Ink } from '../../ui/marks/ink';

export interface Axis extends Domain {
  /** What it says, with its unit. */
  readonly title: string;
  /** Where the scale alone would choose badly. */
  readonly ticks?: readonly number[];
  readonly text: (value: number) => string;
}

export interface Curve {
  readonly id: string;
  /** Stands beside its end. */
  readonly name: string;
  readonly colour: Ink;
  readonly width: number;
  readonly dash?: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** The value at a place of the horizontal axis; undefined where there is none. */
  readonly valueAt: (x: number) => number | undefined;
}

/** A dashed line across the picture at a named value. */
export interface Guide {
  readonly along: 'x' | 'y';
  readonly at: number;
  readonly text: string;
  /** Its text stands at the beginning of the line (left, bottom), where curves leave more room. */
  readonly isTextFirst?: boolean;
}

export interface Dot {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly name: string;
  readonly colour: Ink;
  /** `now`: of a lane of this run; `experiment`: of many runs; `paper`, `ns2`: from elsewhere. Each has a shape of its own. */
  readonly kind: 'now' | 'experiment' | 'paper' | 'ns2';
}

/** Steps of equal width from the left to the right end of the axis. */
interface Histogram {
  readonly key: string;
  readonly name: string;
  readonly colour: Ink;
  readonly values: readonly number[];
}

/** A part of the picture with a meaning of its own. */
interface Ground {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly colour: Ink;
}

/** A measured value beside what the formula says. */
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
  readonly grounds: readonly Ground[];
  readonly dots: readonly Dot[];
  readonly histograms: readonly Histogram[];
  /** One sentence: what to see. */
  readonly sees: string;
  readonly comparisons: readonly Comparison[];
  /** What the comparisons compare, and over which time. */
  readonly compared: string;
}

/** A quantity of the formula that the viewer sets; it starts from the scene on the page. */
export interface Knob {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Equal movements multiply. */
  readonly isLogarithmic?: boolean;
  /** What the scene has. */
  readonly scene: number;
}

/** The knobs' values by their ids. */
export type Settings = (id: string) => number;

export interface PictureDefinition {
  readonly id: string;
  /** On its button. */
  readonly short: string;
  readonly title: string;
  readonly formula: readonly string[];
  readonly source: string;
  /** Ids of the disciplines that it is about. */
  readonly disciplines?: readonly string[];
  /** The arrivals of the scene are counted for it. */
  readonly isOfTraffic?: true;
  readonly knobs: (scene: SceneValues) => readonly Knob[];
  readonly make: (settings: Settings, scene: SceneValues) => Picture;
}

/** One lane of the run, as the pictures need it. */
export interface LaneValues {
  readonly key: string;
  readonly name: string;
  readonly colour: Ink;
  readonly aqm: string;
  readonly waiting: number;
  /** The discipline's own average; undefined if it keeps none. */
  readonly average: number | undefined;
  /** UDP's share of what left in the last 10 s; undefined before anything left. */
  readonly recentShare: number | undefined;
  /** The same since measuring began. */
  readonly share: number | undefined;
  readonly jain: number | undefined;
  /** What the discipline tells of its state now, by the ids of its gauges. */
  readonly gauges: Readonly<Record<string, number | undefined>>;
  /** Density of UDP in tenths of the queue from the tail, averaged since the picture was opened. */
  readonly density: readonly number[] | undefined;
  /** How many pictures of the queue that average is over. */
  readonly looks: number;
  /** UDP's share in the buckets after its rate changed last, by time in units of b/C. */
  readonly afterChange: readonly (readonly [time: number, share: number])[];
}

/** How much means over stretches of the arriving UDP traffic vary. */
export interface TrafficSpread {
  readonly slot_s: number;
  readonly slots: number;
  readonly spreads: readonly Spread[];
}

/** What the scene on the page gives the pictures to start from. */
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
  /** What UDP offers now, x/C. */
  readonly load: number;
  /** What it offered before its rate changed last; undefined if it did not. */
  readonly loadBefore: number | undefined;
  /** What one value of a time series is a mean over [s]. */
  readonly bucket_s: number;
  /** Packets that wait on average. */
  readonly meanQueue: number;
  /** Round-trip time of the first group of TCP flows, with a queue of the mean length [s]. */
  readonly roundTrip_s: number;
  /** Base of REM's exponential. */
  readonly phi: number;
  /** SBT's exponent κ. */
  readonly sizeExponent: number;
  /** Sizes of the smallest and of the largest data packets [bytes]. */
  readonly packetSizes: readonly [least: number, most: number];
  /** At most so many comparisons in gCHOKe. */
  readonly mostCompared: number;
  /** Of the first source that has slots, else what a slot usually is [s]. */
  readonly slot_s: number;
  /** What the first source claims; 1/2 where it claims nothing. */
  readonly hurst: number;
  /** Variance of what independent sources of its mean send in a slot together [packets²]. */
  readonly slotVariance: number;
  /** What arrives, once it was counted. */
  readonly traffic?: TrafficSpread | undefined;
  readonly lanes: readonly LaneValues[];
  /** Values from elsewhere that belong to a picture. */
  readonly elsewhere: readonly Elsewhere[];
  /** Names of disciplines by their ids. */
  readonly names: Readonly<Record<string, string>>;
}

/** A published, referenced or replicated result that a picture can show as a dot. */
export interface Elsewhere {
  readonly picture: 'share' | 'ceiling';
  readonly lane: string;
  readonly x: number;
  readonly y: number;
  readonly kind: 'experiment' | 'paper' | 'ns2';
}

/** A curve through a function at places along an axis. */
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

/** A part in percent; one that is too small for the decimals says so, as it is not nothing. */
export function percent(part: number, places = 1): string {
  const least = 10 ** -places;
  const text = part > 0 && 100 * part < least / 2 ? `<\u202f${least.toFixed(places)}` : (100 * part).toFixed(places);
  return `${text}\u00a0%`;
}

/** Results from elsewhere as dots, each in the colour of its lane. */
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
