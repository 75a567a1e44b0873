import { describe, expect, it } from 'vitest';
import { type Comparison, densityAt, greatestShare, steadyStateOf, tailDensity } from './choke-limit';

const choke: Comparison = { kind: 'choke' };
const shareAt = (load: number, comparison: Comparison = choke, redDrop = 0): number =>
  steadyStateOf(load, comparison, redDrop).share;

describe('one unresponsive flow under CHOKe', () => {
  it('gets at most 1/(e + 1) of the link, when it sends at 1.193 times the link rate', () => {
    const greatest = greatestShare(choke);
    expect(greatest.share).toBeCloseTo(1 / (Math.E + 1), 9);
    expect(greatest.load).toBeCloseTo((2 * Math.E - 1) / (Math.E + 1), 4);
    expect(greatest.queueShare).toBeCloseTo((Math.E - 1) / (2 * Math.E - 1), 4);
    expect(greatest.share).toBeCloseTo(0.26894, 5);
    expect(greatest.load).toBeCloseTo(1.19318, 4);
  });

  // Columns: load, and the flow's share of the link, of the queue, and of the packets at the tail.
  it.each([
    [0.1, 0.083, 0.087, 0.091],
    [0.25, 0.161, 0.178, 0.197],
    [0.5, 0.227, 0.273, 0.32],
    [0.8, 0.259, 0.338, 0.417],
    [1, 0.267, 0.367, 0.464],
    [1.193, 0.269, 0.387, 0.5],
    [1.5, 0.265, 0.412, 0.546],
    [2, 0.251, 0.437, 0.6],
    [3, 0.21, 0.465, 0.67],
    [5, 0.133, 0.487, 0.7475],
    [8, 0.056, 0.4965, 0.81],
    [10, 0.029, 0.499, 0.838],
    [20, 0.0005, 0.5, 0.909],
  ])('sending at %f of the link rate gets its share of link and queue', (load, share, queueShare, tail) => {
    const state = steadyStateOf(load, choke);
    expect(state.share).toBeCloseTo(share, share < 0.001 ? 4 : 3);
    expect(state.queueShare).toBeCloseTo(queueShare, 3);
    expect(tailDensity(state)).toBeCloseTo(tail, 3);
    expect(state.load).toBeCloseTo(load, 9);
  });

  it('gets nothing as its rate grows without limit, and still occupies half of the queue', () => {
    const state = steadyStateOf(1000, choke);
    expect(state.share).toBeLessThan(1e-100);
    expect(state.queueShare).toBeCloseTo(0.5, 9);
  });

  it.each([
    [0.05, 0.2405],
    [0.1, 0.23],
    [0.2, 0.208],
    [0.5, 0.137],
  ])('loses more when RED drops the share %f of the arrivals that did not match', (redDrop, share) => {
    expect(shareAt(2, choke, redDrop)).toBeCloseTo(share, 3);
  });

  it('gets the 0.127 of the thesis only if RED drops more than half of the unmatched arrivals', () => {
    expect(shareAt(2, choke, 0.54)).toBeCloseTo(0.127, 2);
  });

  it('has its greatest share (1 − r)/(e + 1 − r) with RED', () => {
    for (const redDrop of [0.1, 0.3, 0.5])
      expect(greatestShare(choke, redDrop).share).toBeCloseTo((1 - redDrop) / (Math.E + 1 - redDrop), 9);
  });

  it('has a share that rises or falls with its load, depending on the range of loads', () => {
    const r = (loads: readonly number[]): number =>
      correlation(
        loads,
        loads.map((load) => shareAt(load)),
      );
    expect(r(range(1, 10).map((step) => step / 10))).toBeCloseTo(0.92, 2);
    expect(r(range(1, 10))).toBeCloseTo(-0.99, 2);
    expect(r([0.1, 0.2, 0.5, 1, 2, 5, 10])).toBeCloseTo(-0.59, 2);
  });
});

