/** Detection of scenes that are too heavy for this machine, and remedies. */

import type { Catalog } from '../border/catalog';
import { PACES } from '../run/playback';
import { notify } from '../scene/notices';
import { type Notice, sceneStore } from '../scene/scene-store';

/** A run that would take longer than this to its end is worth a word [s of real time]. */
const LONG_S = 600;
/** A run this slow is too heavy [simulated s per s]; a faster one is only long. */
const SLOW = 0.05;
/** In slow motion a run is slow by choice: it is too heavy below this part of the pace. */
const PART_OF_PACE = 0.25;
/** The first moments of a run say little about the rest of it: it must have been slow for so long [ms]. */
const SLOW_FOR_MS = 2000;
/** A shortened run ends after about this long [s of real time]. */
const SHORTENED_S = 30;

/** Says of a scene that it is too heavy, once. */
export class Heaviness {
  private hasTold = false;
  private slowSince_ms = 0;

  /** Another scene was opened. */
  forget(): void {
    this.hasTold = false;
  }

  /** Once a tick of the clock. */
  look(now_ms: number, run: { now_s: number; duration_s: number }, catalog: Catalog | undefined): void {
    const { achievedRate, pace } = sceneStore.getState();
    if (achievedRate === undefined) this.slowSince_ms = now_ms;
    if (achievedRate === undefined || now_ms - this.slowSince_ms < SLOW_FOR_MS) return;
    if (this.hasTold) return;
    const kind = catalog?.scene_settings.find(({ path }) => path === 'duration_s')?.kind;
    const least_s = kind !== undefined && 'min' in kind ? kind.min : 0;
    const asked = PACES[pace]?.pace;
    const slow = asked?.kind === 'time' ? Math.min(SLOW, asked.rate * PART_OF_PACE) : SLOW;
    const heavy = achievedRate < slow ? heaviness(achievedRate, run.now_s, run.duration_s, least_s) : undefined;
    this.hasTold = heavy !== undefined;
    if (heavy !== undefined) notify(heavy);
  }
}

/** The notice about a run at `now_s` that goes on at `rate` to `duration_s`, which may not be less than `least_s`. */
function heaviness(rate: number, now_s: number, duration_s: number, least_s: number): Notice | undefined {
  // A run that does not move at all is a silent engine, which has a notice of its own.
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

/** To two digits: a duration that people can read. */
function roundedDown(value: number): number {
  if (value <= 0) return 0;
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.floor(value / unit) * unit).toPrecision(2));
}
