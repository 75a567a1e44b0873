/** Numbers of a small scene: shares of the link, and drops by reason. Pure. */

import { flowsOnLink } from '../../core/run/lanes';
import type { ReasonAbout, RunBuffer } from '../../core/run/run-buffer';

interface ClassShare {
  readonly name: string;
  readonly flows: number;
  readonly rate_bps: number;
  /** The share of the capacity, from 0 to 1. */
  readonly share: number;
  /** The class's share if all flows had equal rates, from 0 to 1. */
  readonly fairShare: number;
}

interface ReasonCount {
  readonly reason: ReasonAbout;
  readonly count: number;
}

/** Length of the interval over which rates are averaged; it ends at the current time [s]. */
const WINDOW_S = 2;

export function classShares({
  facts,
  series,
  latest,
}: Pick<RunBuffer, 'facts' | 'series' | 'latest'>): readonly ClassShare[] {
  const { now_s } = latest.scalars;
  const end = series.bucketAt(now_s);
  const isOnLink = flowsOnLink(facts);
  return facts.classes.map((name, place) => {
    let sum = 0;
    let weight = 0;
    for (let bucket = end; bucket >= 0 && (series.time_s[bucket] ?? 0) > now_s - WINDOW_S; bucket -= 1) {
      const span = (series.time_s[bucket] ?? 0) - series.startOf(bucket);
      sum += (series.class_bps[place]?.[bucket] ?? 0) * span;
      weight += span;
    }
    const rate_bps = weight > 0 ? sum / weight : 0;
    const flows = facts.flows.filter((flow, row) => flow.class === name && isOnLink[row] === true).length;
    return {
      name,
      flows,
      rate_bps,
      share: rate_bps / facts.capacity_bps,
      fairShare: (flows * facts.fair_share_bps) / facts.capacity_bps,
    };
  });
}

/** The reasons for which packets have been dropped or marked, in catalog order. */
export function reasonCounts({
  catalog,
  series,
  latest,
}: Pick<RunBuffer, 'catalog' | 'series' | 'latest'>): readonly ReasonCount[] {
  const end = series.bucketAt(latest.scalars.now_s);
  return catalog.reasons
    .map((reason, place) => {
      let count = 0;
      for (let bucket = 0; bucket <= end; bucket += 1) count += series.reasons[place]?.[bucket] ?? 0;
      return { reason, count };
    })
    .filter(({ count }) => count > 0);
}
