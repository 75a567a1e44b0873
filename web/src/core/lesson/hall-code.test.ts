import { describe, expect, it } from 'vitest';
import { questionFingerprint, readCode, seedOf, valueError, valueOfStep, valueStep, writeCode } from './hall-code';

const SHARE = { from: 0, to: 1 };
const QUESTION = questionFingerprint('hall.1.udp_utilization.choke/first-choke');
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODES = Array.from({ length: 200 }, (_, place) => {
  const random = Math.imul(place + 1, 0x9e3779b1) >>> 0;
  const value = (random % 1_000) / 700;
  const prediction = place % 5 === 0 ? undefined : (random % 101) / 100;
  const answer = { seed: seedOf(random), prediction, step: valueStep(value, SHARE) };
  return { answer, value, code: writeCode(answer, QUESTION, SHARE) };
});

function seen(code: string): string {
  const read = readCode(code, QUESTION, SHARE);
  return read.kind === 'refused' ? read.why : 'an answer';
}

describe('the code of an answer', () => {
  it('contains the seed, the prediction and the value', () => {
    for (const { code, answer, value } of CODES) {
      const read = readCode(code, QUESTION, SHARE);
      if (read.kind === 'refused') throw new Error(`${code}: ${read.why}`);
      expect(read.answer).toMatchObject({ seed: answer.seed, step: answer.step });
      if (answer.prediction === undefined) expect(read.answer.prediction).toBeUndefined();
      else expect(read.answer.prediction).toBeCloseTo(answer.prediction, 12);
      expect(Math.abs(valueOfStep(read.answer.step, SHARE) - value)).toBeLessThanOrEqual(valueError(SHARE));
    }
  });

  it('has four groups of four characters', () => {
    for (const { code } of CODES) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  });

  it('can be typed in any case, with other gaps, and with O for 0 and I or L for 1', () => {
    for (const { code } of CODES.slice(0, 20)) {
      const sloppy = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replace('1', 'i').replaceAll('1', 'l')} `;
      expect(seen(sloppy)).toBe('an answer');
    }
  });

  it('is refused if any one character is wrong, or if any two neighbours are swapped', () => {
    for (const { code } of CODES) {
      const letters = code.replaceAll('-', '');
      for (const [place, letter] of [...letters].entries()) {
        for (const other of ALPHABET)
          if (other !== letter) {
            const slip = letters.slice(0, place) + other + letters.slice(place + 1);
            expect(seen(slip), slip).toMatch(/character is wrong/);
          }
        const next = letters[place + 1];
        if (next === undefined || next === letter) continue;
        const swapped = letters.slice(0, place) + next + letter + letters.slice(place + 2);
        expect(seen(swapped), swapped).toMatch(/character is wrong/);
      }
    }
  });

  it('is reported if it belongs to another question', () => {
    const other = writeCode(
      { seed: seedOf(1), prediction: 0.5, step: 3 },
      questionFingerprint('hall.1.jain_index.red/x'),
      SHARE,
    );
    expect(seen(other)).toBe('This code belongs to another question.');
  });

  it('is refused with the reason if it is invalid', () => {
    expect(seen('')).toBe('A code has 16 characters in groups of 4; this one has 0.');
    expect(seen('0000-0000-0000-000')).toContain('this one has 15');
    expect(seen('0000-0000-0000-000U')).toContain('No code contains “U”');
  });
});

describe('a value in the code of an answer', () => {
  it('has a precision of less than a pixel of the widest histogram, and may be far beyond the scale', () => {
    const widest_px = 3840;
    expect(2 * valueError(SHARE)).toBeLessThan(1 / widest_px);
    for (const value of [-0.9, 0, 0.5, 1, 6.9])
      expect(Math.abs(valueOfStep(valueStep(value, SHARE), SHARE) - value)).toBeLessThanOrEqual(valueError(SHARE));
    expect(valueStep(1e9, SHARE)).toBe(valueStep(8, SHARE));
  });
});

describe('the seed of a phone', () => {
  it('is above the seeds that the lab uses, and the engine accepts it', () => {
    for (const random of [0, 1, 0x7fffffff, 0xffffffff]) {
      expect(seedOf(random)).toBeGreaterThan(10_000);
      expect(seedOf(random)).toBeLessThan(2 ** 53);
    }
    expect(seedOf(0xffffffff) - seedOf(0)).toBe(2 ** 24 - 1);
  });
});
