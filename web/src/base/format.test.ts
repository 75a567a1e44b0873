import { describe, expect, it } from 'vitest';
import { formatFixed, formatNumber, formatTime, formatValue, parseNumber } from './format';

describe('the format of values', () => {
  it('chooses the prefix that suits a bit rate', () => {
    expect(formatValue(2_000_000, 'bit/s')).toBe('2\u00a0Mb/s');
    expect(formatValue(29_412, 'bit/s', 3)).toBe('29.4\u00a0kb/s');
    expect(formatValue(100_000_000, 'bit/s')).toBe('100\u00a0Mb/s');
  });

  it('shows short times in milliseconds and zero in seconds', () => {
    expect(formatValue(0.01, 's')).toBe('10\u00a0ms');
    expect(formatValue(0.0005, 's')).toBe('500\u00a0µs');
    expect(formatValue(0, 's')).toBe('0\u00a0s');
  });

  it('omits trailing zeros of decimals, but keeps the zeros of whole numbers', () => {
    expect(formatNumber(0.02)).toBe('0.02');
    expect(formatNumber(100)).toBe('100');
    expect(formatNumber(120.0001)).toBe('120');
    expect(formatNumber(-3.5)).toBe('\u22123.5');
  });

  it('never prints NaN', () => {
    expect(formatNumber(Number.NaN)).toBe('–');
    expect(formatFixed(Number.NaN, 2)).toBe('–');
  });

  it('gives the clock the same width in every frame', () => {
    expect(formatTime(42.3)).toBe('42.300\u00a0s');
  });
});

describe('the reader of typed numbers', () => {
  it('accepts the usual ways to type a number', () => {
    expect(parseNumber(' 2.5 ')).toBe(2.5);
    expect(parseNumber('2,5')).toBe(2.5);
    expect(parseNumber('1 000 000')).toBe(1_000_000);
    expect(parseNumber('1e-3')).toBe(0.001);
    expect(parseNumber('\u22124')).toBe(-4);
  });

  it('refuses text that is not a number', () => {
    for (const text of ['', 'abc', '1.2.3', '0x10', 'Infinity', '--1', '1e999'])
      expect(parseNumber(text)).toBeUndefined();
  });
});
