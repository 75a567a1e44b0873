import { describe, expect, it } from 'vitest';
import { FEATURES, TABS } from './features';

/** Fields of a link's view that are not of a feature: no tab may be called so. */
const TAKEN = ['at_s', 'half', 'speed', 'step', 'solo_lane', 'below', 'packets', 'interval', 'presenter', 'settings'];

describe('the features', () => {
  it('take no id, tab or key twice', () => {
    const keys = FEATURES.flatMap(({ keys = {} }) => Object.keys(keys));
    for (const names of [FEATURES.map(({ id }) => id), TABS.map(({ id }) => id), keys])
      expect(new Set(names).size).toBe(names.length);
    expect(TABS.filter(({ id }) => id === 'plots' || TAKEN.includes(id))).toEqual([]);
  });
});
