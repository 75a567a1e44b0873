/**
 * Positions of the dots that represent flows. If there is room, dots are in the order of flow numbers. Otherwise each
 * lane has one swarm of dots, whose width shows how many flows get about the same rate. With thousands of flows, each
 * dot represents several flows of about the same rate. The number of flows per dot is the same in every lane, so that
 * widths can be compared. Pure.
 */

import type { Region } from '../../ui/figure/axis';

/** Positions of the dots in one lane, by flow row [px]. */
export interface FlowPlaces {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly isBeyond: readonly boolean[];
  /**
   * Edges of this lane's part of the plot [px]. With dots in the order of flow numbers, this is the whole plot. In a
   * swarm, each lane has a column.
   */
  readonly left: number;
  readonly right: number;
  /**
   * Flow rows at whose positions a dot is drawn, if a dot represents several flows. Undefined if every flow has a dot.
   */
  readonly drawn?: readonly number[];
}

/** Minimum width per dot in the order of flow numbers [px]. With less room, the dots form swarms. */
const NARROWEST = 1.5;

export function isSwarm(plot: Region, flows: number, lanes: number): boolean {
  return (plot.right - plot.left) / Math.max(1, flows * lanes) < NARROWEST;
}

export interface FlowHeights {
  readonly toY: (rate: number) => number;
  readonly isBeyond: (rate: number) => boolean;
  /** Minimum distance between the marks of flows whose values are beyond the axis [px]. */
  readonly apart: number;
  readonly radius: number;
}

/** Number of flows above which a dot may represent several flows. */
export const MANY_FLOWS = 2000;

/** Dots in the order of flow numbers. The dots of several lanes are side by side. */
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
    // The dots of one flow in several lanes are side by side, and stay within the plot.
    const reach = (step * (lanes - 1)) / 2;
    x[row] = lanes === 1 ? centre : Math.max(plot.left + reach, Math.min(plot.right - reach, centre)) + aside * step;
    y[row] = toY(rates[row] ?? 0);
  }
  return { x, y, isBeyond: beyond, left: plot.left, right: plot.right };
}

/** Dots in a swarm: flows of about the same rate are side by side, around the middle of the lane's column. */
export function inSwarm(
  rates: Float64Array,
  plot: Region,
  lane: number,
  lanes: number,
  heights: FlowHeights,
  { perDot, isGreedy }: { readonly perDot: number; readonly isGreedy: (row: number) => boolean },
): FlowPlaces {
  const { toY, apart, radius } = heights;
  const { left, right } = columnOf(plot, lane, lanes);
  const middle = (left + right) / 2;
  const height = 2 * radius;
  const beyond = Array.from(rates, heights.isBeyond);
  const layers = layersOf(rates, heights);
  // Every unresponsive flow has a dot of its own, or it would be lost among thousands of others.
  const sizes = new Map<number, [responsive: number, greedy: number]>();
  for (let row = 0; row < rates.length; row += 1) {
    const size = sizes.get(layers[row] as number) ?? [0, 0];
    size[isGreedy(row) ? 1 : 0] += 1;
    sizes.set(layers[row] as number, size);
  }
  const placed = new Map<number, [responsive: number, greedy: number]>();
  const x = new Float32Array(rates.length);
  const y = new Float32Array(rates.length);
  const drawn: number[] = [];
  for (let row = 0; row < rates.length; row += 1) {
    const mine = layers[row] as number;
    const [responsive, greedy] = sizes.get(mine) ?? [0, 0];
    const taken = placed.get(mine) ?? [0, 0];
    placed.set(mine, taken);
    const kind = isGreedy(row) ? 1 : 0;
    // If each flow has a dot, dots with the same height are in the order of flow numbers.
    const place =
      perDot === 1
        ? taken[0] + taken[1]
        : Math.floor(taken[kind] / perDot) + (kind === 1 ? Math.ceil(responsive / perDot) : 0);
    if (taken[kind] % perDot === 0) drawn.push(row);
    taken[kind] += 1;
    const count = perDot === 1 ? responsive + greedy : Math.ceil(responsive / perDot) + Math.ceil(greedy / perDot);
    const step = Math.min(mine === BEYOND ? apart : height + 0.5, (right - left - height) / Math.max(1, count - 1));
    x[row] = middle + (place - (count - 1) / 2) * step;
    y[row] = perDot === 1 || mine === BEYOND ? toY(rates[row] ?? 0) : mine * height;
  }
  return { x, y, isBeyond: beyond, left, right, ...(perDot === 1 ? {} : { drawn }) };
}

/** The smallest round number of flows per dot for which no dots overlap, in any lane. */
export function flowsPerDot(all: readonly Float64Array[], plot: Region, heights: FlowHeights): number {
  let needed = 1;
  for (const [lane, rates] of all.entries()) {
    if (rates.length < MANY_FLOWS) continue;
    const { left, right } = columnOf(plot, lane, all.length);
    const sizes = new Map<number, number>();
    for (const layer of layersOf(rates, heights)) sizes.set(layer, (sizes.get(layer) ?? 0) + 1);
    for (const [layer, size] of sizes) {
      const step = layer === BEYOND ? heights.apart : 2 * heights.radius + 0.5;
      needed = Math.max(needed, size / Math.max(1, Math.floor((right - left) / step)));
    }
  }
  for (let power = 1; ; power *= 10) for (const step of [1, 2, 5]) if (step * power >= needed) return step * power;
}

/**
 * Number of the layer that contains all flows whose rates are beyond the axis. Each other layer contains flows whose
 * dots are at about the same height in the plot.
 */
const BEYOND = -1;

function layersOf(rates: Float64Array, { toY, isBeyond, radius }: FlowHeights): Int32Array {
  return Int32Array.from(rates, (rate) => (isBeyond(rate) ? BEYOND : Math.round(toY(rate) / (2 * radius))));
}

function columnOf(plot: Region, lane: number, lanes: number): { readonly left: number; readonly right: number } {
  const width = (plot.right - plot.left) / lanes;
  const gap = Math.min(width * 0.06, 8);
  const left = plot.left + width * lane + gap;
  return { left, right: left + width - 2 * gap };
}

/** Quantile of the values for the probability `part`. The values are in ascending order. */
export function quantile(sorted: Float64Array, part: number): number {
  const at = (sorted.length - 1) * part;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}
