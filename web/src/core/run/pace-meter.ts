/** The speed that the machine achieves: simulated seconds per real second, over the last two seconds. Pure. */

/** Time between two samples, and time for which a sample is kept [ms]. */
const SAMPLE_MS = 200;
const KEPT_MS = 2000;
/** Minimum duration of a valid measurement [ms]. */
const LEAST_MS = 1000;
/** Longest gap between two samples [ms]. After a longer gap the page was suspended, so the measurement restarts. */
const LONGEST_GAP_MS = 1000;

interface Sample {
  readonly now_ms: number;
  readonly now_s: number;
}

export class PaceMeter {
  private samples: readonly Sample[] = [];
  private seen_ms = Number.NEGATIVE_INFINITY;

  reset(): void {
    this.samples = [];
  }

  /** Records that the run has reached `now_s` at the real time `now_ms`. True if a new rate is available. */
  sample(now_ms: number, now_s: number): boolean {
    if (now_ms - this.seen_ms > LONGEST_GAP_MS) this.reset();
    this.seen_ms = now_ms;
    const last = this.samples.at(-1);
    if (last !== undefined && now_ms - last.now_ms < SAMPLE_MS) return false;
    this.samples = [...this.samples.filter((sample) => now_ms - sample.now_ms <= KEPT_MS), { now_ms, now_s }];
    return true;
  }

  /** Simulated seconds per real second. Undefined until the measurement is long enough. */
  get rate(): number | undefined {
    const [first] = this.samples;
    const last = this.samples.at(-1);
    if (first === undefined || last === undefined || last.now_ms - first.now_ms < LEAST_MS) return undefined;
    return (last.now_s - first.now_s) / ((last.now_ms - first.now_ms) / 1000);
  }
}
