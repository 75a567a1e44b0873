/** The what-if question on the stage, such as what happens if the UDP flow sends more, and its setting. Pure. */

import type { SceneFacts } from '../border/client';
import { flowName } from '../run/describe-decision';
import { isSparse, type SparseFacts } from '../run/sparse-flows';
import type { Control, ControlGroup } from './control-groups';

export interface Question {
  /** Subject and verb of the sentence, such as "the UDP flow sends". */
  readonly words: string;
  readonly control: Control;
  /** Noun after a number of flows. Undefined if the value has a unit, or if `words` contains the noun. */
  readonly noun?: 'flow';
  /** Symbol of these flows on the stage. Undefined for responsive flows. */
  readonly sign: 'unresponsive' | 'sparse' | undefined;
}

/**
 * The question about the rate of the first group of unresponsive flows. If all flows are responsive, the question is
 * about the number of flows in the first group. Flow numbers are added if another group has the same class.
 */
export function questionOf(facts: SceneFacts, groups: readonly ControlGroup[]): Question | undefined {
  const { flows } = facts.scenario;
  const controls = groups.flatMap(({ controls: shown, advanced }) => [...shown, ...advanced]);
  const control = (path: string): Control | undefined => controls.find((known) => known.path === path);
  const isAlone = (isUdp: boolean): boolean =>
    flows.filter(({ transport }) => (transport === 'udp') === isUdp).length === 1;
  const greedy = flows.findIndex(({ transport, steps = [] }) => transport === 'udp' && steps.length === 0);
  const rate = greedy < 0 ? undefined : control(`flows.${greedy}.rate_bps`);
  if (rate !== undefined) {
    const first = firstRow(facts, greedy);
    const count = flows[greedy]?.count ?? 1;
    const one = isAlone(true) ? 'the UDP flow' : flowName(facts, first);
    const all = isAlone(true) ? `${count} UDP flows` : `the ${count} flows from ${flowName(facts, first)} on`;
    return {
      words: count === 1 ? `${one} sends` : `each of ${all} sends`,
      control: rate,
      sign: isSparse(facts, first) ? 'sparse' : 'unresponsive',
    };
  }
  const yielding = flows.findIndex(({ transport }) => transport !== 'udp');
  const count = yielding < 0 ? undefined : control(`flows.${yielding}.count`);
  if (count === undefined) return undefined;
  return isAlone(false)
    ? { words: 'the TCP flows are', control: count, sign: undefined }
    : { words: 'the first group of TCP has', control: count, noun: 'flow', sign: undefined };
}

/** Row of the first flow of a group. */
function firstRow({ scenario }: Pick<SparseFacts, 'scenario'>, group: number): number {
  return scenario.flows.slice(0, group).reduce((rows, { count }) => rows + count, 0);
}