describe("the density of the flow's packets along the queue", () => {
  it('is highest at the tail and falls towards the head', () => {
    const state = steadyStateOf(2, choke);
    expect(densityAt(0, state)).toBeCloseTo(0.6, 3);
    expect(densityAt(1, state)).toBeCloseTo(state.share, 9);
  });

  it.each([
    [2, [0.59, 0.56, 0.53, 0.5, 0.46, 0.43, 0.39, 0.35, 0.31, 0.27]],
    [10, [0.83, 0.8, 0.76, 0.7, 0.62, 0.52, 0.38, 0.23, 0.11, 0.05]],
  ])('falls to these values at every tenth of the queue, at a load of %i', (load, tenths) => {
    const state = steadyStateOf(load, choke);
    tenths.forEach((density, tenth) => {
      expect(meanDensity(state, tenth / 10, (tenth + 1) / 10)).toBeCloseTo(density, 2);
    });
  });

  it('is 1.5 times as high in the rear half as in the front half, at a load of 2', () => {
    const state = steadyStateOf(2, choke);
    expect(meanDensity(state, 0, 0.5)).toBeCloseTo(0.527, 3);
    expect(meanDensity(state, 0.5, 1)).toBeCloseTo(0.348, 3);
    expect(meanDensity(state, 0, 1)).toBeCloseTo(state.queueShare, 4);
  });
});

describe('several comparisons per arrival', () => {
  const upTo = (most: number): Comparison => ({ kind: 'gchoke', most });
  const drawing = (draws: number): Comparison => ({ kind: 'draws', draws });

  it('of gCHOKe lower the greatest share of the flow', () => {
    const shares = [1, 2, 3, 5, Number.POSITIVE_INFINITY].map((most) => greatestShare(upTo(most)).share);
    expect(shares.map((share) => share.toFixed(4))).toEqual(['0.2689', '0.2182', '0.2086', '0.2055', '0.2052']);
    // Published: "over 20 %" better.
    expect(1 - (shares[4] ?? 0) / (shares[0] ?? 1)).toBeCloseTo(0.237, 3);
  });

  it('of gCHOKe lower the share at twice the link rate', () => {
    const shares = [1, 2, 3, 5, Number.POSITIVE_INFINITY].map((most) => shareAt(2, upTo(most)));
    expect(shares.map((share) => share.toFixed(3))).toEqual(['0.251', '0.161', '0.139', '0.130', '0.128']);
  });

  it('of gCHOKe save up to 14 % of the capacity, if the flow sends at 3.1 times the link rate', () => {
    const saved = (load: number): number => shareAt(load) - shareAt(load, upTo(Number.POSITIVE_INFINITY));
    const best = range(10, 60)
      .map((step) => step / 10)
      .reduce((most, load) => (saved(load) > saved(most) ? load : most));
    expect(best).toBeCloseTo(3.1, 1);
    expect(saved(best)).toBeCloseTo(0.137, 3);
  });

  it('with several packets drawn at once lower the share far more', () => {
    const shares = [1, 2, 3, 4].map((draws) => shareAt(2, drawing(draws)));
    expect(shares.map((share) => share.toFixed(3))).toEqual(['0.251', '0.049', '0.008', '0.001']);
  });

  it('give the formulas of CHOKe if only one packet is compared', () => {
    for (const load of [0.3, 1, 4]) {
      expect(shareAt(load, upTo(1))).toBeCloseTo(shareAt(load), 9);
      expect(shareAt(load, drawing(1))).toBeCloseTo(shareAt(load), 9);
    }
  });
});

function meanDensity(state: ReturnType<typeof steadyStateOf>, from: number, to: number): number {
  const parts = 200;
  return (
    range(0, parts - 1).reduce((sum, part) => sum + densityAt(from + ((part + 0.5) / parts) * (to - from), state), 0) /
    parts
  );
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

/** Pearson's correlation coefficient. */
function correlation(x: readonly number[], y: readonly number[]): number {
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
