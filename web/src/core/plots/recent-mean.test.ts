import { sum } from 'd3-array';
import { describe, expect, it } from 'vitest';
import { CATALOG, testEngine } from '../../testing/engine';
import { SMALL_SCENE } from '../../testing/small-scene';
import { RECENT_S } from '../../ui/figure-words';
import { RunBuffer } from '../run/run-buffer';
import { trailingMean } from './columns';

describe('the moving mean in the header of a lane', () => {
  it('covers the stated time, so that the plot over the same time shows the same value', async () => {
    const engine = await testEngine();
    const run = new RunBuffer(CATALOG, await engine.open(SMALL_SCENE));
    run.append(await engine.advance(11, 10_000));
    engine.close();
    const { series, latest, facts } = run;
    const udp = sum(latest.flows.recent_bps.filter((_, row) => facts.flows[row]?.class === 'udp'));
    const column = series.class_bps[facts.classes.indexOf('udp')] as Float64Array;
    const mean = (window_s: number): number => trailingMean(series, column.slice(), window_s)[series.length - 1] ?? 0;
    // The engine moves the window of its mean in steps, and the plot does not. A packet at either end may therefore
    // count in only one of the two means.
    const packet = (8 * 1000) / RECENT_S;
    expect(Math.abs(udp - mean(RECENT_S))).toBeLessThan(1.5 * packet);
    // The mean of UDP's rate over a window longer than `RECENT_S` would be clearly larger, because the rate was high in
    // the first second.
    expect(mean(RECENT_S * 1.1) - udp).toBeGreaterThan(5 * packet);
  });
});
