import { describe, expect, it } from 'vitest';
import type { Answer } from '../../core/lesson/lesson';
import { shapeOf } from '../../core/lesson/shape';
import type { Truth, TruthPoint } from '../../core/lesson/truth';
import { CHOICE, CURVE, SLIDER } from './fixtures';
import { judge, sliderStep } from './judge';

const SHARE = { ...SLIDER, from: 0, to: 1, unit: '1' } as Answer;

describe('the verdict on a predicted value', () => {
  const truth = values({ mean: 0.25, halfWidth: 0.02, values: [0.2, 0.24, 0.26, 0.3] });

  it('says if the runs cannot distinguish it from the mean, and gives the chance of a random guess', () => {
    expect(judge(SHARE, 0.265, truth)).toMatchObject({
      grade: 'inside',
      because: ['The runs cannot tell your answer from the mean.', expect.stringContaining('4\u00a0% of the time')],
    });
  });

  it('does not accept a value that lies only in the spread of the seeds as the mean', () => {
    const judged = judge(SHARE, 0.29, truth);
    expect(judged).toMatchObject({ grade: 'spread', verdict: 'Inside the spread of the seeds' });
    expect(judged?.because[0]).toContain('(0.2 to 0.3), but for the mean your answer is too high by 16\u00a0%');
  });

  it('says by which factor or percentage a value outside of both is too high or too low', () => {
    expect(judge(SHARE, 0.6, truth)).toMatchObject({ grade: 'off', verdict: 'Too high by a factor of 2.4' });
    expect(judge(SHARE, 0.1, truth)).toMatchObject({ grade: 'off', verdict: 'Too low by a factor of 2.5' });
    expect(judge(SHARE, 0.31, truth)?.verdict).toBe('Too high by 24\u00a0%');
  });

  it('never gives a multiple of 0, or of a value with the other sign', () => {
    const none = values({ mean: 0, halfWidth: 0, values: [0, 0] });
    expect(judge(SHARE, 0.3, none)?.verdict).toBe('Too high by 0.3');
    expect(judge(SHARE, 0, truth)?.verdict).toBe('Too low by 0.25');
    expect(judge({ ...SHARE, from: -1 } as Answer, -0.5, truth)?.verdict).toBe('Too low by 0.75');
  });

  it('says if the slider cannot be set nearer to the result', () => {
    const exact = values({ mean: 0.2503, halfWidth: 0, values: [0.2503, 0.2503] });
    expect(judge(SHARE, 0.25, exact)).toMatchObject({ grade: 'inside', verdict: 'As close as the slider allows' });
    expect(judge(SHARE, 0.26, exact)?.grade).toBe('off');
  });

  it('says that a single run has no interval', () => {
    const single = values({ mean: 0.25, halfWidth: null, values: [0.25] });
    expect(judge(SHARE, 0.5, single)).toMatchObject({
      verdict: 'Too high by a factor of 2',
      because: [expect.stringContaining('no interval')],
    });
  });
});

describe('the verdict on a choice', () => {
  const found = (right: number | null, ...verdicts: ('holds' | 'fails' | 'undecided')[]): Truth => ({
    ...{ kind: 'choice', right, seeds: 10 },
    options: verdicts.map((verdict) => ({ verdict, figures: '' })),
  });

  it('says if the choice is right, and gives the chance of a random guess', () => {
    expect(judge(CHOICE, 0, found(0, 'holds', 'fails'))).toEqual({
      ...{ grade: 'inside', verdict: 'Right' },
      because: ['A random guess among 2 options is right one time in 2.'],
    });
  });

  it('calls the choice wrong only if the runs show this clearly', () => {
    expect(judge(CHOICE, 1, found(0, 'holds', 'fails'))?.because).toEqual([
      'The result is “UDP gets through”.',
      'The runs refute your answer.',
    ]);
    expect(judge(CHOICE, 1, found(0, 'holds', 'undecided'))?.because[1]).toContain('do not refute');
  });

  it('is open if the runs are not conclusive', () => {
    expect(judge(CHOICE, 0, found(null, 'fails', 'undecided'))).toMatchObject({
      grade: 'open',
      because: [expect.stringContaining('no option stands out'), 'Only this is clear: your option does not hold.'],
    });
    expect(judge(CHOICE, 0, found(null, 'holds', 'holds'))?.because).toEqual([
      '10 runs with different seeds: 2 of the options hold.',
    ]);
  });
});

