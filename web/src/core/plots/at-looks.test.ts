import { describe, expect, it } from 'vitest';
import { alone, plotSource, VIEW } from '../../testing/plot-source';
import { GaugeTrail } from '../run/gauge-trail';
import { CONTROL } from './control';
import type { PlotSource } from './plot-display';
import { UDP_PART } from './udp-part';

const GAUGES = ['rate', 'capacity', 'active', 'worst'].map((id) => ({
  id,
  symbol: '',
  unit: '',
  meaning: `its ${id}`,
}));

/**
 * A run whose arrival rate is twice the capacity. Every second the drop probability grows by 0.01, and the queue gains
 * one UDP packet.
 */
function looked(): PlotSource {
  const source = plotSource();
  const trail = new GaugeTrail(GAUGES.length);
  for (let at_s = 1; at_s <= 42; at_s += 1) trail.append(at_s, Float64Array.of(2e6, 1e6, 34, at_s / 100), 50, at_s);
  return { ...source, about: { ...source.about, gauges: GAUGES }, trail };
}

describe('a plot of values that are known only when the page reads them', () => {
  it('shows the probability and the arrival rate, as a share of the capacity', () => {
    const lanes = alone(looked());
    expect(CONTROL.appliesTo?.(lanes)).toBe(true);
    const { reading, labels, lines, dots, reached } = CONTROL.display(lanes, { ...VIEW, chosen: 20.5 });
    expect(reading).toBe('At 20.50\u00a0s: worst 0.2, arrival rate 2.000 times the capacity.');
    expect(labels.map(({ name, value }) => `${name} ${value}`)).toEqual(['worst 0.2', 'r/C 2.000']);
    expect(reached).toBeGreaterThanOrEqual(2);
    // The longest queue belongs to different flows over time, so no line connects the dots.
    expect([lines.length, dots[0]?.length]).toEqual([1, 42]);
    expect(CONTROL.saved(lanes, 50).rows[19]).toEqual(['CHOKeD', 20, 0.2, 2]);
    expect(CONTROL.table(lanes, 50).rows.at(-1)).toEqual(['42.000', '0.42', '2']);
  });

  it('does not exist for a discipline that measures no rate', () => {
    expect(CONTROL.appliesTo?.(alone(plotSource()))).toBe(false);
  });

  it('includes the share of the queue that belongs to UDP', () => {
    const lanes = alone(looked());
    const { reading, aside } = UDP_PART.display(lanes, { ...VIEW, chosen: 20.5 });
    expect([reading, aside]).toEqual(['At 20.50\u00a0s: UDP has 20 of 50 packets.', '40\u00a0%']);
    expect(UDP_PART.saved(lanes, 50).rows[19]).toEqual(['CHOKeD', 20, 20, 50]);
    expect(UDP_PART.display(alone(plotSource()), VIEW).reading).toContain('no data');
  });
});
