/**
 * REM: the probability at a given price, and the price at which the demand of N equal TCP flows equals the capacity.
 * Pure.
 *
 * Sources: Athuraliya, Low, Li & Yin, "REM: active queue management", IEEE Network 15(3), 2001. TCP's demand at a small
 * loss probability p is √(3/2)/(R √p) packets a second: Mathis, Semke, Mahdavi & Ott, ACM CCR 27(3), 1997.
 */

/** The probability of a drop or mark at a price. */
export function probabilityOf(price: number, phi: number): number {
  return -Math.expm1(-price * Math.log(phi));
}

/** The price that gives a probability. */
export function priceOf(probability: number, phi: number): number {
  return -Math.log1p(-Math.min(probability, 1 - 1e-12)) / Math.log(phi);
}

/**
 * The loss probability at which `flows` TCP flows with the same round-trip time [s] demand `capacity` packets a second.
 */
export function balancedProbability(flows: number, roundTrip_s: number, capacity: number): number {
  return Math.min(1, 1.5 * (flows / (roundTrip_s * capacity)) ** 2);
}
