import { describe, expect, it } from 'vitest';
import { FixtureRun, mixedQueue } from './fixtures';
import { LEAST_WAIT_S, labelInWords, labelOnPacket, shadeScale, shareOf } from './shades';

describe('the colours for waiting times on the stage', () => {
  const queue = mixedQueue(3);
  const since_s = new FixtureRun(queue).latest.scalars.now_s;
  const run = new FixtureRun(queue.map((packet, place) => ({ ...packet, arrived_s: since_s - 0.1 * (3 - place) })));

  it('have a scale that grows in round steps and never shrinks', () => {
    expect(shadeScale(new FixtureRun([]), 'wait', LEAST_WAIT_S)).toBe(LEAST_WAIT_S);
    const scale_s = shadeScale(run, 'wait', LEAST_WAIT_S);
    expect(scale_s).toBeGreaterThanOrEqual(0.3);
    expect(scale_s).toBeLessThan(0.6);
    expect(shadeScale(run, 'wait', 2)).toBe(2);
    run.wait(0.5);
    expect(shadeScale(run, 'wait', scale_s)).toBeGreaterThan(scale_s);
  });

  it('are shares of the scale, limited to its ends', () => {
    const { now_s } = run.latest.scalars;
    const share = (waited_s: number) =>
      shareOf(run, { arrived_s: now_s - waited_s, label: undefined }, { what: 'wait', scale: 0.5 });
    expect(share(0.25)).toBeCloseTo(0.5, 9);
    expect(share(3)).toBe(1);
    expect(share(-1)).toBe(0);
    expect(shareOf(run, { arrived_s: now_s, label: undefined }, undefined)).toBeUndefined();
  });
});

describe('the labels on packets', () => {
  const labelled = new FixtureRun(mixedQueue(4).map((packet, place) => ({ ...packet, label: 100_000 * (place + 1) })));

  it('have their own scale', () => {
    expect(shadeScale(labelled, 'label', 0)).toBeGreaterThanOrEqual(400_000);
    expect(shareOf(labelled, { arrived_s: 0, label: 100_000 }, { what: 'label', scale: 400_000 })).toBe(0.25);
  });

  it('leave the colour of the flow if there are none', () => {
    expect(shareOf(labelled, { arrived_s: 0, label: undefined }, { what: 'label', scale: 1 })).toBeUndefined();
  });

  it('are short on the packet and complete in the note', () => {
    const label = { id: 'label', symbol: 'r_i', unit: 'bit/s', meaning: '' };
    expect(labelOnPacket(254_000, 'bit/s')).toBe('0.25');
    expect(labelOnPacket(12.345, '')).toBe('12.3');
    expect(labelInWords(label, 254_000)).toBe('label 0.254\u00a0Mb/s');
  });
});
