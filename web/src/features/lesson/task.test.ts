import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../core/border/scenario';
import { FILE } from '../../core/experiment/fixtures';
import { findReport } from '../../core/lesson/report-runs';
import { testRunner } from '../../testing/runner';
import { judgedLanes, lanesWith, missingLanes, outcomes, taskExperiment } from './task';

const LITTLE = { kind: 'bound', metric: 'udp_throughput_bps', lanes: ['red'], max: { fair_shares: 0.5 } };
const MUCH = { kind: 'bound', metric: 'udp_throughput_bps', lanes: ['red'], min: 400_000 };

/** A scene with one flow, whose fair share is the whole link of 1 Mb/s. */
const SCENE: Scenario = FILE.scenario;

const TASK = {
  task: 'Make RED give UDP less than half its fair share.',
  lanes: ['red'],
  check: JSON.stringify(LITTLE),
  conditions: ['udp_throughput_bps of red < 0.5 fair share'],
};

const BOTH = {
  ...TASK,
  check: JSON.stringify({ kind: 'all', of: [LITTLE, MUCH] }),
  conditions: [...TASK.conditions, 'udp_throughput_bps of red > 400000'],
};

describe('a task of a lesson', () => {
  it('is not solved by the given scene', async () => {
    expect(await check(TASK, SCENE)).toMatchObject([{ verdict: 'fails' }]);
  });

  it('is solved by a change during the run, as if the change had been made at the start', async () => {
    const interventions = [{ at_s: 9, path: 'flows.0.rate_bps', value: 300_000 }];
    const [outcome] = await check(TASK, { ...SCENE, interventions });
    expect(outcome).toMatchObject({ verdict: 'holds', condition: 'udp_throughput_bps of red < 0.5 fair share' });
    expect(outcome?.figures).toContain('wanted: at most');
  });

  it('describes each of several conditions', async () => {
    const slow = [{ at_s: 0, path: 'flows.0.rate_bps', value: 300_000 }];
    expect((await check(BOTH, { ...SCENE, interventions: slow })).map(({ verdict }) => verdict)).toEqual([
      'holds',
      'fails',
    ]);
    const right = [{ at_s: 0, path: 'flows.0.rate_bps', value: 450_000 }];
    expect((await check(BOTH, { ...SCENE, interventions: right })).map(({ verdict }) => verdict)).toEqual([
      'holds',
      'holds',
    ]);
  });

  it('ignores lanes that it does not name, and checks the focused one of two lanes with the same discipline', () => {
    const red = (max_th: number) => ({ aqm: 'red', params: { max_th } });
    const scene = { ...SCENE, lanes: [{ aqm: 'choke', params: {} }, red(40), red(60)] };
    expect(judgedLanes(TASK, scene, 0).map(({ place }) => place)).toEqual([1]);
    expect(judgedLanes(TASK, scene, 2).map(({ place }) => place)).toEqual([2]);
    expect(JSON.parse(taskExperiment(TASK, scene, { focused: 2 })).experiment.lanes).toEqual([red(60)]);
  });

  it('keeps changes of a single lane', () => {
    const interventions = [{ at_s: 1, path: 'lanes.0.params.max_th', value: 20 }];
    const { experiment } = JSON.parse(taskExperiment(TASK, { ...SCENE, interventions }));
    expect(experiment.lanes).toEqual([{ aqm: 'red', params: { max_th: 20 } }]);
  });

  it('divides the run into bins like its preset if it needs bins, up to the end of the run', () => {
    const bins = { from_s: 2, until_s: 200, width_s: 3 };
    const share = { kind: 'bound', metric: 'udp_share:2..5', lanes: ['red'], max: 0.5 };
    const cut = (check: object) =>
      JSON.parse(taskExperiment({ ...TASK, check: JSON.stringify(check) }, SCENE, { bins })).experiment.bins;
    expect(cut(share)).toEqual({ ...bins, until_s: 8 });
    expect(cut(LITTLE)).toBeUndefined();
  });

  it('names the lanes that it needs', () => {
    expect(missingLanes(TASK, SCENE)).toEqual([]);
    expect(missingLanes({ lanes: ['choke', 'red'] }, SCENE)).toEqual(['choke']);
  });

  it('adds these lanes to those of the scene, in place of lanes that it does not need', () => {
    const both = { lanes: ['red', 'choke'] };
    const names = (...lanes: string[]) => {
      const scene = { ...SCENE, lanes: lanes.map((aqm) => ({ aqm, params: {} })) };
      return lanesWith(both, scene, missingLanes(both, scene), 4).map(({ aqm }) => aqm);
    };
    expect(names('red')).toEqual(['red', 'choke']);
    expect(names('codel', 'pie', 'fred', 'red')).toEqual(['codel', 'pie', 'red', 'choke']);
    expect(names('codel')).toEqual(['codel', 'red', 'choke']);
  });
});

async function check(task: typeof TASK, scene: Scenario) {
  const ask = { experiment: taskExperiment(task, scene), seeds: 3 };
  const report = await findReport(ask, { connect: () => testRunner(), workers: 2 });
  return report === undefined ? [] : outcomes(task, report);
}
