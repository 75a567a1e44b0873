/**
 * CHOKe with one unresponsive flow among very many TCP flows, which take all remaining capacity. Computes the flow's
 * share of the link, and where its packets are in the queue. Pure.
 *
 * Source: Tang, Wang & Low, "Understanding CHOKe: throughput and spatial characteristics", IEEE/ACM Transactions on
 * Networking 12 (2004), for the flow's greatest share 1/(e+1), the limits of its share, and the distribution of its
 * packets along the queue. The formulas of this file, with the parameter β, follow from the same leaky-buffer argument.
 * The forms for several comparisons (`gCHOKe`, several draws) extend this argument:
 *
 * The flow sends at rate x into a queue of b packets, which the link empties at rate C. Every arrival of the flow draws
 * and removes a given packet of the flow with probability 1/b. A packet that waits for τ therefore survives with
 * probability e^(−β), where β = xτ/b. All quantities below are functions of β; rates are in units of C.
 */

import { bisect, peak } from './solve';

/** How an arrival is compared with the queue. */
export type Comparison =
  /** One packet is drawn from the whole queue; matching packets are dropped. */
  | { readonly kind: 'choke' }
  /** Packets are drawn until one does not match, at most `most`; all matching packets are dropped. */
  | { readonly kind: 'gchoke'; readonly most: number }
  /** `draws` different packets are drawn at once; all matching packets are dropped. */
  | { readonly kind: 'draws'; readonly draws: number };

interface SteadyState {
  /** Rate of the unresponsive flow, x/C. */
  readonly load: number;
  /** The flow's share of the link, μ/C. */
  readonly share: number;
  /** The flow's share of the queue, h. */
  readonly queueShare: number;
  readonly beta: number;
}

/** Upper limit of the search for β. At a greater β, the flow's share of the link is practically 0. */
const MOST_BETA = 1e4;

/** The steady state at β. `redDrop` is the probability r that RED drops an arrival that did not match. */
function steadyStateAt(beta: number, comparison: Comparison, redDrop = 0): SteadyState {
  if (beta <= 0) return { load: 0, share: 0, queueShare: 0, beta: 0 };
  const pass = 1 - redDrop;
  const gone = 1 - Math.exp(-beta);
  const { queueShare, perTcp, loadPerTcp } = ((): { queueShare: number; perTcp: number; loadPerTcp: number } => {
    switch (comparison.kind) {
      case 'choke': {
        // h = (1 − r)(1 − h)(1 − e^−β)
        const odds = pass * gone;
        const h = odds / (1 + odds);
        return { queueShare: h, perTcp: pass * beta * Math.exp(-beta), loadPerTcp: beta / (1 - h) };
      }
      case 'gchoke': {
        const matches = (h: number): number => expectedMatches(h, comparison.most);
        const h = bisect((candidate) => pass * (1 - candidate) * gone - matches(candidate) * candidate, 0, 1);
        const g = matches(h);
        return { queueShare: h, perTcp: pass * (beta / g) * Math.exp(-beta), loadPerTcp: beta / (g * (1 - h)) };
      }
      case 'draws': {
        const k = comparison.draws;
        const h = bisect((candidate) => pass * (1 - candidate) ** k * gone - k * candidate, 0, 1);
        return {
          queueShare: h,
          perTcp: pass * (1 - h) ** (k - 1) * (beta / k) * Math.exp(-beta),
          loadPerTcp: beta / (k * (1 - h)),
        };
      }
    }
  })();
  // T = C − μ is TCP's rate. Dividing by C/T = 1 + μ/T converts rates from units of T to units of C.
  return { load: loadPerTcp / (1 + perTcp), share: perTcp / (1 + perTcp), queueShare, beta };
}

/** The steady state in which the flow sends at `load` times the link rate. */
export function steadyStateOf(load: number, comparison: Comparison, redDrop = 0): SteadyState {
  if (!(load > 0)) return steadyStateAt(0, comparison, redDrop);
  const beta = bisect((candidate) => steadyStateAt(candidate, comparison, redDrop).load - load, 0, MOST_BETA);
  return steadyStateAt(beta, comparison, redDrop);
}

/** The flow's largest share: 1/(e + 1) = 0.269 of the link at x/C = 1.193 for CHOKe without RED. */
export function greatestShare(comparison: Comparison, redDrop = 0): SteadyState {
  const beta = peak((candidate) => steadyStateAt(candidate, comparison, redDrop).share, 0, 20);
  return steadyStateAt(beta, comparison, redDrop);
}

/** Share of the flow among the packets at the tail of the queue. */
export function tailDensity({ beta }: SteadyState): number {
  return beta / (1 + beta);
}

/** The density of the flow's packets at a position in the queue (0 = tail, 1 = head), for CHOKe without RED. */
export function densityAt(place: number, { beta }: SteadyState): number {
  if (beta === 0) return 0;
  const length = beta * (2 - Math.exp(-beta));
  // z runs from 0 at the tail to β at the head. It measures how far the flow's packets have been thinned out up to that
  // position.
  const z = bisect((candidate) => candidate + beta * (1 - Math.exp(-candidate)) - place * length, 0, beta);
  const odds = beta * Math.exp(-z);
  return odds / (1 + odds);
}

/** g = (1 − h^m)/(1 − h): average number of packets that gCHOKe draws for an arrival of the flow. */
function expectedMatches(h: number, most: number): number {
  if (h >= 1) return most;
  return (1 - (most === Number.POSITIVE_INFINITY ? 0 : h ** most)) / (1 - h);
}
