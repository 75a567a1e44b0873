import { beforeEach, describe, expect, it, vi } from 'vitest';
import { INTRODUCTION, textFingerprint } from '../../core/lesson/address';
import type { Lesson, WritePart } from '../../core/lesson/lesson';
import {
  forgetProgress,
  keepText,
  keptText,
  keyOfSource,
  progressOf,
  rememberProgress,
  stepReached,
} from '../../core/lesson/lesson-progress';
import { lessonStore, NO_LESSON } from '../../core/lesson/lesson-store';
import { CHOICE, CURVE, question, SLIDER } from './fixtures';

const LESSON: Lesson = {
  ...{ title: 'A lesson', document: 'none', minutes: 5, level: 'first', learned: [], introduction: [], scenes: [] },
  steps: [SLIDER, CHOICE, CURVE].map((answer, place) => ({
    ...{ title: `Step ${place + 1}`, line: place, scene: 0, opens: false },
    parts: [question(answer, { id: answer.kind })],
  })),
};
const POINT = { mean: 0.3, halfWidth: 0.01, values: [0.29, 0.31] };
const VALUES = { kind: 'values', points: [POINT], seeds: 2 } as const;
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  lessonStore.setState(NO_LESSON);
  return rememberProgress();
});

function goThrough(): void {
  lessonStore.setState({ ...NO_LESSON, lesson: LESSON, source: { kind: 'built-in', id: 'one' } });
  lessonStore.setState({
    step: 2,
    predictions: { slider: 0.4, choice: 1, curve: [1, 2, 3] },
    truths: { slider: VALUES },
  });
}

describe('the stored progress of a lesson', () => {
  it('contains scripts of existing tasks, up to the length that the engine reads', () => {
    const write: WritePart = {
      ...{ kind: 'write', line: 1, id: 'one', task: '', hint: '', start: 'a', solution: 'b', references: [] },
      ...{ seeds: 1, lanes: [], checks: '[]', conditions: [] },
    };
    const steps = [{ title: 'One', line: 1, scene: 0, opens: false, parts: [write, { ...write, id: 'two' }] }];
    const lesson: Lesson = { ...LESSON, steps };
    lessonStore.setState({ ...NO_LESSON, lesson, source: { kind: 'built-in', id: 'one' } });
    lessonStore.setState({ scripts: { one: 'text', two: 'x'.repeat(32 * 1024 + 1), three: 'gone' }, solved: ['one'] });
    expect(progressOf('one', lesson)).toMatchObject({ scripts: { one: 'text' }, solved: ['one'] });
  });

  it('is restored when the lesson is opened again, separately for each lesson', () => {
    expect(progressOf('one', LESSON)).toBeUndefined();
    expect(stepReached('one', 3)).toBeUndefined();
    goThrough();
    expect(progressOf('one', LESSON)).toEqual({
      ...{ step: 2, predictions: { slider: 0.4, choice: 1, curve: [1, 2, 3] } },
      ...{ truths: { slider: VALUES }, solved: [], scripts: {} },
    });
    expect(stepReached('one', 3)).toBe(3);
    expect(progressOf('two', LESSON)).toBeUndefined();
  });

  it('is unchanged after leaving the lesson, and reset when the lesson is started again', () => {
    goThrough();
    lessonStore.setState(NO_LESSON);
    expect(progressOf('one', LESSON)?.step).toBe(2);
    forgetProgress('one');
    expect(progressOf('one', LESSON)).toBeUndefined();
  });

  it('does not contain the result of another experiment', () => {
    goThrough();
    const [first, ...others] = LESSON.steps;
    const changed = {
      ...LESSON,
      steps: [{ ...first, parts: [question(SLIDER, { id: 'slider', experiment: '{}' })] }, ...others],
    };
    const kept = progressOf('one', changed as Lesson);
    expect(kept?.truths).toEqual({});
    expect(kept?.predictions.slider).toBe(0.4);
  });

  it.each([
    'nonsense',
    '[]',
    'null',
    '{"step":99,"predictions":{"slider":"0.4","choice":7,"curve":[1,2],"other":1},"truths":5,"solved":"all"}',
    '{"step":-5,"predictions":[],"truths":{"slider":{"of":"x","truth":{"kind":"values","points":[{}]}}},"solved":[3]}',
    '{"step":1.5,"predictions":{"slider":null},"truths":{"slider":null}}',
  ])('is ignored if it does not fit: %s', (text) => {
    stored.set('chokepoint.lesson.one', text);
    const kept = progressOf('one', LESSON);
    if (kept !== undefined)
      expect(kept).toEqual({ step: INTRODUCTION, predictions: {}, truths: {}, solved: [], scripts: {} });
    expect(stepReached('one', 3)).toBeUndefined();
  });

  it('is identified by the text, for a lesson that the user gives', () => {
    expect(keyOfSource({ kind: 'own', text: 'a' })).not.toBe(keyOfSource({ kind: 'own', text: 'b' }));
  });

  it('exists without storage, until the page closes', () => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new Error('forbidden');
      },
      configurable: true,
    });
    expect(goThrough).not.toThrow();
    expect(progressOf('one', LESSON)).toBeUndefined();
  });
});

describe('the stored texts of long lessons', () => {
  it('can be found by their fingerprint, and are at most the latest five', () => {
    const texts = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const text of texts) keepText(text);
    expect(texts.map((text) => keptText(textFingerprint(text)))).toEqual([undefined, 'b', 'c', 'd', 'e', 'f']);
    keepText('b');
    keepText('g');
    expect(keptText(textFingerprint('b'))).toBe('b');
    expect(keptText(textFingerprint('c'))).toBeUndefined();
  });
});
