import { describe, expect, it } from 'vitest';
import type { SceneFacts } from '../border/client';
import type { FlowGroup } from '../border/scenario';
import type { ControlGroup } from './control-groups';
import { questionOf } from './what-if';

const GROUPS = [
  {
    controls: [{ path: 'flows.0.count' }, { path: 'flows.1.count' }],
    advanced: [{ path: 'flows.0.rate_bps' }, { path: 'flows.1.rate_bps' }],
  },
] as unknown as readonly ControlGroup[];

/** Facts of a scene whose link gives each flow 100 kb/s. */
function factsOf(groups: readonly Partial<FlowGroup>[]): SceneFacts {
  const numbers = { udp: 0, tcp: 0 };
  const flows = groups.flatMap(({ transport, count = 0 }) =>
    Array.from({ length: count }, () => {
      const kind = transport === 'udp' ? 'udp' : 'tcp';
      numbers[kind] += 1;
      return { class: kind, number: numbers[kind] };
    }),
  );
  return {
    flows,
    fair_share_bps: 100_000,
    scenario: { flows: groups, interventions: [] },
  } as unknown as SceneFacts;
}

function question(...flows: readonly Partial<FlowGroup>[]): readonly unknown[] {
  const asked = questionOf(factsOf(flows), GROUPS);
  return [asked?.words, asked?.control.path, asked?.sign];
}

describe('the what-if question about a scene', () => {
  const greedy = { transport: 'udp', count: 1, rate_bps: 2e6 } as const;
  const slow = { ...greedy, rate_bps: 40_000 } as const;

  it('is about the rate of the first group of unresponsive flows', () => {
    expect(question({ transport: 'reno', count: 3 }, greedy)).toEqual([
      'the UDP flow sends',
      'flows.1.rate_bps',
      'unresponsive',
    ]);
    expect(question({ ...greedy, count: 5 })).toEqual([
      'each of 5 UDP flows sends',
      'flows.0.rate_bps',
      'unresponsive',
    ]);
  });

  it('names the flows by number and with their sign on the stage, if their class has other flows', () => {
    expect(question(slow, greedy)).toEqual(['UDP flow 1 sends', 'flows.0.rate_bps', 'sparse']);
    expect(question(greedy, slow)).toEqual(['UDP flow 1 sends', 'flows.0.rate_bps', 'unresponsive']);
    const scheduled = { ...greedy, count: 2, steps: [[0, 1e6]] } as const;
    expect(question(scheduled, slow)).toEqual(['UDP flow 3 sends', 'flows.1.rate_bps', 'sparse']);
    expect(question(scheduled, { ...greedy, count: 4 })[0]).toBe('each of the 4 flows from UDP flow 3 on sends');
    expect(question({ transport: 'tahoe', count: 1 }, { transport: 'newreno', count: 1 })).toEqual([
      'the first group of TCP has',
      'flows.0.count',
      undefined,
    ]);
  });

  it('is about the number of flows, if all are responsive or the rate follows a schedule', () => {
    expect(question({ transport: 'reno', count: 3 })).toEqual(['the TCP flows are', 'flows.0.count', undefined]);
    const scheduled = { transport: 'udp', count: 1, steps: [[0, 1e6]] } as const;
    expect(question(scheduled, { transport: 'reno', count: 3 })).toEqual([
      'the TCP flows are',
      'flows.1.count',
      undefined,
    ]);
    expect(question(scheduled)).toEqual([undefined, undefined, undefined]);
  });

  it('does not exist if neither the rate nor the number can be changed', () => {
    expect(questionOf(factsOf([]), [])).toBeUndefined();
  });
});
