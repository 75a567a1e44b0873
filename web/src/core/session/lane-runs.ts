/** The page's copies of the lanes. Each lane has a buffer and a name. */

import { Listeners } from '../../base/listeners';
import type { Catalog } from '../border/catalog';
import type { Opened, SceneFacts } from '../border/client';
import { showLanes, viewStore } from '../page/view-store';
import { type LaneRun, namedLanes } from '../run/lanes';
import { RunBuffer } from '../run/run-buffer';
import type { Frames } from './lane-engines';

export class LaneRuns {
  /** The lanes. Empty until the first scene is open. The array is replaced whenever lanes or names change. */
  lanes: readonly LaneRun[] = [];
  private readonly listeners = new Listeners();

  /** Calls `listener` whenever `lanes` is replaced. */
  readonly subscribe = this.listeners.subscribe;

  get isEmpty(): boolean {
    return this.lanes.length === 0;
  }

  get now_s(): number {
    return this.lanes[0]?.run.latest.scalars.now_s ?? 0;
  }

  get furthest_s(): number {
    return this.lanes[0]?.run.furthest_s ?? 0;
  }

  get duration_s(): number {
    return this.lanes[0]?.run.facts.scenario.duration_s ?? 0;
  }

  /** Stores a scene that was opened or changed in all lanes. Existing buffers are reused. */
  takeOpened(catalog: Catalog, opened: readonly Opened[], take: (run: RunBuffer, lane: Opened) => void): void {
    const runs = opened.map((lane, place) => {
      const known = this.lanes[place]?.run;
      if (known === undefined) return new RunBuffer(catalog, lane);
      take(known, lane);
      return known;
    });
    this.setRuns(runs);
  }

  append(frames: Frames): void {
    for (const [place, ofLane] of frames.entries()) for (const frame of ofLane) this.lanes[place]?.run.append(frame);
  }

  /**
   * Stores new facts about the lanes, after a timed change of a setting took effect or the run went back before the
   * change.
   */
  updateFacts(facts: readonly SceneFacts[]): void {
    for (const [place, lane] of facts.entries()) this.lanes[place]?.run.updateFacts(lane);
    this.setRuns(this.lanes.map(({ run }) => run));
  }

  private setRuns(runs: readonly RunBuffer[]): void {
    const lanes = namedLanes(runs);
    const isAsBefore = ({ run, name }: LaneRun, place: number): boolean =>
      run === this.lanes[place]?.run && name === this.lanes[place]?.name;
    if (lanes.length === this.lanes.length && lanes.every(isAsBefore)) return;
    this.lanes = lanes;
    showLanes(lanes.length, viewStore.getState().soloLane);
    this.listeners.notify();
  }
}
