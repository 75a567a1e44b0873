import { describe, expect, it } from 'vitest';
import type { DisciplineAbout, ParamSet } from '../border/border.gen';
import type { SettingValue } from '../border/scenario';
import type { Control } from './control-groups';
import { changesTo, setInForce, shownChanges } from './named-sets';

const TEXT: ParamSet = { id: 'text', name: 'the text', origin: 'section 3', values: { miss: 'red', region: 'halves' } };
const PRINTED: ParamSet = {
  id: 'algorithm-1',
  name: 'Algorithm I',
  origin: 'appendix A',
  values: { miss: 'admit', region: 'whole' },
};
const SMALL: ParamSet = { id: 'small', name: 'a small buffer', origin: 'ours', values: { limit: 10 } };
const ABOUT = { id: 'choked', param_sets: [SMALL, TEXT, PRINTED] } as unknown as DisciplineAbout;

function controls(values: Record<string, SettingValue>): Control[] {
  return Object.entries(values).map(([id, value]) => ({ path: `queue.params.${id}`, spec: { id }, value }) as Control);
}

describe('a named set of values', () => {
  it('is in force if all of its values are; of several such sets, the largest counts', () => {
    const inForce = (values: Record<string, SettingValue>): string | undefined =>
      setInForce(ABOUT, controls(values))?.id;
    expect(inForce({ limit: 10, miss: 'red', region: 'halves' })).toBe('text');
    expect(inForce({ limit: 10, miss: 'admit', region: 'halves' })).toBe('small');
    expect(inForce({ limit: 20, miss: 'admit', region: 'halves' })).toBeUndefined();
  });

  it('changes only the values that differ', () => {
    expect(changesTo(PRINTED, controls({ limit: 20, miss: 'admit', region: 'halves' }))).toEqual([
      { path: 'queue.params.region', value: 'whole' },
    ]);
  });

  it('is shown as one change if several of its values change at the same time', () => {
    const at = (at_s: number, path: string, value: SettingValue) => ({ at_s, path, value });
    const shown = shownChanges(
      [
        at(1, 'queue.params.limit', 10),
        at(2, 'queue.params.miss', 'admit'),
        at(2, 'queue.params.region', 'whole'),
        at(3, 'lanes.0.params.miss', 'red'),
        at(3, 'queue.params.region', 'halves'),
      ],
      [ABOUT],
    );
    expect(shown.map(({ indexes, what }) => [indexes, 'set' in what ? what.set.id : what.path])).toEqual([
      [[0], 'queue.params.limit'],
      [[1, 2], 'algorithm-1'],
      [[3], 'lanes.0.params.miss'],
      [[4], 'queue.params.region'],
    ]);
  });
});
