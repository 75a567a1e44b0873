/// <reference types="node" />

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FlowGroup } from '../border/scenario';
import { isSparse, type SparseFacts } from './sparse-flows';

type Interventions = SparseFacts['scenario']['interventions'];

/** Facts of a scene with a link of 1 Mb/s and these groups of flows. */
function facts(groups: readonly Partial<FlowGroup>[], interventions: Interventions = []): SparseFacts {
  const flows = groups.flatMap(({ count = 1 }) => Array.from({ length: count }, () => ({})));
  return {
    flows: flows as unknown as SparseFacts['flows'],
    fair_share_bps: 1e6 / flows.length,
    scenario: {
      flows: groups.map((group) => ({ transport: 'udp', source: 'cbr', count: 1, ...group })),
      interventions,
    } as unknown as SparseFacts['scenario'],
  };
}

const sparse = (of: SparseFacts): boolean[] => of.flows.map((_, row) => isSparse(of, row));

const TCP = { transport: 'newreno', source: 'ftp', count: 2 } as const;

describe('a sparse flow', () => {
  it('sends at most at its fair share, and does not respond to drops', () => {
    expect(sparse(facts([TCP, { rate_bps: 40_000 }, { rate_bps: 2e6 }]))).toEqual([false, false, true, false]);
    expect(sparse(facts([TCP, { rate_bps: 250_000, count: 2 }]))).toEqual([false, false, true, true]);
    expect(sparse(facts([TCP, { rate_bps: 250_001, count: 2 }]))).toEqual([false, false, false, false]);
  });

  it('never sends more, at any step of a schedule or after any change', () => {
    expect(sparse(facts([TCP, { source: 'schedule', rate_bps: 0, steps: [[4, 1.5e6]] }])).at(-1)).toBe(false);
    const change = (value: number): Interventions => [{ at_s: 3, path: 'flows.1.rate_bps', value }];
    expect(sparse(facts([TCP, { rate_bps: 40_000 }], change(2e6))).at(-1)).toBe(false);
    expect(sparse(facts([TCP, { rate_bps: 2e6 }], change(40_000))).at(-1)).toBe(false);
    expect(sparse(facts([TCP, { rate_bps: 40_000 }], change(50_000))).at(-1)).toBe(true);
  });

  it('never has a source with a random rate', () => {
    expect(sparse(facts([TCP, { source: 'geometric', rate_bps: 1, intensity: 0.01 }])).at(-1)).toBe(false);
    expect(sparse({ ...facts([TCP]), flows: [] })).toEqual([]);
  });

  it.each([
    ['character-fq-codel', [40_000, 2_000_000]],
    ['modern-bufferbloat', [80_000]],
    ['choked-model1', [2_000_000]],
  ])('is a flow with a low UDP rate in %s', (id, rates) => {
    const file = new URL(`../../../../presets/${id}.json`, import.meta.url);
    const { scenario } = JSON.parse(readFileSync(file, 'utf8'));
    const rows = scenario.flows.flatMap(({ count = 1, rate_bps }: FlowGroup) => Array(count).fill(rate_bps));
    const fair_share_bps = scenario.bottleneck.capacity_bps / rows.length;
    const of = { flows: rows, fair_share_bps, scenario } as SparseFacts;
    const udp = rows.map((_: number, row: number) => row).filter((row: number) => rates.includes(rows[row]));
    expect(udp.map((row: number) => isSparse(of, row))).toEqual(rates.map((rate) => rate < 1e6));
  });
});
