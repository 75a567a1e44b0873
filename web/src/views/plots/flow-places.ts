/**
 * Where the dot of each flow stands. By flow number as long as a dot has room; beyond that one swarm a lane, whose shape
 * says how the flows are spread: wide where many get the same. Pure.
 */

import type { Region } from '../../marks/axis';

/** Dots of one lane, by flow row [px]. */
export interface FlowPlaces {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly isBeyond: readonly boolean[];
  /** The part of the plot that the lane has to itself; all of it where dots stand by flow number. */
  readonly left: number;
  readonly right: number;
}

/** Narrowest place of a dot in the order of flow numbers [px]. */
const NARROWEST = 1.5;

export function isSwarm(plot: Region, flows: number, lanes: number): boolean {
  return (plot.right - plot.left) / Math.max(1, flows * lanes) < NARROWEST;
}

export interface FlowHeights {
  readonly toY: (rate: number) => number;
  readonly isBeyond: (rate: number) => boolean;
  /** Least distance between the marks of flows beyond the axis [px]. */
  readonly apart: number;
  readonly radius: number;
}

/** Dots in the order of flow numbers, those of the lanes side by side. */
export function byNumber(
  rates: Float64Array,
  plot: Region,
  lane: number,
  lanes: number,
  { toY, isBeyond, apart }: FlowHeights,
): FlowPlaces {
  const slot = (plot.right - plot.left) / Math.max(1, rates.length);
  const aside = lane - (lanes - 1) / 2;
  const x = new Float32Array(rates.length);
  const y = new Float32Array(rates.length);
  const beyond = Array.from(rates, isBeyond);
  for (let row = 0; row < rates.length; row += 1) {
    const centre = plot.left + slot * (row + 0.5);
    const step = beyond[row] === true ? Math.max(apart, slot / lanes) : slot / lanes;
    // The marks of one flow in several lanes stay within the plot, side by side.
    const reach = (step * (lanes - 1)) / 2;
    x[row] = lanes === 1 ? centre : Math.max(plot.left + reach, Math.min(plot.right - reach, centre)) + aside * step;
    y[row] = toY(rates[row] ?? 0);
  }
  return { x, y, isBeyond: beyond, left: plot.left, right: plot.right };
}

/** A swarm: flows of about the same rate side by side, about the middle of the lane's column. */
export function inSwarm(
  rates: Float64Array,
  plot: Region,
  lane: number,
  lanes: number,
  { toY, isBeyond, radius, apart }: FlowHeights,
): FlowPlaces {
  const width = (plot.right - plot.left) / lanes;
  const gap = Math.min(width * 0.06, 8);
  const left = plot.left + width * lane + gap;
  const right = left + width - 2 * gap;
  const middle = (left + right) / 2;
  const height = 2 * radius;
  const beyond = Array.from(rates, isBeyond);
  const layer = (row: number): number => (beyond[row] === true ? -1 : Math.round(toY(rates[row] ?? 0) / height));
  const counts = new Map<number, number>();
  for (let row = 0; row < rates.length; row += 1) counts.set(layer(row), (counts.get(layer(row)) ?? 0) + 1);
  const placed = new Map<number, number>();
  const x = new Float32Array(rates.length);
  const y = new Float32Array(rates.length);
  for (let row = 0; row < rates.length; row += 1) {
    const mine = layer(row);
    const count = counts.get(mine) ?? 1;
    const place = placed.get(mine) ?? 0;
    placed.set(mine, place + 1);
    const step = Math.min(mine === -1 ? apart : height + 0.5, (right - left - height) / Math.max(1, count - 1));
    x[row] = middle + (place - (count - 1) / 2) * step;
    y[row] = toY(rates[row] ?? 0);
  }
  return { x, y, isBeyond: beyond, left, right };
}

/** The value below which a part of the flows lies; `sorted` ascending. */
export function quantile(sorted: Float64Array, part: number): number {
  const at = (sorted.length - 1) * part;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}
