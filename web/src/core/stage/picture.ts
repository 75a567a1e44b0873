/** Interface between a lane and the code that draws the queue of a discipline. */

import type { Rect } from '../../base/rect';
import type { PacketMark } from '../../ui/marks/packet-mark';
import type { DisplayList, StageLook } from './stage-display';
import type { NotedFacts } from './stage-facts';
import type { Company, LaneLayout } from './stage-layout';
import type { StageMemory, StageMoment, StageSource } from './stage-memory';

export interface PlacedNote {
  readonly place: Rect;
  readonly facts: NotedFacts;
}

export interface Picture {
  readonly layout: (run: StageSource, rect: Rect, company: Company) => LaneLayout;
  /**
   * Called after the stage's memory has read the state of the run. True if the picture must be repainted although the
   * memory has not changed.
   */
  readonly observe: (run: StageSource, memory: StageMemory, moment: StageMoment) => boolean;
  readonly model: (run: StageSource, memory: StageMemory, layout: LaneLayout, look: StageLook) => DisplayList;
  readonly packetAt: (list: DisplayList, layout: LaneLayout, x: number, y: number) => PacketMark | undefined;
  /** The note at a position that has neither a packet nor a dropped packet. */
  readonly noteAt?: (run: StageSource, x: number, y: number) => PlacedNote | undefined;
}
