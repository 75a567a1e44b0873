/** How long things take, and how fast TCP can go: the yardsticks of a scene. Pure. */

/** How long the link needs for so many packets [s]. */
export function drainTime(packets: number, packetBytes: number, capacityBps: number): number {
  return (packets * packetBytes * 8) / capacityBps;
}

/**
 * Rate of a TCP flow that loses a part `loss` of its packets [packets/s]: √(3/(2p)) packets each round trip.
 * Source: Mathis, Semke, Mahdavi & Ott, "The macroscopic behavior of the TCP congestion avoidance algorithm", Computer
 * Communication Review 27 (1997).
 */
export function squareRootLaw(loss: number, roundTripS: number): number {
  return Math.sqrt(3 / (2 * loss)) / roundTripS;
}

/** Packets that a fair share comes to in a round trip: below one, timeouts rule and no window is left to halve. */
export function fairWindow(capacityBps: number, flows: number, packetBytes: number, roundTripS: number): number {
  return ((capacityBps / flows) * roundTripS) / (8 * packetBytes);
}

/**
 * Exponent of the variance of a mean over m slots of self-similar traffic: m^(2H − 2). Independent slots have −1.
 * Source: Leland, Taqqu, Willinger & Wilson, IEEE/ACM Transactions on Networking 2 (1994).
 */
export function varianceSlope(hurst: number): number {
  return 2 * hurst - 2;
}

/** Pearson's coefficient of correlation. */
export function correlation(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanX = mean(x);
  const meanY = mean(y);
  let both = 0;
  let squaresX = 0;
  let squaresY = 0;
  x.forEach((value, place) => {
    const dx = value - meanX;
    const dy = (y[place] ?? Number.NaN) - meanY;
    both += dx * dy;
    squaresX += dx * dx;
    squaresY += dy * dy;
  });
  return both / Math.sqrt(squaresX * squaresY);
}
