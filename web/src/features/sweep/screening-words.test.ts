import { describe, expect, it } from 'vitest';
import type { ScreeningFacts, SettingEffect } from './screening';
import { factorWords, rangeWords, type ScreeningWords, sentenceOf } from './screening-words';

const METRIC = { id: 'udp_utilization', name: 'UDP share of the link', unit: '', meaning: '', is_share: true };
const IDS = ['max_th', 'min_th', 'w_q', 'm_low', 'm_high'];
const FACTS: ScreeningFacts = {
  lane: 0,
  aqm: 'choke',
  vary: ['queue'],
  factor: 2,
  levels: 4,
  trajectories: 10,
  seeds: 3,
  tasks: 100,
  metrics: [METRIC],
  settings: IDS.map((id) => ({ path: `lanes.0.params.${id}`, id, name: id, unit: '', value: 4, levels: [2, 3, 5, 8] })),
  left_out: [],
};

function effect(setting: number, mu_star: number | null, half = 0.01): SettingEffect {
  const [low, high] = mu_star === null ? [null, null] : [mu_star - half, mu_star + half];
  return {
    ...{ setting, mu_star, mu: mu_star, sigma: 0.1, change: null, low, high, chance: 0.02, detectable: null },
    ...{ count: 10, refused: 0, unmoved: 0, without_value: 0 },
    is_none: mu_star === 0,
    is_above_chance: mu_star === null ? null : mu_star > 0.02,
  };
}

function said(...settings: readonly SettingEffect[]): string {
  const effects = { metric: 0, settings };
  const words: ScreeningWords = { facts: FACTS, effects, metric: METRIC, lane: 'CHOKe', nameOf: ({ id }) => id };
  return sentenceOf(words);
}

describe('the sentence about a screening', () => {
  it('names the most important setting, those within chance, and the number of those without effect', () => {
    expect(said(effect(0, 0.21), effect(1, 0.1), effect(2, 0.015), effect(3, 0), effect(4, 0))).toBe(
      'Under CHOKe, with each number varied from half to twice its value, max_th matters most for the UDP share of the link: 0.21 on average over its range; no more than chance: w_q; 2 settings change nothing at all.',
    );
  });

  it('does not rank settings whose intervals overlap', () => {
    expect(said(effect(0, 0.21, 0.1), effect(1, 0.18, 0.1), effect(2, 0.05))).toBe(
      'Under CHOKe, with each number varied from half to twice its value, max_th and min_th matter most for the UDP share of the link, up to 0.21 on average over the range, in no certain order.',
    );
  });

  it('separates choices and switches, since their change is not an elementary effect', () => {
    const once = { ...effect(1, 0.3), mu_star: null, change: -0.3 };
    expect(said(effect(0, 0.21), once)).toBe(
      'Under CHOKe, with each number varied from half to twice its value, max_th matters most for the UDP share of the link: 0.21 on average over its range; switched alone, min_th changes it by −0.3.',
    );
    expect(said(effect(0, 0.21), once, { ...once, setting: 2, change: 0.2 })).toContain(
      'switched alone, min_th changes it by −0.3, and 1 more has less effect.',
    );
    expect(said(effect(0, 0.01), once)).toBe(
      'Under CHOKe, with each number varied from half to twice its value, no number changes the UDP share of the link more than chance; switched alone, min_th changes it by −0.3; no more than chance: max_th.',
    );
  });

  it('says that no setting matters, or that no result is known yet', () => {
    expect(said(effect(0, 0.01), effect(3, 0))).toBe(
      'Under CHOKe, with each number varied from half to twice its value, no setting changes the UDP share of the link more than chance; 1 setting changes nothing at all.',
    );
    expect(said(effect(0, null))).toContain('no setting has been compared yet');
  });
});

describe('the range of a varied setting', () => {
  it('is shown in the unit of its larger end', () => {
    const name = 'capacity';
    const setting = { path: 'bottleneck.capacity_bps', id: 'capacity_bps', name, unit: 'bit/s', value: 1e6 };
    expect(rangeWords({ ...setting, levels: [5e5, 2e6] })).toBe('0.5 to 2\u00a0Mb/s');
    expect(rangeWords({ ...setting, value: false, other: true })).toBe('off to on');
    expect(rangeWords({ ...setting, value: 'fixed', other: 'two_region' })).toBe('fixed to two region');
    expect([factorWords(2), factorWords(1.5)]).toEqual([
      'from half to twice its value',
      'from 1/1.5 to 1.5 times its value',
    ]);
  });
});
