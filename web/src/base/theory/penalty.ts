/**
 * xCHOKe: the drop probability of arrivals of a flow on the list of matched flows. Pure.
 *
 * Source: Domański, Domańska & Klamka 2013, section 2: p* = min(1, p_RED · 2^n), where n is the number of matches
 * ("hits") of the flow.
 */

/** Drop probability of an arrival of a flow with `hits` hits; `red` is RED's own probability. */
export function penaltyProbability(red: number, hits: number): number {
  return Math.min(1, red * 2 ** hits);
}

/** The number of hits from which every arrival is dropped. Undefined if RED drops nothing. */
export function hitsUntilCertain(red: number): number | undefined {
  return red > 0 ? Math.max(0, Math.ceil(Math.log2(1 / red))) : undefined;
}
