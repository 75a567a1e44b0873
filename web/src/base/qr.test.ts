import { describe, expect, it } from 'vitest';
import { qrOf } from './qr';

describe('a QR code', () => {
  it('has the smallest version that fits the length of the text', () => {
    // ISO/IEC 18004, table 7, level M, bytes: version 1 holds 14 bytes, version 10 holds 213, version 40 holds 2331.
    expect(qrOf('a'.repeat(14))?.version).toBe(1);
    expect(qrOf('a'.repeat(15))?.version).toBe(2);
    expect(qrOf('a'.repeat(213))?.version).toBe(10);
    expect(qrOf('a'.repeat(214))?.version).toBe(11);
    expect(qrOf('a'.repeat(2331))?.version).toBe(40);
  });

  it('does not exist for a text that is too long', () => {
    expect(qrOf('a'.repeat(2332))).toBeUndefined();
  });

  it('has a margin of four white modules', () => {
    const { modules = [] } = qrOf('https://example.org/') ?? {};
    expect(modules.slice(0, 4).flat()).not.toContain(true);
    expect(modules.slice(-4).flat()).not.toContain(true);
    expect(modules.every((row) => !row.slice(0, 4).includes(true) && !row.slice(-4).includes(true))).toBe(true);
    expect(modules[4]?.[4]).toBe(true);
  });
});
