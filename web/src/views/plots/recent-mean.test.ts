import { sum } from 'd3-array';
import { describe, expect, it } from 'vitest';
import { RECENT_S } from '../../base/figure-words';
import { RunBuffer } from '../../run/run-buffer';
import { CATALOG, testEngine } from '../../testing/engine';
import { SMALL_SCENE } from '../../testing/small-scene';
import { trailingMean } from './columns';

describe('the moving mean of the header', () => {
  it('is taken over as long as the page says: the plot over the same time says the same', async () => {
    const engine = await testEngine();
    const run = new RunBuffer(CATALOG, await engine.open(SMALL_SCENE));
    run.append(await engine.advance(12, 10_000));
    engine.close();
    const { series, latest, facts } = run;
    const udp = sum(latest.flows.recent_bps.filter((_, row) => facts.flows[row]?.class === 'udp'));
    const column = series.class_bps[facts.classes.indexOf('udp')] as Float64Array;
    const mean = (window_s: number): number => trailingMean(series, column.slice(), window_s)[series.length - 1] ?? 0;
    expect(udp / mean(RECENT_S)).toBeCloseTo(1, 2);
    // It would be noticed.
    for (const other_s of [RECENT_S / 2, RECENT_S * 1.5])
      expect(Math.abs(udp / mean(other_s) - 1)).toBeGreaterThan(0.02);
  });
});
