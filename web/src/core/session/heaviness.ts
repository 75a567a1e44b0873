/** Detects scenes that are too heavy for this machine, and offers a shorter run. */

import type { Catalog } from '../border/catalog';
import { PACES } from '../run/playback';
import { notify } from '../scene/notices';
import { type Notice, sceneStore } from '../scene/scene-store';

/** Remaining real time above which a notice is shown [s]. */
const LONG_S = 600;
/** Rate below which a run is too heavy [simulated s per real s]. A run above this rate is merely long. */
const SLOW = 0.05;
/** For slow motion: a run is too heavy if its rate is below this share of the chosen speed. */
const PART_OF_PACE = 0.25;
/** Time for which a run must have been slow [ms], since the first measurements may not be typical. */
const SLOW_FOR_MS = 2000;
/** Real time that a shortened run should take [s]. */
const SHORTENED_S = 30;

/** Shows the notice of a heavy scene only once. */
export class Heaviness {
  private hasNotified = false;
  private slowSince_ms = 0;

  /** Allows the notice to be shown again, because another scene was opened. */
  forget(): void {
    this.hasNotified = false;
  }

  /** Called at every tick of the clock. */
  look(now_ms: number, run: { now_s: number; duration_s: number }, catalog: Catalog | undefined): void {
    const { achievedRate, pace } = sceneStore.getState();
    if (achievedRate === undefined) this.slowSince_ms = now_ms;
    if (achievedRate === undefined || now_ms - this.slowSince_ms < SLOW_FOR_MS) return;
    if (this.hasNotified) return;
    const kind = catalog?.scene_settings.find(({ path }) => path === 'duration_s')?.kind;
    const least_s = kind !== undefined && 'min' in kind ? kind.min : 0;
    const asked = PACES[pace]?.pace;
    const slow = asked?.kind === 'time' ? Math.min(SLOW, asked.rate * PART_OF_PACE) : SLOW;
    const heavy = achievedRate < slow ? heaviness(achievedRate, run.now_s, run.duration_s, least_s) : undefined;
    this.hasNotified = heavy !== undefined;
    if (heavy !== undefined) notify(heavy);
  }
}

/**
 * The notice about a run that is at `now_s` and continues at `rate` until `duration_s`. `least_s` is the shortest
 * allowed duration.
 */
function heaviness(rate: number, now_s: number, duration_s: number, least_s: number): Notice | undefined {
  // If a run does not advance at all, its engine does not respond. Another notice reports this.
  if (rate <= 0) return undefined;
  const left_s = (duration_s - now_s) / rate;
  if (left_s <= LONG_S) return undefined;
  const shorter_s = Math.max(least_s, roundedDown(now_s + rate * SHORTENED_S));
  return {
    kind: 'heavy',
    rate,
    left_s,
    shorter_s: shorter_s > now_s && shorter_s < duration_s ? shorter_s : undefined,
  };
}

/** Rounds down to two digits. */
function roundedDown(value: number): number {
  if (value <= 0) return 0;
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.floor(value / unit) * unit).toPrecision(2));
}
