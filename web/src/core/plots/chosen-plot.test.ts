import { describe, expect, it } from 'vitest';
import { chosenPlot, plotBeside } from './chosen-plot';
import type { PlotDefinition } from './definition';

describe('the plot that is shown alone', () => {
  const plots = ['windows', 'throughput', 'queue'].map((id) => ({ id }) as PlotDefinition);

  it('is the chosen plot if it applies, otherwise the throughput, otherwise the first plot', () => {
    expect(chosenPlot(plots, 'queue')?.id).toBe('queue');
    expect(chosenPlot(plots, 'hits')?.id).toBe('throughput');
    expect(chosenPlot(plots.slice(2), undefined)?.id).toBe('queue');
    expect(chosenPlot([], undefined)).toBeUndefined();
  });

  it('can be changed to the next or the previous one, in a circle', () => {
    expect(plotBeside(plots, undefined, 1)).toBe('queue');
    expect(plotBeside(plots, 'queue', 1)).toBe('windows');
    expect(plotBeside(plots, 'windows', -1)).toBe('queue');
  });
});
