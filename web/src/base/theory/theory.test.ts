import { describe, expect, it } from 'vitest';
import { steadyStateOf, tailDensity } from './choke-limit';
import { transient, transientShareAt } from './choke-transient';
import { drawsPerPacket, firstQueueWith, frontDraws, rearDraws } from './drawing-factor';
import { jainCeiling } from './fairness';
import { fullDrop, simpleDrop } from './flow-estimate';
import { hitsUntilCertain, penaltyProbability } from './penalty';
import { balancedProbability, priceOf, probabilityOf } from './price';
import { baseProbability, spacedProbability } from './red-curve';
import { drainTime } from './time-scales';
import { PUBLISHED_PEAK, wardAt, wardOf, wardPeak } from './ward-limit';

describe('the transient after a change of rate', () => {
  it.each([
    [10, 0.029, 0.838],
    [2, 0.251, 0.6],
  ])('has a share that rises, after a load of %f, from %f to %f while the queue drains', (load, first, last) => {
    const points = transient(load, 0);
    expect(points[0]?.share).toBeCloseTo(first, 3);
    expect(points.at(-1)?.share).toBeCloseTo(last, 3);
    expect(points.at(-1)?.time).toBeCloseTo(1, 9);
  });

  it('passes through these shares after a flow of load 10 has stopped', () => {
    const points = transient(10, 0);
    const shares = [0.1, 0.3, 0.5, 0.7, 0.9].map((time) => transientShareAt(points, time) ?? Number.NaN);
    expect(shares.map((share) => share.toFixed(2))).toEqual(['0.07', '0.30', '0.58', '0.73', '0.81']);
  });

  it('is shorter when the new rate thins the old queue', () => {
    expect(transient(2, 10).at(-1)?.time).toBeCloseTo(0.6, 2);
    const surge = transient(0.5, 10);
    expect(surge.at(-1)?.time).toBeCloseTo(0.75, 2);
    expect(surge[0]?.share).toBeCloseTo(0.227, 3);
    expect(surge.at(-1)?.share).toBeLessThan(0.01);
    expect(transientShareAt(surge, 0.8)).toBeUndefined();
  });

  it('has a constant share if the rate does not change', () => {
    const points = transient(2, 2);
    const { share } = steadyStateOf(2, { kind: 'choke' });
    for (const point of points) expect(point.share).toBeCloseTo(share, 6);
  });

  it('ends at the density of the tail after a stop', () => {
    for (const load of [0.3, 1, 5])
      expect(transient(load, 0).at(-1)?.share).toBeCloseTo(tailDensity(steadyStateOf(load, { kind: 'choke' })), 6);
  });
});

describe('the numbers of packets that CHOKeD draws', () => {
  const figure = { buffer: 100, minThreshold: 40, maxThreshold: 80 };

  it('are those of Figure 3.7: 5 and 3 at 83 packets, 1 at 11 packets', () => {
    expect(rearDraws(83, figure)).toBe(5);
    expect(frontDraws(5)).toBe(3);
    expect(rearDraws(11, figure)).toBe(1);
    expect(rearDraws(100, figure)).toBe(5);
  });

  it('rise by one at queue lengths of 10, 28, 47, 65 and 83 packets', () => {
    expect(drawsPerPacket(figure)).toBeCloseTo(0.054287, 6);
    expect([1, 2, 3, 4, 5].map((draws) => firstQueueWith(draws, figure))).toEqual([10, 28, 47, 65, 83]);
    for (const [draws, queue] of [10, 28, 47, 65, 83].entries()) {
      expect(rearDraws(queue, figure)).toBe(draws + 1);
      expect(rearDraws(queue - 1, figure)).toBe(draws);
    }
  });

  it('from the front half are rounded up', () => {
    expect([1, 2, 3, 4, 5].map(frontDraws)).toEqual([1, 1, 2, 2, 3]);
  });

  it('grow with the buffer, but much less if the thresholds grow with it', () => {
    const fixed = (buffer: number): number => rearDraws(buffer, { ...figure, buffer });
    expect([fixed(300), fixed(500)]).toEqual([23, 45]);
    const scaled = (buffer: number): number =>
      rearDraws(buffer, { buffer, minThreshold: 0.4 * buffer, maxThreshold: 0.8 * buffer });
    expect([scaled(300), scaled(500)]).toEqual([8, 9]);
  });
});

