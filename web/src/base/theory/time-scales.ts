/** How long things take, and how fast TCP can go: the yardsticks of a scene. Pure. */

/** How long the link needs for so many packets [s]. */
export function drainTime(packets: number, packetBytes: number, capacityBps: number): number {
  return (packets * packetBytes * 8) / capacityBps;
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
