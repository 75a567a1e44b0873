/**
 * WARD with one unresponsive flow among very many TCP flows, which take all remaining capacity. Pure.
 *
 * Applies the leaky-buffer argument of Tang, Wang & Low 2004 (see `choke-limit.ts`) to the rule of Ho, Chan & Chen
 * 2007. An arrival is admitted without inspection with probability 1 − w. Otherwise it is compared with two waiting
 * packets. If the two drawn packets belong to one flow, both are dropped, whatever the flow of the arrival. The sources
 * do not say whether an arrival that matches one packet is dropped with it (first reading) or admitted (second).
 *
 * Let h be the flow's share of the queue, and y = x/T its rate in units of TCP's rate. A waiting packet of the flow is
 * removed by
 *
 * - an arrival of its own flow, if both drawn packets are the flow's, or, in the first reading, whenever the packet is
 * drawn;
 * - an arrival of another flow, if both drawn packets are the flow's.
 *
 * The authors' own fluid model gives the peak 1/(2e). Our model gives two other values, one for each reading.
 */

import { bisect, peak } from './solve';

/** What happens to an arrival that matches exactly one of the two drawn packets. */
type PartialRule = 'drop_pair' | 'admit';

interface WardState {
  /** Rate of the unresponsive flow, x/C. */
  readonly load: number;
  /** The flow's share of the link, μ/C. */
  readonly share: number;
  /** The flow's share of the queue, h. */
  readonly queueShare: number;
}

/** The peak that Ho, Chan & Chen publish. */
export const PUBLISHED_PEAK = 1 / (2 * Math.E);

/** The steady state of a flow that sends `ratio` times TCP's throughput; `gate` is the probability w of an inspection. */
export function wardAt(ratio: number, gate: number, partial: PartialRule): WardState {
  const beta = (h: number): number => 2 * gate * (1 - h) * (partial === 'drop_pair' ? ratio + h : h * (ratio + 1));
  const admitted = (h: number): number => 1 - gate + gate * (partial === 'drop_pair' ? (1 - h) ** 2 : 1 - h * h);
  const thinned = (b: number): number => (b > 0 ? -Math.expm1(-b) / b : 1);
  const h = bisect((at) => at - ratio * admitted(at) * (1 - at) * thinned(beta(at)), 0, 1);
  const through = ratio * admitted(h) * Math.exp(-beta(h));
  return { load: ratio / (1 + through), share: through / (1 + through), queueShare: h };
}

/** The steady state of a flow that sends at `load` times the link rate. */
export function wardOf(load: number, gate: number, partial: PartialRule): WardState {
  // The ratio of the flow's rate to TCP's throughput. The load grows with this ratio, so bisection finds it. The ratio
  // is finite, since TCP keeps a share at every load.
  const ratio = bisect((at) => wardAt(at, gate, partial).load - load, 0, 2 * load + 1e6);
  return wardAt(ratio, gate, partial);
}

/** The flow's greatest share of the link. */
export function wardPeak(gate: number, partial: PartialRule): WardState {
  const at = peak((logarithm) => wardAt(Math.exp(logarithm), gate, partial).share, Math.log(0.01), Math.log(1e3));
  return wardAt(Math.exp(at), gate, partial);
}
