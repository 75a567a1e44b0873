import { describe, expect, it } from 'vitest';
import { CHOICE, CURVE, question, SLIDER } from '../../features/lesson/fixtures';
import { type RunnerFaults, testRunner } from '../../testing/runner';
import type { PredictPart } from './lesson';
import { cancelAllReports, cancelReport, findReport, reportRuns, runKey } from './report-runs';
import { findTruth, truthOf } from './truth';

describe('the engine’s answer to a question', () => {
  it('with a slider is the mean with its interval and the value under every seed', async () => {
    const truth = await find(question(SLIDER));
    expect(truth).toMatchObject({ kind: 'values', seeds: 3 });
    const [point, ...others] = truth?.kind === 'values' ? truth.points : [];
    expect(others).toEqual([]);
    expect(point?.values).toHaveLength(3);
    const mean = (point?.values ?? []).reduce((sum, value) => sum + value, 0) / 3;
    expect(point?.mean).toBeCloseTo(mean, 3);
    expect(point?.halfWidth).not.toBeNull();
    // The source sends twice the capacity of the link.
    expect(mean).toBeGreaterThan(900_000);
  });

  it('with a curve is one mean for each point, in the order of the points', async () => {
    const truth = await find(question(CURVE));
    const means = truth?.kind === 'values' ? truth.points.map(({ mean }) => mean) : [];
    expect(means).toHaveLength(3);
    // A flow that sends less than the capacity loses no packet. A flow that sends more gets the whole link.
    expect((means[0] ?? 0) / 250_000).toBeCloseTo(1, 1);
    expect((means[1] ?? 0) / 500_000).toBeCloseTo(1, 1);
    expect(means[2]).toBeGreaterThan(900_000);
  });

  it('with a choice is the option that holds, with the compared values of each option', async () => {
    const truth = await find(question(CHOICE));
    expect(truth).toMatchObject({ kind: 'choice', right: 0, seeds: 3 });
    const options = truth?.kind === 'choice' ? truth.options : [];
    expect(options.map(({ verdict }) => verdict)).toEqual(['holds', 'fails']);
    expect(options[0]?.figures).toContain('wanted: at least');
  });

  it('is refused with a reason if the report does not contain it', async () => {
    const { experiment, seeds } = question(SLIDER);
    const report = await findReport({ experiment, seeds }, { connect: () => testRunner() });
    const loss = { ...SLIDER, metric: 'loss_ratio', name_of_metric: 'loss' } as typeof SLIDER;
    expect(() => report && truthOf(loss, report)).toThrow('the runs have no value of loss for red');
    expect(() => report && truthOf({ ...CHOICE, options: ['1', '2', '3'] } as typeof CHOICE, report)).toThrow(
      'option 3',
    );
  });

  it('is open if no option is clearly right', async () => {
    const swapped = question(CHOICE);
    const neither = { ...swapped, experiment: swapped.experiment.replace('900000', '1900000') };
    expect(await find(neither)).toMatchObject({ right: null });
  });
});

describe('the experiment of a question', () => {
  it('runs once, however many requests there are, and shows its progress', async () => {
    const asked = question(SLIDER, { seeds: 4 });
    const received: number[] = [];
    const leave = reportRuns.subscribe((runs) => received.push(runs[runKey(asked)]?.done ?? -1));
    let runs = 0;
    const faults = {
      refuses: () => {
        runs += 1;
        return false;
      },
    };
    const [first, second] = await Promise.all([find(asked, faults), find(asked, faults)]);
    leave();
    expect(second).toEqual(first);
    expect(await find(asked, faults)).toEqual(first);
    expect(runs).toBe(4);
    expect(received).toEqual(expect.arrayContaining([0, 1, 2, 3, 4]));
    expect(state(asked)).toMatchObject({ phase: 'done', total: 4, done: 4, problem: '' });
  });

  it('can be cancelled and requested again', async () => {
    const asked = question(SLIDER, { seeds: 5 });
    const running = find(asked, { run_ms: 2 });
    const leave = reportRuns.subscribe(() => state(asked)?.done === 1 && cancelReport(asked));
    expect(await running).toBeUndefined();
    leave();
    expect(state(asked)).toMatchObject({ phase: 'cancelled', report: undefined });
    expect(await find(asked)).toMatchObject({ seeds: 5 });
    expect(state(asked)?.phase).toBe('done');
  });

  it('waits for the previous experiment, and can be cancelled while it waits', async () => {
    const before = question(SLIDER, { seeds: 6 });
    const after = question(SLIDER, { seeds: 7 });
    const first = find(before, { run_ms: 1 });
    const second = find(after);
    expect(state(after)?.phase).toBe('waiting');
    cancelReport(after);
    expect(await second).toBeUndefined();
    expect(await first).toMatchObject({ seeds: 6 });
    expect(state(after)?.phase).toBe('cancelled');
  });

  it('is cancelled with all others when the lesson is closed', async () => {
    const [one, two] = [question(SLIDER, { seeds: 10 }), question(SLIDER, { seeds: 11 })];
    const running = [find(one, { run_ms: 5 }), find(two)];
    cancelAllReports();
    expect(await Promise.all(running)).toEqual([undefined, undefined]);
    expect([state(one)?.phase, state(two)?.phase]).toEqual(['cancelled', 'cancelled']);
  });

  it('shows a failure in words, and runs again after the next request', async () => {
    const asked = question(SLIDER, { seeds: 8 });
    expect(await find(asked, { refuses: () => true })).toBeUndefined();
    expect(state(asked)).toMatchObject({ phase: 'failed', problem: 'it does not run' });
    expect(await find(asked)).toMatchObject({ seeds: 8 });
  });

  it('names the runs that are missing', async () => {
    const asked = question(SLIDER, { seeds: 9 });
    const truth = await find(asked, { refuses: ({ seed }) => seed === 2 });
    expect(truth).toMatchObject({ points: [{ values: { length: 8 } }] });
    expect(state(asked)?.problem).toBe('one run is missing (seed 2: it does not run)');
  });
});

function find(asked: PredictPart, faults: RunnerFaults = {}) {
  return findTruth(asked, { connect: () => testRunner(faults), workers: 2 });
}

function state(asked: PredictPart) {
  return reportRuns.getState()[runKey(asked)];
}
