import { describe, expect, it } from 'vitest';
import { chosenPlot, plotBeside, usualPlot } from './chosen-plot';
import type { PlotDefinition } from './definition';
import type { PlotLanes } from './plot-lanes';

describe('the plot that is shown alone', () => {
  const plots = ['windows', 'throughput', 'queue'].map((id) => ({ id }) as PlotDefinition);

  it('is the chosen plot if it applies, otherwise the usual one, otherwise the first', () => {
    expect(chosenPlot(plots, 'queue', 'throughput')?.id).toBe('queue');
    expect(chosenPlot(plots, 'hits', 'throughput')?.id).toBe('throughput');
    expect(chosenPlot(plots.slice(2), undefined, 'throughput')?.id).toBe('queue');
    expect(chosenPlot([], undefined, 'throughput')).toBeUndefined();
  });

  it('can be changed to the next or the previous one, in a circle', () => {
    expect(plotBeside(plots, undefined, 'throughput', 1)).toBe('queue');
    expect(plotBeside(plots, 'queue', 'throughput', 1)).toBe('windows');
    expect(plotBeside(plots, 'windows', 'throughput', -1)).toBe('queue');
  });

  it('is usually the throughput, but not of TCP flows alone, which fill the link together', () => {
    const usual = (classes: readonly string[], counts: readonly number[]) => {
      const scenario = { flows: counts.map((count) => ({ count })) };
      return usualPlot({ focus: { source: { facts: { classes, scenario } } } } as unknown as PlotLanes);
    };
    expect(usual(['tcp', 'udp'], [1, 33])).toBe('throughput');
    expect(usual(['udp'], [5, 5])).toBe('throughput');
    expect(usual(['tcp'], [1, 1])).toBe('flows');
    expect(usual(['tcp'], [20, 0])).toBe('queue');
  });
});
