/// <reference types="node" />

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HallRuns } from '../../features/hall/hall-runs';
import { testRunner } from '../../testing/runner';
import type { Preset } from '../border/scenario';
import { laneAlone } from './hall-address';
import { valueStep } from './hall-code';
import {
  HALL_METRICS,
  type HallQuestion,
  metricsOf,
  NO_OPTION,
  questionOfPart,
  questionOfScene,
} from './hall-question';
import type { PredictPart } from './lesson';

const FILE = JSON.parse(
  readFileSync(new URL('../../../../presets/first-choke.json', import.meta.url), 'utf8'),
) as Preset;
const SHORT = { ...FILE.scenario, duration_s: 8 };
const SCENE = laneAlone(SHORT, 0);
const PART: Omit<PredictPart, 'answer' | 'experiment'> = {
  kind: 'predict',
  line: 1,
  id: 'udp',
  question: 'How much?',
  seeds: 3,
};

function asked(id: string): HallQuestion {
  const metric = HALL_METRICS.find((one) => one.id === id);
  const question = metric === undefined ? undefined : questionOfScene('hall.1.x', metric, SCENE, 'CHOKe');
  if (question === undefined) throw new Error(`${id} cannot be asked`);
  return question;
}

async function runsOf<T>(question: HallQuestion, use: (runs: HallRuns) => Promise<T>): Promise<T> {
  const runs = new HallRuns(question, () => testRunner());
  return use(runs).finally(() => runs.close());
}

describe('the list of questions about a scene', () => {
  it('begins with the UDP share, or with fairness if there is no UDP', () => {
    expect(metricsOf(SCENE)[0]?.id).toBe('udp_utilization');
    expect(metricsOf({ ...SCENE, flows: SCENE.flows.slice(1) })[0]?.id).toBe('jain_index');
    const alone = { ...SCENE, flows: SCENE.flows.slice(1).map((flow) => ({ ...flow, count: 1 })) };
    expect(metricsOf(alone)[0]?.id).toBe('queue_packets');
  });

  it("contains the engine's names and values, and each value is within its scale", async () => {
    for (const { id, name, unit } of metricsOf(SCENE)) {
      const question = asked(id);
      const runner = await testRunner();
      await runner.open(question.experiment);
      const [row] = (await runner.report()).rows;
      runner.close();
      expect({ id: row?.metric, name: row?.name, unit: row?.unit }).toEqual({ id, name, unit });
      const { value } = await runsOf(question, (runs) => runs.run(1_000_001));
      const { from, to } = question.answer;
      expect(value, id).toBeGreaterThanOrEqual(from);
      expect(value, id).toBeLessThanOrEqual(to);
    }
  });
});

describe('the runs for a question', () => {
  it('give the same value for the same seed, and another value for another seed, on every machine', async () => {
    const question = asked('udp_utilization');
    const here = await runsOf(question, (runs) => Promise.all([runs.run(1_234_567), runs.run(7_654_321)]));
    const there = await runsOf(question, (runs) => runs.run(1_234_567));
    expect(there.value).toBe(here[0].value);
    expect(here[1].value).not.toBe(here[0].value);
    expect(valueStep(here[1].value, question.answer)).not.toBe(valueStep(here[0].value, question.answer));
  });

  it('have the mean and the interval that the engine computes from them', async () => {
    await runsOf(asked('udp_utilization'), async (runs) => {
      const made = await Promise.all([1, 2, 3].map((seed) => runs.run(seed)));
      const summary = await runs.summary(made);
      expect(summary?.count).toBe(3);
      expect(summary?.mean).toBeCloseTo(made.reduce((sum, { value }) => sum + value, 0) / 3, 12);
      expect(summary?.half_width).toBeGreaterThan(0);
      expect((await runs.summary(made.slice(1)))?.count).toBe(2);
      expect(await runs.summary([])).toBeUndefined();
    });
  });

  it('are refused after the runner is closed', async () => {
    const runs = new HallRuns(asked('utilization'), () => testRunner());
    runs.close();
    await expect(runs.run(5)).rejects.toThrow('closed');
  });
});

describe('the audience question of a lesson', () => {
  const experiment = (claims: readonly unknown[], more: object = {}): string =>
    JSON.stringify({
      ...FILE,
      scenario: SHORT,
      experiment: { lanes: [{ aqm: 'choke' }, { aqm: 'red' }], ...more },
      claims,
    });
  const bound = (id: string, lane: string, limits: object): unknown => ({
    id,
    text: id,
    origin: 'ours',
    outlook: 'open',
    check: { kind: 'bound', metric: 'udp_utilization', lanes: [lane], ...limits },
  });

  it("is about one of the lanes if the lesson's question has a slider", async () => {
    const question = questionOfPart('lesson.1.x/1/hall', {
      ...PART,
      answer: {
        ...{ kind: 'slider', metric: 'udp_utilization', name_of_metric: 'UDP share of the link', unit: '' },
        ...{ lane: 'red', from: 0, to: 1 },
      },
      experiment: experiment([bound('O1', 'red', { min: 0 })]),
    });
    expect(question.scene.lanes).toEqual([{ aqm: 'red', params: {} }]);
    const { value, results } = await runsOf(question, (runs) => runs.run(1_000_001));
    // Under RED, UDP gets nearly the whole link. A smaller share would show that the runs use the lane with CHOKe.
    expect(value).toBeGreaterThan(0.8);
    expect(results).toHaveLength(1);
  });

  it("is about the last point of a curve if the lesson's question has one", async () => {
    const rates = [500_000, 2_000_000];
    const question = questionOfPart('lesson.1.x/1/hall', {
      ...PART,
      answer: {
        ...{ kind: 'curve', metric: 'udp_utilization', name_of_metric: 'UDP share of the link', unit: '' },
        ...{ lane: 'choke', from: 0, to: 1, path: 'flows.0.rate_bps', name: 'UDP rate', points: rates },
      },
      experiment: experiment([bound('O1', 'choke', { min: 0 })], {
        sweep: { path: 'flows.0.rate_bps', values: rates, name: 'UDP rate' },
      }),
    });
    expect(question.point).toBe(1);
    expect(question.question).toBe('What is the “UDP share of the link” under choke at UDP rate 2\u00a0Mb/s?');
    const curve = await runsOf(question, (runs) => runs.run(1_000_001));
    const scene = await runsOf(asked('udp_utilization'), (runs) => runs.run(1_000_001));
    expect(curve.value).toBe(scene.value);
  });

  it("has the option that holds in a run as its answer, if the lesson's question is a choice", async () => {
    const choice = (options: readonly unknown[]): HallQuestion =>
      questionOfPart('lesson.1.x/1/hall', {
        ...PART,
        answer: { kind: 'choice', options: ['less', 'more'] },
        experiment: experiment(options),
      });
    const [less, more] = [bound('O1', 'red', { max: 0.5 }), bound('O2', 'red', { min: 0.5 })];
    const { value } = await runsOf(choice([less, more]), (runs) => runs.run(1_000_001));
    expect(value).toBe(1);
    const both = await runsOf(choice([bound('O1', 'red', { min: 0 }), more]), (runs) => runs.run(1_000_001));
    expect(both.value).toBe(NO_OPTION);
  });
});
