import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hurstOf, spreadOverScales } from '../../base/theory/scales';
import type { Scenario } from '../../core/border/scenario';
import { testEngine } from '../../testing/engine';
import { countArrivals } from './arrivals';

function sceneOf(id: string): Scenario {
  const text = readFileSync(new URL(`../../../../presets/${id}.json`, import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly scenario: Scenario }).scenario;
}

async function countsOf(scenario: Scenario): Promise<Float64Array> {
  const arrivals = await countArrivals(scenario, () => testEngine(), new AbortController().signal);
  return arrivals?.counts ?? new Float64Array(0);
}

describe('the arrivals of a scene', () => {
  it('are all packets of its sources, in their slots', async () => {
    const scene = { ...sceneOf('variants-self-10'), duration_s: 5, measured_from_s: 0 };
    const counts = await countsOf(scene);
    const engine = await testEngine();
    await engine.open(scene, 5, 0);
    const { flows } = (await engine.result()) as { readonly flows: readonly { readonly sent_packets: number }[] };
    engine.close();
    expect(counts.length).toBe(5000);
    expect(counts.reduce((sum, count) => sum + count)).toBe(flows.reduce((sum, flow) => sum + flow.sent_packets, 0));
    // Each of ten sources sends at most one packet in a slot.
    expect(Math.max(...counts)).toBeLessThanOrEqual(10);
    expect(Math.max(...counts)).toBeGreaterThan(2);
  });

  it('have the Hurst parameter that the source declares, and one half for independent slots', async () => {
    // The engine's own test counts seven times as many slots and allows ± 0.03. With only 200,000 slots, this test
    // allows ± 0.05.
    for (const seed of [1, 2, 3]) {
      const self = spreadOverScales(await countsOf({ ...sceneOf('variants-self-10'), seed }));
      const independent = spreadOverScales(await countsOf({ ...sceneOf('variants-geo-10'), seed }));
      expect(Math.abs((hurstOf(self) ?? Number.NaN) - 0.8)).toBeLessThan(0.05);
      expect(Math.abs((hurstOf(independent) ?? Number.NaN) - 0.5)).toBeLessThan(0.05);
    }
  });

  it('are not returned if the count is cancelled', async () => {
    const stopping = new AbortController();
    stopping.abort();
    expect(await countArrivals(sceneOf('variants-geo-5'), () => testEngine(), stopping.signal)).toBeUndefined();
  });
});
