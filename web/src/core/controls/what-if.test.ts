import { describe, expect, it } from 'vitest';
import type { FlowGroup, Scenario } from '../border/scenario';
import type { ControlGroup } from './control-groups';
import { questionOf } from './what-if';

const GROUPS = [
  {
    controls: [{ path: 'flows.0.count' }, { path: 'flows.1.count' }],
    advanced: [{ path: 'flows.0.rate_bps' }, { path: 'flows.1.rate_bps' }],
  },
] as unknown as readonly ControlGroup[];

function question(...flows: readonly Partial<FlowGroup>[]): readonly unknown[] {
  const asked = questionOf({ flows } as unknown as Scenario, GROUPS);
  return [asked?.words, asked?.control.path];
}

describe('the question of a scene', () => {
  it('is about the rate of the first flows that do not yield', () => {
    expect(question({ transport: 'reno', count: 3 }, { transport: 'udp', count: 1 })).toEqual([
      'the UDP flow sends',
      'flows.1.rate_bps',
    ]);
    expect(question({ transport: 'udp', count: 5 })).toEqual(['each of 5 UDP flows sends', 'flows.0.rate_bps']);
  });

  it('is how many flows there are, where all yield or the rate follows a schedule', () => {
    expect(question({ transport: 'reno', count: 3 })).toEqual(['the TCP flows are', 'flows.0.count']);
    const scheduled = { transport: 'udp', count: 1, steps: [[0, 1e6]] } as const;
    expect(question(scheduled, { transport: 'reno', count: 3 })).toEqual(['the TCP flows are', 'flows.1.count']);
    expect(question(scheduled)).toEqual([undefined, undefined]);
  });

  it('is none where nothing can be changed', () => {
    expect(questionOf({ flows: [] } as unknown as Scenario, [])).toBeUndefined();
  });
});