describe("RED's curve", () => {
  const red = { minThreshold: 40, maxThreshold: 80, maxProbability: 0.1, isGentle: false };

  it('rises between the thresholds and jumps to 1', () => {
    expect([39, 40, 60, 79.999, 80].map((average) => baseProbability(average, red))).toEqual([
      0,
      0,
      0.05,
      expect.closeTo(0.1, 4),
      1,
    ]);
  });

  it('rises further, up to twice the upper threshold, in the gentle form', () => {
    const gentle = { ...red, isGentle: true };
    expect([80, 120, 160, 200].map((average) => baseProbability(average, gentle))).toEqual([0.1, 0.55, 1, 1]);
  });

  it('spaces drops evenly: all counts up to 1/p_b have the same probability', () => {
    const base = 0.05;
    let alive = 1;
    for (let count = 0; count < 20; count += 1) {
      const spaced = spacedProbability(base, count);
      expect(alive * spaced).toBeCloseTo(base, 9);
      alive *= 1 - spaced;
    }
    expect(alive).toBeCloseTo(0, 9);
  });

  it('gives xCHOKe a drop probability of 1 after eight hits, if it starts at 0.4 %', () => {
    expect(penaltyProbability(0.004, 8)).toBe(1);
    expect(penaltyProbability(0.004, 7)).toBeCloseTo(0.512, 9);
  });
});

describe('the bounds for every table of throughputs', () => {
  it('include a greatest Jain index: 0.048 for the values of RED that the thesis prints', () => {
    const ceiling = jainCeiling([
      { flows: 1, total: 0.75 },
      { flows: 33, total: 0.21 },
    ]);
    expect(ceiling).toBeCloseTo(0.048, 3);
    expect(ceiling).toBeLessThan(0.5357);
  });

  it('give an index that is reached only if the flows of each class are equal', () => {
    const classes = [
      { flows: 2, total: 6 },
      { flows: 3, total: 3 },
    ];
    expect(jainIndex([3, 3, 1, 1, 1])).toBeCloseTo(jainCeiling(classes), 12);
    expect(jainIndex([4, 2, 1, 1, 1])).toBeLessThan(jainCeiling(classes));
  });
});

describe('the time scales of a scene', () => {
  it('are the delays of full queues', () => {
    expect([100, 300, 500].map((packets) => drainTime(packets, 1000, 1e6))).toEqual([0.8, 2.4, 4]);
    expect(drainTime(300, 1000, 1e7)).toBeCloseTo(0.24, 12);
    expect(drainTime(80, 1000, 1e6)).toBeCloseTo(0.64, 12);
  });
});

describe('WARD', () => {
  it('has a different peak for each reading of its rule: one below and one above the published peak', () => {
    expect(PUBLISHED_PEAK).toBeCloseTo(0.1839, 4);
    expect(wardPeak(1, 'drop_pair').share).toBeCloseTo(0.1014, 4);
    // If w = 1, WARD draws two packets for every arrival. In the first reading (`drop_pair`) an arrival that matches
    // one of them is dropped with it, in the second (`admit`) it is admitted. With `admit`, the peak is close to
    // CHOKe's 1/(e + 1) = 0.2689.
    expect(wardPeak(1, 'admit').share).toBeCloseTo(0.2687, 4);
  });

  it('gives the steady state for a load, and admits every packet if no arrival is inspected', () => {
    for (const load of [0.2, 1, 5]) {
      const state = wardOf(load, 0.9, 'drop_pair');
      expect(state.load).toBeCloseTo(load, 6);
      expect(state.share).toBeLessThan(load);
    }
    expect(wardAt(1, 1e-9, 'admit').share).toBeCloseTo(0.5, 6);
  });
});

describe('SRED', () => {
  it('has the probabilities of the published table', () => {
    expect(simpleDrop(100, 0.15)).toBeCloseTo(0.022888184, 9);
    expect(simpleDrop(50, 0.15)).toBeCloseTo(0.005722046, 9);
    expect(simpleDrop(1000, 0.15)).toBe(0.15);
    expect(fullDrop(50, 0.15, true)).toBeCloseTo(0.291824, 6);
    expect(fullDrop(100, 0.15, true)).toBe(1);
  });
});

describe('REM', () => {
  it('computes the price from the probability, and the probability from the price', () => {
    expect(probabilityOf(100, 1.001)).toBeCloseTo(0.095117369, 9);
    expect(priceOf(0.1, 1.001)).toBeCloseTo(105.413187, 6);
    expect(priceOf(1, 1.001)).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  it("settles at the price at which TCP's demand equals the capacity", () => {
    const p = balancedProbability(10, 0.5, 125);
    expect((10 * Math.sqrt(1.5)) / (0.5 * Math.sqrt(p))).toBeCloseTo(125, 9);
    expect(balancedProbability(1000, 0.1, 125)).toBe(1);
  });
});

describe('xCHOKe’s penalty', () => {
  it('doubles with every hit until every arrival is dropped', () => {
    expect([0, 1, 2, 5, 6].map((hits) => penaltyProbability(0.025, hits))).toEqual([0.025, 0.05, 0.1, 0.8, 1]);
    expect([hitsUntilCertain(0.025), hitsUntilCertain(0.004), hitsUntilCertain(1)]).toEqual([6, 8, 0]);
    expect(hitsUntilCertain(0)).toBeUndefined();
  });
});

/** Jain's index over single flows. */
function jainIndex(shares: readonly number[]): number {
  const sum = shares.reduce((total, share) => total + share, 0);
  const squares = shares.reduce((total, share) => total + share * share, 0);
  return (sum * sum) / (shares.length * squares);
}
