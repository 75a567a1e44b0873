import { describe, expect, it } from 'vitest';
import { PAGE_ROWS } from '../../base/numbers';
import { alone, plotSource, sideBySide, VIEW } from '../../testing/plot-source';
import { quantile } from './flow-places';
import { FLOWS, flowsPlot } from './flows';
import { drawsCandidates, HITS, hitsReach } from './hits';

describe('the plot of the places of matching draws', () => {
  const view = { ...VIEW, reached: 10 };

  it('shows the share of each place, with different colours for the two halves of the queue', () => {
    const display = HITS.display(alone(plotSource()), view);
    expect(display.bars.map(({ colour, length }) => [colour, length])).toEqual([
      ['rear', 10],
      ['front', 10],
    ]);
    expect(display.grounds).toHaveLength(2);
    // The counts 40, 38, … 2 sum to 420 matches, of which 310 are in the rear half.
    expect(display.labels.map(({ name, value }) => `${name} ${value}`)).toEqual(['rear 74\u00a0%', 'front 26\u00a0%']);
    expect(display.reading).toBe('420 matches in 2\u202f000 draws, 74 % of them in the rear half of the queue.');
  });

  it('has one colour if the discipline does not distinguish the halves', () => {
    const source = plotSource();
    const display = HITS.display(alone({ ...source, about: { ...source.about, view: 'fifo' } }), view);
    expect(display.bars.map(({ colour }) => colour)).toEqual(['match']);
    expect(display.grounds).toEqual([]);
  });

  it('gives the numbers for the place under the pointer', () => {
    const source = plotSource();
    const display = HITS.display(alone(source), { ...view, chosen: 3 });
    expect(display.cursor?.text).toBe('15–20\u00a0%');
    expect(display.aside).toBe('34 of 100 draws');
    expect(display.pick(display.axes.region.right, 0)).toBe(19);
  });

  it('is shown only for disciplines that draw, and does not jump with the first matches', () => {
    const source = plotSource();
    const none = { draws: new Float64Array(20), matches: new Float64Array(20) };
    const red = {
      ...source,
      about: { ...source.about, reasons: ['early', 'forced', 'overflow'] },
      latest: { ...source.latest, hits: none },
    };
    expect(drawsCandidates(source)).toBe(true);
    expect(drawsCandidates(red)).toBe(false);
    const one = { ...none, matches: none.matches.map((_, part) => (part === 0 ? 1 : 0)) };
    expect(hitsReach({ ...source, latest: { ...source.latest, hits: one } })).toBe(10);
    expect(hitsReach(source)).toBe(10);
    expect(HITS.display(alone({ ...source, latest: { ...source.latest, hits: none } }), view).reading).toContain(
      'No match yet',
    );
  });
});

describe('the plot of many flows', () => {
  it('shows one swarm for each lane within its column, with a band for the middle 80 %', () => {
    const lanes = sideBySide(plotSource({ tcpFlows: 299 }), plotSource({ tcpFlows: 299 }));
    const display = flowsPlot(lanes, { ...VIEW, width: 400 });
    expect(display.isSwarm).toBe(true);
    expect(display.areas.map(({ colour }) => colour)).toEqual(['lane0', 'lane1']);
    const [first, second] = display.places;
    expect(Math.max(...(first?.x ?? []))).toBeLessThan(Math.min(...(second?.x ?? [])));
    for (const { x, left, right } of display.places)
      for (const at of x) {
        expect(at).toBeGreaterThanOrEqual(left);
        expect(at).toBeLessThanOrEqual(right);
      }
    // No two dots of a lane have the same position.
    expect(new Set(Array.from(first?.x ?? [], (at, row) => `${at} ${first?.y[row]}`)).size).toBeGreaterThan(250);
  });

  it('chooses the flow with the nearest dot', () => {
    const display = flowsPlot(alone(plotSource({ tcpFlows: 299 })), { ...VIEW, width: 400 });
    const [places] = display.places;
    expect(display.pick(places?.x[120] ?? 0, places?.y[120] ?? 0)).toBe(120);
  });

  it('shows the values of a flow in all lanes, and without a pointer those of the unresponsive flow', () => {
    const lanes = sideBySide(plotSource(), plotSource());
    const texts = (flow: number | undefined): string[] =>
      flowsPlot(lanes, { ...VIEW, width: 400, chosen: flow }).notes.map(({ text }) => text);
    expect(texts(undefined)).toEqual(['UDP flow 1', '0.147', '0.147']);
    expect(texts(5)).toEqual(['TCP flow 6', '0.031', '0.031']);
    expect(flowsPlot(lanes, { ...VIEW, width: 400, chosen: 5 }).rings).toHaveLength(2);
  });

  it('shows thousands of flows with shared dots, and each unresponsive flow with a dot of its own', () => {
    const source = plotSource({ tcpFlows: 19_999 });
    const display = flowsPlot(alone(source), { ...VIEW, width: 400 });
    const drawn = display.dots.reduce((sum, { length }) => sum + length, 0);
    expect(drawn).toBeLessThan(2000);
    expect(drawn).toBeGreaterThan(50);
    const words = display.axes.xTicks.map(({ text }) => text).join();
    const perDot = Number(/one dot for (\d+) flows/.exec(words)?.[1]);
    expect(perDot * drawn).toBeGreaterThanOrEqual(20_000);
    expect(display.dots.filter(({ colour }) => colour === 'unresponsive').map(({ length }) => length)).toEqual([1]);
    // In each layer, no two dots are closer than the radius of a dot.
    for (const { x, y, radius, shape } of display.dots) {
      if (shape !== 'disc') continue;
      const places = new Set(Array.from(x, (at, dot) => `${Math.round(at / radius)} ${y[dot]}`));
      expect(places.size).toBe(x.length);
    }
    // Each flow can still be chosen by its position.
    const [places] = display.places;
    const found = display.pick(places?.x[12_345] ?? 0, places?.y[12_345] ?? 0) ?? -1;
    expect([places?.x[found], places?.y[found]]).toEqual([places?.x[12_345], places?.y[12_345]]);
  });

  it('lists the flows in pages', () => {
    const lanes = alone(plotSource({ tcpFlows: 19_999 }));
    const page = FLOWS.table(lanes, 50, 12_345);
    expect(page.rows).toHaveLength(PAGE_ROWS);
    expect(page.rows[0]?.[0]).toBe('12346');
    expect(page.part).toEqual({ of: 'Flow', first: 12_345, total: 20_000 });
    expect(FLOWS.table(lanes, 50, 19_999).rows.at(-1)?.[0]).toBe('20000');
    expect(FLOWS.table(alone(plotSource()), 50).part).toBeUndefined();
  });

  it('has quantiles that lie between the values', () => {
    const sorted = Float64Array.of(1, 2, 3, 4, 5);
    expect([0, 0.1, 0.5, 1].map((part) => quantile(sorted, part))).toEqual([1, 1.4, 3, 5]);
  });
});
