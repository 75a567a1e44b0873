import { describe, expect, it } from 'vitest';
import { withSetting } from '../../core/scene/edit';
import { CATALOG } from '../../testing/engine';
import { PRESET } from '../../testing/session';
import { shortText } from './short-text';

const { scenario: preset } = PRESET;
const LINK = 'https://example.org/#2.choked-model1';
const source = { scenario: preset, preset, lanes: ['CHOKeD'], catalog: CATALOG, link: LINK };

describe('the short text of a scene', () => {
  it('names an unchanged scene, its disciplines, the seed and the link', () => {
    expect(shortText(source)).toBe(`Model 1\nCHOKeD, seed 7\n${LINK}`);
  });

  it('describes changes in words with units, including changes during the run', () => {
    let scenario = withSetting(withSetting(preset, 'queue.params.max_th', 60), 'flows.0.rate_bps', 3e6);
    scenario = { ...scenario, interventions: [{ at_s: 12.5, path: 'bottleneck.capacity_bps', value: 2e6 }] };
    const text = shortText({ ...source, scenario, lanes: ['CHOKe', 'CHOKeD'], at_s: 14 });
    expect(text.split('\n')).toEqual([
      'Model 1',
      'CHOKe | CHOKeD, seed 7, at 14.000 s',
      'Changed: maximum threshold 60 packets; UDP rate 3 Mb/s; capacity 2 Mb/s from 12.500 s',
      LINK,
    ]);
  });

  it('compares a lane’s parameter with that of the preset’s lane of the same discipline', () => {
    const lanes = [{ aqm: 'choked', params: { max_th: 70 } }];
    expect(shortText({ ...source, scenario: { ...preset, lanes } })).toContain('Changed: CHOKeD maximum threshold 70');
    expect(shortText({ ...source, scenario: { ...preset, lanes }, preset: { ...preset, lanes } })).not.toContain(
      'Changed',
    );
  });

  it('has only a few lines, whatever was changed', () => {
    const interventions = Array.from({ length: 50 }, (_, at) => ({
      at_s: at,
      path: 'flows.0.rate_bps',
      value: at + 1,
    }));
    const text = shortText({ ...source, scenario: { ...preset, interventions } });
    expect(text.split('\n')).toHaveLength(4);
    expect(text).toContain('; 46 more');
  });

  it('describes a scene without a preset as far as possible', () => {
    expect(shortText({ ...source, preset: undefined })).toBe(`Model 1\nCHOKeD, seed 7\n${LINK}`);
  });

  it('gives the number of groups of flows if it was changed', () => {
    expect(shortText({ ...source, scenario: { ...preset, flows: preset.flows.slice(0, 1) } })).toContain(
      '1 group of flows',
    );
  });
});
