/**
 * CHOKeD with one unresponsive flow among very many TCP flows, which take all remaining capacity: the flow's share of
 * the link. The model is ours; the thesis mentions an analytical model only as future work. Pure.
 *
 * The argument is that of CHOKe (`choke-limit.ts`), for each half. The flow sends at rate x; the queue has n packets.
 *
 * - Each arrival of the flow draws D_r of the n/2 packets in the rear half, so it draws a given packet with probability
 * 2·D_r/n. The flow has the share h_r of these packets. With probability (1 − h_r)^D_r none of the drawn packets
 * matches. Only then does the arrival draw D_f packets from the front half.
 * - Packets move at T + u packets per second, where T is TCP's rate and u is the flow's remaining rate at that
 * position: u₀ at the tail of the queue, u₁ in its middle, u₂ at its head. Along the rear half T·ln(u₀/u₁) + u₀ − u₁ =
 * x·D_r, and along the front half T·ln(u₁/u₂) + u₁ − u₂ = x·(1 − h_r)^D_r·D_f. The length n cancels.
 * - The flow's share of a half is its rate of matches there, divided by its rate of draws there: h_r = (u₀ −
 * u₁)/(x·D_r), and likewise h_f.
 * - The flow enters with u₀ = (1 − r)·x·(1 − h_r)^D_r·(1 − h_f)^D_f and leaves with μ = u₂ = C − T.
 *
 * Assumptions: very many TCP flows, a queue whose average stays between the thresholds, and constant numbers of draws.
 * With D_r = 1 and no second draw the rule still differs from CHOKe, because it draws only from the rear half.
 */

import { bisect } from './solve';

/** Numbers of draws from the rear half (at least 1) and from the front half (at least 0). */
export interface Draws {
  readonly rear: number;
  readonly front: number;
}

/**
 * μ/C of a flow that sends at `load` times the link rate. `redDrop` is the probability r that RED drops an arrival that
 * did not match.
 */
export function shareUnderChoked(load: number, { rear, front }: Draws, redDrop = 0): number {
  if (!(load > 0)) return 0;
  const isHit = (h: number, draws: number): number => (1 - h) ** draws;
  const ratesAt = (inRear: number, inFront: number) => {
    const entering = (1 - redDrop) * load * isHit(inRear, rear) * isHit(inFront, front);
    const second = load * isHit(inRear, rear) * front;
    const middle = entering - inRear * load * rear;
    return { entering, middle, second, leaving: middle - inFront * second };
  };
  // The equation above for one half of the queue: its left side minus its right side. 0 in the steady state, infinite
  // for an impossible rate.
  const along = (from: number, to: number, leaving: number, hits: number): number =>
    to > 0 && leaving > 0 ? (1 - leaving) * Math.log(from / to) + from - to - hits : Number.POSITIVE_INFINITY;
  const frontAt = (inRear: number): number =>
    front === 0
      ? 0
      : bisect(
          (inFront) => {
            const { middle, leaving, second } = ratesAt(inRear, inFront);
            return along(middle, leaving, leaving, second);
          },
          0,
          1,
        );
  const inRear = bisect(
    (candidate) => {
      const { entering, middle, leaving } = ratesAt(candidate, frontAt(candidate));
      return along(entering, middle, leaving, load * rear);
    },
    0,
    1,
  );
  return Math.max(0, ratesAt(inRear, frontAt(inRear)).leaving);
}
