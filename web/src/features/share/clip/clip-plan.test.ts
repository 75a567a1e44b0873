import { describe, expect, it } from 'vitest';
import {
  CLIP_PACES,
  type ClipRequest,
  clipProblems,
  clockDigits,
  FRAME_RATES,
  instantOf,
  mostPlots,
  planOf,
  SIZES,
} from './clip-plan';

const [SIZE] = SIZES;
if (SIZE === undefined) throw new Error('there is at least one size');

const REQUEST: ClipRequest = {
  from_s: 18,
  until_s: 22,
  pace: 1,
  fps: 30,
  size: SIZE,
  hasStage: true,
  plots: ['throughput'],
};

describe('the frames of a clip', () => {
  it('show evenly spaced times, from the first to just before the last', () => {
    const plan = planOf(REQUEST);
    expect(plan.frames).toBe(120);
    expect(plan.duration_s).toBe(4);
    expect(instantOf(plan, 0)).toBe(18);
    expect(instantOf(plan, 30)).toBe(19);
    expect(instantOf(plan, 119)).toBeCloseTo(22 - 1 / 30, 12);
  });

  it.each(CLIP_PACES.map(({ name, value }) => [name, value]))(
    'have the right total at %s, at every rate',
    (_, pace) => {
      for (const fps of FRAME_RATES) {
        const plan = planOf({ ...REQUEST, until_s: 18 + 3 * pace, pace, fps });
        expect(plan.frames).toBe(3 * fps);
        for (let frame = 0; frame < plan.frames; frame += 1) {
          const at_s = instantOf(plan, frame);
          expect(at_s).toBe(18 + (frame * pace) / fps);
          expect(at_s).toBeLessThan(plan.until_s);
        }
        // Successive frames show different clock times.
        const clocks = Array.from({ length: 20 }, (__, frame) => instantOf(plan, frame).toFixed(clockDigits(plan)));
        expect(new Set(clocks).size).toBe(20);
      }
    },
  );

  it('include one more frame for a remainder, and are at least one', () => {
    expect(planOf({ ...REQUEST, until_s: 18.05 }).frames).toBe(2);
    expect(planOf({ ...REQUEST, until_s: 18.001 }).frames).toBe(1);
  });

  it('follow lead-in frames, as far as the run goes back', () => {
    expect(planOf(REQUEST).leadIn).toBe(18);
    expect(planOf({ ...REQUEST, from_s: 0.1 }).leadIn).toBe(3);
    expect(planOf({ ...REQUEST, from_s: 0 }).leadIn).toBe(0);
    const fast = planOf({ ...REQUEST, pace: 20 });
    expect(fast.leadIn).toBe(18);
    expect(instantOf(fast, -fast.leadIn)).toBe(6);
  });

  it('have an even size, which encoders require', () => {
    for (const { width, height, ratio } of SIZES) {
      expect([width % 2, height % 2]).toEqual([0, 0]);
      expect(Number.isInteger(width / ratio) && Number.isInteger(height / ratio)).toBe(true);
    }
  });
});

describe('the problems of a request for a clip', () => {
  const fields = (changes: Partial<ClipRequest>): readonly string[] =>
    clipProblems({ ...REQUEST, ...changes }, 200).map(({ field, problem }) => `${field}: ${problem}`);

  it('do not exist for a valid request', () => {
    expect(fields({})).toEqual([]);
    expect(fields({ from_s: 0, until_s: 200, pace: 20 })).toEqual([]);
  });

  it('name the field, the value and the allowed range', () => {
    expect(fields({ from_s: -1 })).toEqual([
      'from: From is -1 s: it must be within 0 to 200 s, the length of the run.',
    ]);
    expect(fields({ until_s: 201 })).toEqual([
      'until: To is 201 s: it must be within 0 to 200 s, the length of the run.',
    ]);
    expect(fields({ from_s: Number.NaN })[0]).toContain('From is not a number: it must be within 0 to 200 s');
    expect(fields({ until_s: 18 })).toEqual(['until: To is 18 s: it must be later than From, 18 s.']);
  });

  it('include too many frames', () => {
    expect(fields({ from_s: 0, until_s: 200, pace: 0.01 })[0]).toContain('The clip has 600,000 frames: at most 7,200');
  });

  it('include an empty picture, and more plots than fit', () => {
    expect(fields({ hasStage: false, plots: [] })).toEqual([
      'shown: Nothing is shown: choose the queue or at least one plot.',
    ]);
    const square = SIZES.find(({ width, height }) => width === height) ?? SIZE;
    expect(mostPlots(square)).toBe(2);
    expect(fields({ size: square, plots: ['a', 'b', 'c'] })[0]).toContain('3 plots are chosen: at most 2 fit');
  });
});
