import { describe, expect, it } from 'vitest';
import type { Scenario } from '../border/scenario';
import { withSetting } from '../scene/edit';
import { FILE } from './fixtures';
import type { PresetFile } from './preset-file';
import { compareWithPreset, isChangedScene, jobsOfLanes, placesInExperiment } from './scene-lanes';

const SCENE = FILE.scenario;
const LANES = FILE.experiment?.lanes ?? [];

describe('the lanes of the page', () => {
  it("correspond to the paper's lanes with the same discipline and parameters", () => {
    const lanes = [
      { aqm: 'choke', params: { m: 3 } },
      { aqm: 'choke', params: {} },
      { aqm: 'red', params: {} },
      { aqm: 'red', params: {} },
    ];
    expect(placesInExperiment(lanes, LANES)).toEqual([1, undefined, 0, undefined]);
  });

  it('correspond to them under every seed', () => {
    const scene: Scenario = {
      ...SCENE,
      seed: 7,
      lanes: [
        { aqm: 'drop-tail', params: {} },
        { aqm: 'red', params: {} },
      ],
    };
    expect(jobsOfLanes(scene, FILE)).toEqual([{ lane: 1, job: { lane: 0, point: 0, seed: 7 } }]);
  });

  it('correspond only at the point of the sweep whose value the scene has', () => {
    const sweep = { path: 'flows.0.rate_bps', values: [1e6, 2e6], name: 'UDP rate' };
    const file: PresetFile = { ...FILE, experiment: { ...FILE.experiment, sweep } };
    expect(jobsOfLanes(SCENE, file)[0]?.job.point).toBe(1);
    expect(jobsOfLanes(withSetting(SCENE, 'flows.0.rate_bps', 3e6), file)).toEqual([]);
  });
});

describe('a scene on the page', () => {
  it('is the paper’s scene if only lanes, seed, or the order of fields differ', () => {
    expect(isChangedScene({ ...SCENE, seed: 9, lanes: [] }, SCENE)).toBe(false);
    expect(isChangedScene(Object.fromEntries(Object.entries(SCENE).reverse()) as unknown as Scenario, SCENE)).toBe(
      false,
    );
  });

  it('is another scene if a setting differs or changes during the run', () => {
    expect(isChangedScene(withSetting(SCENE, 'queue.params.max_th', 60), SCENE)).toBe(true);
    const interventions = [{ at_s: 5, path: 'queue.params.max_th', value: 60 }];
    expect(isChangedScene({ ...SCENE, interventions }, SCENE)).toBe(true);
  });

  it('is a variant of the paper’s scene as long as its groups of flows match', () => {
    const compared = (scene: Scenario): string => compareWithPreset(scene, FILE);
    expect(compared({ ...SCENE, seed: 9, lanes: [{ aqm: 'red', params: {} }] })).toBe('same');
    // The paper has no lane with BLUE, so no setting differs from a lane of the paper.
    expect(compared({ ...SCENE, lanes: [{ aqm: 'blue', params: {} }] })).toBe('same');
    expect(compared({ ...SCENE, lanes: [{ aqm: 'red', params: { max_th: 7 } }] })).toBe('changed');
    expect(compared(withSetting(SCENE, 'queue.params.max_th', 60))).toBe('changed');
    expect(compared(withSetting(SCENE, 'flows.0.rate_bps', 3e6))).toBe('changed');
    expect(compared({ ...SCENE, flows: SCENE.flows.slice(1) })).toBe('other');
    const asTcp = SCENE.flows.map((group) => ({ ...group, transport: 'newreno' as const }));
    expect(compared({ ...SCENE, flows: asTcp })).toBe('other');
  });
});
