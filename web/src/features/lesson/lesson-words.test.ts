import { describe, expect, it } from 'vitest';
import type { Part } from '../../core/lesson/lesson';
import { waitsForAnswer } from './lesson-words';

const part = (kind: Part['kind'], id = 'q'): Part => ({ kind, id }) as unknown as Part;
const STEP = [part('text'), part('predict'), part('run'), part('reveal'), part('text'), part('look'), part('text')];

function waiting(
  parts: readonly Part[],
  truths: Readonly<Record<string, unknown>>,
  solved: readonly string[],
): number[] {
  const answers = { truths, solved } as Parameters<typeof waitsForAnswer>[2];
  return parts.flatMap((_, at) => (waitsForAnswer(parts, at, answers) ? [at] : []));
}

describe('the parts of a step after a question', () => {
  it('are hidden until the answer is compared', () => {
    expect(waiting(STEP, {}, [])).toEqual([4, 6]);
    expect(waiting(STEP, { q: { kind: 'values' } }, [])).toEqual([]);
    expect(waiting(STEP, { other: { kind: 'values' } }, [])).toEqual([4, 6]);
  });

  it('are also hidden after a task until it is solved', () => {
    for (const kind of ['do', 'write'] as const) {
      const step = [part('text'), part(kind), part('text'), part('predict', 'next'), part('text')];
      expect(waiting(step, {}, [])).toEqual([2]);
      expect(waiting(step, {}, ['q'])).toEqual([]);
    }
  });
});
