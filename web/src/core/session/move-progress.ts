/** Progress of a move to another simulated time: destination, current time and estimated remaining real time. */

import { sceneStore } from '../scene/scene-store';

/** No progress is shown for moves that take less than this [ms]. */
const NOTICEABLE_MS = 150;
/** Shortest time between two updates of the progress [ms]. */
const UPDATE_EVERY_MS = 250;
/** Time for which the speed is measured before the remaining time is estimated [ms]. */
const MEASURED_MS = 1000;

export class MoveProgress {
  private readonly began_ms = performance.now();
  private readonly noticed: ReturnType<typeof setTimeout>;
  private now_s: number;
  private updated_ms = Number.NEGATIVE_INFINITY;

  /** `until_s` is the simulated time to which the run moves. Undefined if the run searches for an event. */
  constructor(
    private readonly from_s: number,
    private readonly until_s: number | undefined,
  ) {
    this.now_s = from_s;
    this.noticed = setTimeout(() => this.update(), NOTICEABLE_MS);
  }

  /** Elapsed time [ms]. */
  get elapsed_ms(): number {
    return performance.now() - this.began_ms;
  }

  /** Reports the current simulated time of the run. */
  readonly isAt = (now_s: number): void => {
    this.now_s = now_s;
    if (this.elapsed_ms >= NOTICEABLE_MS && performance.now() - this.updated_ms >= UPDATE_EVERY_MS) this.update();
  };

  /** Ends the display of progress at the current time. */
  end(): void {
    clearTimeout(this.noticed);
    if (sceneStore.getState().catchingUp !== undefined) sceneStore.setState({ catchingUp: undefined });
  }

  private update(): void {
    this.updated_ms = performance.now();
    const { now_s, until_s } = this;
    sceneStore.setState({ catchingUp: { now_s, until_s, left_s: this.left_s() } });
  }

  private left_s(): number | undefined {
    const done_s = this.now_s - this.from_s;
    if (this.until_s === undefined || done_s <= 0 || this.elapsed_ms < MEASURED_MS) return undefined;
    return ((this.until_s - this.now_s) / done_s) * (this.elapsed_ms / 1000);
  }
}
