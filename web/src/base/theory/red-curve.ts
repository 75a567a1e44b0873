/**
 * RED: the probability of dropping (or marking) for an average queue, and the delay of the average. Pure.
 *
 * Source: Floyd & Jacobson, "Random early detection gateways for congestion avoidance", IEEE/ACM Transactions on
 * Networking 1 (1993), Sections 4 and 6; for the gentle form: Floyd, "Recommendation on using the gentle_ variant of
 * RED" (2000). The thesis on CHOKe's transients shows both curves in its Figures 2.3 and 2.6.
 */

export interface RedCurve {
  readonly minThreshold: number;
  readonly maxThreshold: number;
  readonly maxProbability: number;
  readonly isGentle: boolean;
}

/** p_b as a function of the average queue [packets]. */
export function baseProbability(
  average: number,
  { minThreshold, maxThreshold, maxProbability, isGentle }: RedCurve,
): number {
  if (average < minThreshold) return 0;
  if (average < maxThreshold) return (maxProbability * (average - minThreshold)) / (maxThreshold - minThreshold);
  if (!isGentle || average >= 2 * maxThreshold) return 1;
  return maxProbability + ((1 - maxProbability) * (average - maxThreshold)) / maxThreshold;
}

/** p_a: p_b after `count` packets in a row were not dropped, corrected so that drops are evenly spaced. */
export function spacedProbability(base: number, count: number): number {
  return count * base >= 1 ? 1 : base / (1 - count * base);
}
