import { describe, expect, it } from 'vitest';
import type { Part } from '../../core/lesson/lesson';
import { firstPart, partBeside, slideAt, slidesOf } from './slides';

/** A text of more than one paragraph. */
const LONG = [{ kind: 'rule' }, { kind: 'rule' }] as const;

const parts = (...kinds: Part['kind'][]): readonly Part[] =>
  kinds.map((kind) => ({ kind, ...(kind === 'text' && { blocks: LONG }) }) as Part);

describe('the slides of a step', () => {
  it('keep an action with its text, and give questions, answers and tasks slides of their own', () => {
    const step = parts('text', 'look', 'predict', 'run', 'reveal', 'text', 'why', 'text', 'do');
    expect(slidesOf(step)).toEqual([
      { from: 0, to: 2 },
      { from: 2, to: 3 },
      { from: 3, to: 4 },
      { from: 4, to: 5 },
      { from: 5, to: 7 },
      { from: 7, to: 8 },
      { from: 8, to: 9 },
    ]);
    expect(slideAt(step, 6)).toEqual({ from: 5, to: 7 });
    expect(slideAt([], 0)).toEqual({ from: 0, to: 0 });
  });

  it('keep a single paragraph with the question after it', () => {
    const short: Part = { kind: 'text', blocks: [{ kind: 'rule' }] };
    expect(slidesOf([short, ...parts('predict', 'run')])).toEqual([
      { from: 0, to: 2 },
      { from: 2, to: 3 },
    ]);
  });

  it('are visited part by part, and a text is shown together with the part after it', () => {
    const step = parts('text', 'look', 'run', 'predict', 'text', 'look');
    expect(firstPart(step)).toBe(1);
    expect(partBeside(step, 1, 1)).toBe(2);
    expect(partBeside(step, 2, 1)).toBe(3);
    expect(partBeside(step, 3, 1)).toBe(5);
    expect(partBeside(step, 5, 1)).toBeUndefined();
    expect(partBeside(step, 5, -1)).toBe(3);
    expect(partBeside(step, 3, -1)).toBe(1);
    expect(partBeside(step, 1, -1)).toBeUndefined();
  });

  it('act only on a key: a step that starts with a decision goes there with the next press', () => {
    const step = parts('why', 'text');
    expect(firstPart(step)).toBe(-1);
    expect(slideAt(step, -1)).toEqual({ from: 0, to: 1 });
    expect(partBeside(step, -1, 1)).toBe(0);
    expect(partBeside(step, -1, -1)).toBeUndefined();
  });
});
