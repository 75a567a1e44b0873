import { describe, expect, it } from 'vitest';
import { settingAt } from '../../core/scene/edit';
import { openSweep, testSweepRunner } from '../../testing/runner';
import { SMALL_FORM, SWEPT_SCENE } from '../../testing/sweep-fixtures';
import { definitionOf, type SweepForm } from './sweep-form';
import { sceneOfPoint } from './sweep-runner';
import { sceneAt, settingsOf, valuesAt } from './sweep-scene';

const FORM: SweepForm = {
  ...SMALL_FORM,
  axes: [
    { path: 'limit', values: [50, 100, 200], coupled: [{ path: 'min_th', values: [10, 20, 20] }] },
    { path: 'flows.0.rate_bps', values: [1e6, 2e6] },
  ],
};

describe('the scene at a point of a sweep', () => {
  it('has the values of coupled settings', () => {
    const facts = openSweep(definitionOf(FORM, SWEPT_SCENE));
    expect(settingsOf(facts).map(({ path }) => path)).toEqual([
      'queue.params.limit',
      'queue.params.min_th',
      'flows.0.rate_bps',
    ]);
    expect(valuesAt(facts, 3)).toEqual([100, 20, 2e6]);
    const scene = sceneAt(SWEPT_SCENE, facts, 5);
    expect(settingsOf(facts).map(({ path }) => settingAt(scene, path))).toEqual([200, 20, 2e6]);
  });

  it('has the derived settings that the engine computes', async () => {
    const form = { ...FORM, derive: { max_th: '0.5 * limit + min_th' } };
    const scene = await sceneOfPoint(definitionOf(form, SWEPT_SCENE), 4, testSweepRunner());
    expect(settingAt(scene, 'queue.params.max_th')).toBe(120);
    expect(settingAt(scene, 'flows.0.rate_bps')).toBe(1e6);
  });
});
