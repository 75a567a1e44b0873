/** The number of a scene's packets that arrive in each slot, counted by a separate engine. */

import type { EngineClient, HistoryFilter } from '../../core/border/client';
import type { Scenario } from '../../core/border/scenario';
import { Beside } from '../../core/engine/beside';

/** Maximum number of slots that are counted: 2¹⁸ slots take two megabytes and some seconds of work. */
const MAX_SLOTS = 2 ** 18;
/** Number of events in one response of the engine. */
const PAGE_ROWS = 50_000;
/** Default length of a slot, for scenes in which no source sends in slots [s]. */
const USUAL_SLOT_S = 0.001;

export interface Arrivals {
  readonly slot_s: number;
  /** Number of UDP packets that arrive in each slot, whether admitted or not. */
  readonly counts: Float64Array;
}

/** Length of a slot of the first source that sends in slots [s]. */
export function slotOf({ flows }: Pick<Scenario, 'flows'>): number {
  const slots = flows.map((group) => (group as { readonly slot_s?: unknown }).slot_s);
  return slots.find((slot): slot is number => typeof slot === 'number' && slot > 0) ?? USUAL_SLOT_S;
}

/**
 * Counts the arrivals. Undefined if the count was cancelled. UDP sends the same packets into every lane, so they are
 * counted only in the first.
 */
export async function countArrivals(
  scenario: Scenario,
  connect: () => Promise<EngineClient>,
  signal: AbortSignal,
): Promise<Arrivals | undefined> {
  const slot_s = slotOf(scenario);
  const slots = Math.min(MAX_SLOTS, Math.floor(scenario.duration_s / slot_s));
  const until_s = slots * slot_s;
  const counts = new Float64Array(slots);
  const beside = new Beside(connect);
  signal.addEventListener('abort', () => beside.close());
  try {
    const engine = await beside.engine();
    await engine.open(scenario, until_s, 0, { signal });
    const filter: HistoryFilter = { kinds: ['admitted', 'dropped-arriving'], class: 'udp' };
    let after: Pick<HistoryFilter, 'after_event'> = {};
    for (let from_s = 0; ; ) {
      const page = await engine.history(from_s, until_s, { ...filter, ...after }, PAGE_ROWS);
      if (signal.aborted) return undefined;
      for (const at_s of page.rows.time_s) {
        const slot = Math.floor(at_s / slot_s);
        if (slot < slots) counts[slot] = (counts[slot] as number) + 1;
      }
      if (page.isWhole) return { slot_s, counts };
      from_s = page.ended_s;
      after = { after_event: page.lastEvent };
    }
  } catch (problem) {
    if (signal.aborted) return undefined;
    throw problem;
  } finally {
    beside.close();
  }
}