describe('the verdict on a curve', () => {
  const peak = values(at(0.2), at(0.5), at(0.3));

  it('compares the shape, and the position of the highest point', () => {
    const judged = judge(CURVE, [0.1, 0.3, 0.8].map(scaled), peak);
    expect(judged).toMatchObject({ grade: 'off', verdict: 'The shape differs' });
    expect(judged?.because.slice(0, 2)).toEqual([
      'Your curve rises; the result rises, then falls.',
      'The result is highest at 0.5\u00a0Mb/s.',
    ]);
    const moved = judge(CURVE, [0.1, 0.8, 0.2].map(scaled), peak);
    expect(moved).toMatchObject({ grade: 'spread', verdict: 'The shape is right' });
    expect(moved?.because[1]).toBe('The result is highest at 0.5\u00a0Mb/s; so is your curve.');
  });

  it('gives the mean distance, and the side if it is always the same', () => {
    const judged = judge(CURVE, [0.3, 0.7, 0.6].map(scaled), peak);
    expect(judged?.because.at(-1)).toBe(
      'On average your curve is 0.2\u00a0Mb/s away, always too high; 0 of 3 points lie inside the 95 % interval of the mean.',
    );
  });

  it('says if every point is right, or lies within the seeds', () => {
    expect(judge(CURVE, [0.21, 0.49, 0.3].map(scaled), peak)?.grade).toBe('inside');
    expect(judge(CURVE, [0.24, 0.46, 0.3].map(scaled), peak)).toMatchObject({
      verdict: 'Every point inside the spread of the seeds',
    });
  });

  it('does not treat a chance pattern as a shape', () => {
    const level = values(at(0.3), at(0.31), at(0.305));
    expect(judge(CURVE, [0.1, 0.3, 0.9].map(scaled), level)?.because[0]).toBe(
      'Your curve rises; the result stays level.',
    );
  });
});

describe('the shape of a curve', () => {
  const shape = (...values: number[]) => shapeOf(values, () => 0.5);

  it.each([
    ['flat', [1, 1.2, 0.9]],
    // Each step from one value to the next is too small to count as a difference, but the whole rise counts.
    ['rises', [1, 1.4, 1.8, 2.2]],
    ['falls', [5, 3, 3.2, 1]],
    ['peak', [1, 2, 4, 3.9, 2]],
    ['dip', [4, 1, 3]],
    ['waves', [1, 3, 1, 3]],
  ] as const)('is recognised: %s', (kind, values) => expect(shape(...values).kind).toBe(kind));

  it('includes the points that cannot be distinguished from the highest one', () => {
    expect(shape(1, 2, 4, 3.9, 2).turns).toEqual([2, 3]);
  });
});

describe('the step of a slider', () => {
  it.each([
    [0, 1, 0.01],
    [0, 2e6, 20_000],
    [0, 0.7, 0.005],
    [50, 350, 2],
  ])('on a scale from %d to %d is %d', (from, to, step) => expect(sliderStep({ from, to })).toBeCloseTo(step, 12));
});

function judgeable(mean: number): TruthPoint {
  return { mean, halfWidth: 20_000, values: [mean - 50_000, mean, mean + 50_000] };
}

function at(megabits: number): TruthPoint {
  return judgeable(scaled(megabits));
}

function scaled(megabits: number): number {
  return megabits * 1e6;
}

function values(...points: TruthPoint[]): Truth {
  return { kind: 'values', points, seeds: points[0]?.values.length ?? 0 };
}
