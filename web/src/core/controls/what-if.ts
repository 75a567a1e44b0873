/** Which setting of a scene is worth a question on the page of the stage: what if this flow sent more? Pure. */

import type { Scenario } from '../border/scenario';
import type { Control, ControlGroup } from './control-groups';

export interface Question {
  /** What is asked about, as the sentence goes on: "the UDP flow sends". */
  readonly words: string;
  readonly control: Control;
  readonly isUnresponsive: boolean;
}

/** The rate of the first flows that do not yield; without any, how many flows the first group has that do. */
export function questionOf({ flows }: Scenario, groups: readonly ControlGroup[]): Question | undefined {
  const controls = groups.flatMap(({ controls: shown, advanced }) => [...shown, ...advanced]);
  const control = (path: string): Control | undefined => controls.find((known) => known.path === path);
  const greedy = flows.findIndex(({ transport, steps = [] }) => transport === 'udp' && steps.length === 0);
  const rate = greedy < 0 ? undefined : control(`flows.${greedy}.rate_bps`);
  if (rate !== undefined) {
    const count = flows[greedy]?.count ?? 1;
    return {
      words: count === 1 ? 'the UDP flow sends' : `each of ${count} UDP flows sends`,
      control: rate,
      isUnresponsive: true,
    };
  }
  const yielding = flows.findIndex(({ transport }) => transport !== 'udp');
  const count = yielding < 0 ? undefined : control(`flows.${yielding}.count`);
  return count && { words: 'the TCP flows are', control: count, isUnresponsive: false };
}
