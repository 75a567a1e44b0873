import { describe, expect, it } from 'vitest';
import {
  BadLessonAddress,
  builtInFragment,
  INTRODUCTION,
  keptFragment,
  LONGEST_LINK,
  ownFragment,
  packText,
  readLessonFragment,
  textFingerprint,
  unpackText,
} from './address';
import { MOST_BYTES } from './limits';

const TEXT = '---\ntitle: Größer ist nicht schneller ◆\n---\n\n## A step\n\nA text, a text, a text.\n';

describe('the address of a lesson', () => {
  it('names the lesson and the step, counted from 1', () => {
    expect(builtInFragment('full-buffer', 2)).toBe('lesson.1.full-buffer/3');
    expect(readLessonFragment('lesson.1.full-buffer/3')).toEqual({ kind: 'built-in', id: 'full-buffer', step: 2 });
    expect(builtInFragment('full-buffer', INTRODUCTION)).toBe('lesson.1.full-buffer');
    expect(readLessonFragment('lesson.1.full-buffer')).toMatchObject({ step: INTRODUCTION });
    expect(readLessonFragment(keptFragment('ab-cd-1', 0))).toEqual({ kind: 'kept', fingerprint: 'ab-cd-1', step: 0 });
  });

  it('can contain a whole text, in characters that need no escapes', async () => {
    const fragment = ownFragment(await packText(TEXT), 4);
    expect(fragment).toMatch(/^lesson\.1\.~[\w-]+\/5$/);
    const address = readLessonFragment(fragment);
    expect(address).toMatchObject({ kind: 'own', step: 4 });
    expect(await unpackText(address.kind === 'own' ? address.packed : '')).toBe(TEXT);
  });

  it.each([
    ['lesson.2.full-buffer', /newer version/],
    ['lesson.', /not the address/],
    ['lesson.1.', /damaged/],
    ['lesson.1.a b/1', /damaged/],
    ['lesson.1.<script>alert(1)</script>', /damaged/],
    ['lesson.1.full-buffer/', /step number/],
    ['lesson.1.full-buffer/0', /step number/],
    ['lesson.1.full-buffer/-1', /step number/],
    ['lesson.1.full-buffer/99999999', /step number/],
    ['lesson.1.full-buffer/2/3', /step number/],
  ])('is refused with a reason: %s', (fragment, words) => {
    expect(() => readLessonFragment(fragment)).toThrow(words);
  });

  it('opens no text if it is damaged', async () => {
    const packed = await packText(TEXT);
    let seed = 1;
    const chance = (below: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~@/.%<&';
    const outcomes = { opened: 0, refused: 0 };
    for (let round = 0; round < 500; round += 1) {
      const fragment = [...ownFragment(packed, chance(5))];
      for (let damage = chance(3); damage >= 0; damage -= 1) {
        const at = chance(fragment.length);
        const letter = letters[chance(letters.length)] ?? 'A';
        fragment.splice(at, chance(2), ...(chance(3) === 0 ? [] : [letter]));
        if (chance(8) === 0) fragment.splice(at);
      }
      try {
        const address = readLessonFragment(fragment.join(''));
        // The random damage to the address may be in the step number only, or may replace a letter by the same letter.
        // The text of the lesson is then intact.
        if (address.kind === 'own') {
          expect(await unpackText(address.packed)).toBe(TEXT);
          outcomes.opened += 1;
        }
      } catch (problem) {
        expect(problem, fragment.join('')).toBeInstanceOf(BadLessonAddress);
        outcomes.refused += 1;
      }
    }
    expect(outcomes.refused).toBeGreaterThan(350);
  });

  it('is refused if it is far too long', () => {
    expect(() => readLessonFragment(`lesson.1.~${'A'.repeat(LONGEST_LINK - 9)}`)).toThrow(/at most 8000/);
  });

  it('is refused if a few characters unpack to a thousand times as many', async () => {
    const packed = await packText('a'.repeat(4 * MOST_BYTES));
    expect(packed.length).toBeLessThan(LONGEST_LINK);
    await expect(unpackText(packed)).rejects.toThrow(/longer than a lesson/);
  });

  it('distinguishes texts by their fingerprints', () => {
    const prints = Array.from({ length: 2000 }, (_, at) => textFingerprint(`${TEXT}${at}`));
    expect(new Set(prints).size).toBe(2000);
    expect(textFingerprint(TEXT)).toBe(textFingerprint(TEXT));
    expect(textFingerprint('')).toMatch(/^[\w-]{1,80}$/);
  });
});
