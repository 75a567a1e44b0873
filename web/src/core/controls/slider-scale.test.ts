import { describe, expect, it } from 'vitest';
import type { SettingSpec } from '../run/run-buffer';
import { sliderScale } from './slider-scale';

const CASES: readonly (readonly [string, SettingSpec, number])[] = [
  ['a capacity', spec('integer', 1000, 1e11, true), 1e6],
  ['a rate that may be 0', spec('integer', 0, 1e11, true), 2e6],
  ['a threshold', spec('integer', 0, 10_000, true), 40],
  ['a weight', spec('real', 1e-9, 1, true), 0.02],
  ['a probability', spec('real', 0, 1, false), 0.1],
  ['a probability of 1', spec('real', 0, 1, false), 1],
  ['a delay', spec('real', 0, 10, false), 0.01],
  ['a count of 0', spec('integer', 0, 10_000, true), 0],
];

describe.each(CASES)('the slider of %s', (_, setting, baseline) => {
  const allowed = setting.kind.kind === 'integer' || setting.kind.kind === 'real' ? setting.kind : { min: 0, max: 0 };

  it('starts at the initial value of the scene', () => {
    const scale = sliderScale(setting, baseline, baseline);
    expect(scale).toBeDefined();
    const back = scale?.valueAt(scale.positionOf(baseline)) ?? Number.NaN;
    expect(Math.abs(back - baseline)).toBeLessThanOrEqual(0.02 * Math.max(baseline, 0.0001));
  });

  it('stays within the allowed range, with greater values at higher positions', () => {
    const scale = sliderScale(setting, baseline, baseline);
    if (scale === undefined) return expect.unreachable();
    let before = Number.NEGATIVE_INFINITY;
    for (let position = 0; position <= scale.positions; position += 1) {
      const value = scale.valueAt(position);
      expect(value).toBeGreaterThanOrEqual(Math.max(before, allowed.min));
      expect(value).toBeLessThanOrEqual(allowed.max);
      if (setting.kind.kind === 'integer') expect(Number.isInteger(value)).toBe(true);
      before = value;
    }
    expect(scale.positions).toBeGreaterThan(5);
  });

  it('can reach a typed value outside of the usual range', () => {
    const far = Math.min(allowed.max, baseline * 700 + 5);
    const scale = sliderScale(setting, baseline, far);
    expect(scale?.positionOf(far)).toBeGreaterThan(0);
    expect(scale?.valueAt(scale.positions)).toBeGreaterThanOrEqual(far * 0.99);
  });
});

it('does not exist for a seed or for a choice', () => {
  expect(sliderScale(spec('integer', 0, 2 ** 53 - 1, false), 7, 7)).toBeUndefined();
  expect(sliderScale({ ...spec('real', 0, 1, false), kind: { kind: 'switch' } }, 0, 0)).toBeUndefined();
});

it('allows a rate of 0', () => {
  const scale = sliderScale(spec('integer', 0, 1e11, true), 2e6, 2e6);
  expect(scale?.valueAt(0)).toBe(0);
  expect(scale?.positionOf(0)).toBe(0);
});

function spec(kind: 'integer' | 'real', min: number, max: number, is_logarithmic: boolean): SettingSpec {
  return {
    id: 'x',
    name: 'x',
    symbol: '',
    unit: '',
    kind: { kind, min, max },
    default: 1,
    meaning: '',
    is_logarithmic,
    is_on_ruler: false,
    is_advanced: false,
  };
}
