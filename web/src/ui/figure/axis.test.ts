import { describe, expect, it } from 'vitest';
import { axisRules, axisTexts, everyWithRoom, keptApart, textInside, ticksOn, withUnit } from './axis';
import { along, partOf, scaleOver } from './scale';

describe('the scale of an axis', () => {
  it.each(['linear', 'log', 'root'] as const)('converts values to positions and back: %s', (scale) => {
    const up = scaleOver({ from: 0.5, to: 20, scale }, 200, 10);
    for (const value of [0.5, 3, 20]) expect(up.toValue(up.toPixel(value))).toBeCloseTo(value, 9);
    expect([up.toPixel(0.5), up.toPixel(20)]).toEqual([200, 10]);
  });

  it('continues beyond its ends, or puts values beyond them at the ends', () => {
    const domain = { from: 0, to: 10 };
    expect(scaleOver(domain, 0, 100).toPixel(12)).toBe(120);
    expect(scaleOver(domain, 0, 100, { isClamped: true }).toPixel(12)).toBe(100);
    expect([partOf(domain, -3), along(domain, 0.25)]).toEqual([0, 2.5]);
  });

  it('has all values at its start if it has no length', () => {
    expect(scaleOver({ from: 3, to: 3 }, 20, 80).toPixel(3)).toBe(20);
    expect(scaleOver({ from: 3, to: 3, scale: 'log' }, 20, 80).toPixel(3)).toBe(20);
  });
});

describe('the ticks of an axis', () => {
  it('are as many as fit, with the caller’s texts', () => {
    const scale = scaleOver({ from: 0, to: 2e6 }, 0, 200);
    expect(ticksOn(scale, 50, { text: (value) => `${value / 1e6}` })).toEqual(
      [0, 0.5, 1, 1.5, 2].map((value) => ({ at: value * 100, text: String(value) })),
    );
    expect(ticksOn(scale, 100)).toHaveLength(3);
  });

  it('are powers of ten on a logarithmic scale', () => {
    const scale = scaleOver({ from: 1, to: 1000, scale: 'log' }, 0, 300);
    expect(ticksOn(scale, 75).map(({ text }) => text)).toEqual(['1', '10', '100', '1000']);
  });

  it('are left out of a list if they are too close, and the first one is kept', () => {
    const scale = scaleOver({ from: 0, to: 1, scale: 'root' }, 100, 0);
    const texts = ticksOn(scale, 40, { values: [0, 0.01, 0.05, 0.1, 0.5, 1, 2] }).map(({ text }) => text);
    expect([texts[0], texts.at(-1)]).toEqual(['0', '1']);
    expect(texts.length).toBeLessThan(6);
  });

  it('overlap neither each other nor other texts in their row', () => {
    const ticks = [0, 10, 20, 30].map((at) => ({ at, text: 'x' }));
    const kept = (room: number, taken?: [number, number][]) => keptApart(ticks, () => room, taken).map(({ at }) => at);
    expect(kept(10)).toEqual([0, 10, 20, 30]);
    expect(kept(15)).toEqual([10, 30]);
    expect(kept(10, [[17, 23]])).toEqual([0, 10, 30]);
  });

  it('are every option, every second one, and so on, for a list of options', () => {
    expect([40, 100, 1000].map((room) => everyWithRoom(10, 400, room))).toEqual([1, 3, 25]);
    expect(everyWithRoom(0, 400, 20)).toBe(1);
  });
});

describe('the texts of an axis', () => {
  it('stay inside the figure', () => {
    expect([0, 50, 100].map((at) => textInside(at, 30, 0, 100))).toEqual([15, 50, 85]);
    expect(textInside(0, 300, 0, 100)).toBe(50);
  });

  it('contain a unit only once', () => {
    expect(withUnit('UDP rate', 'Mb/s')).toBe('UDP rate [Mb/s]');
    expect(withUnit('room, in packets', 'packets')).toBe('room, in packets');
    expect(withUnit('queueing delays', 's')).toBe('queueing delays [s]');
    expect(withUnit('share', '')).toBe('share');
  });

  it('are beside the axes and below them', () => {
    const region = { left: 40, right: 140, top: 10, bottom: 90 };
    const axes = { region, xTicks: [{ at: 40, text: 'a' }], yTicks: [{ at: 90, text: 'b' }] };
    const [up, along] = axisTexts(axes, 10);
    expect([up?.text, up?.x, up?.y, up?.align]).toEqual(['b', 35, 90, 'right']);
    expect([along?.text, along?.x, along?.y, along?.align]).toEqual(['a', 40, 101, 'center']);
    expect(axisRules(axes)).toHaveLength(2);
  });
});
