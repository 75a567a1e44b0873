/**
 * Sparse flows: unresponsive flows that take no bandwidth from others, such as a ping or a telephone call. They ignore
 * drops, but never send more than their fair share of the link. Pure.
 */

import type { SceneFacts } from '../border/client';
import type { FlowGroup } from '../border/scenario';

/** The facts of a scene that determine which flows are sparse. */
export type SparseFacts = Pick<SceneFacts, 'flows' | 'fair_share_bps' | 'scenario'>;

/** Cache of the result for the facts of each scene, because every painted packet needs it. */
const known = new WeakMap<SparseFacts, readonly boolean[]>();

/** True if the flow of this row (flow number minus 1) is sparse. */
export function isSparse(facts: SparseFacts, row: number): boolean {
  let rows = known.get(facts);
  if (rows === undefined) {
    rows = sparseRows(facts);
    known.set(facts, rows);
  }
  return rows[row] ?? false;
}

function sparseRows({ flows, fair_share_bps, scenario }: SparseFacts): readonly boolean[] {
  const groups: readonly FlowGroup[] = scenario.flows ?? [];
  const rows = groups.flatMap((group, place) => {
    const most_bps = greatestRate(group, place, scenario.interventions ?? []);
    return Array<boolean>(group.count).fill(most_bps !== undefined && most_bps <= fair_share_bps);
  });
  // The flows of a recording do not correspond to the groups of the scene.
  return rows.length === flows.length ? rows : [];
}

/** Maximum rate at which a flow of a group sends [bit/s]. Undefined if the flow is responsive or its rate is random. */
function greatestRate(
  { transport, source, rate_bps, steps }: FlowGroup,
  place: number,
  interventions: SceneFacts['scenario']['interventions'],
): number | undefined {
  if (transport !== 'udp' || rate_bps === undefined || source === 'geometric' || source === 'self-similar')
    return undefined;
  const changed = interventions.flatMap(({ path, value }) =>
    path === `flows.${place}.rate_bps` && typeof value === 'number' ? [value] : [],
  );
  return Math.max(rate_bps, ...(source === 'schedule' ? (steps ?? []).map(([, rate]) => rate) : []), ...changed);
}
