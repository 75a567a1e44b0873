/** The picture of one queue, with or without regions: that of most disciplines. */

import type { Picture } from './picture';
import { layoutLane } from './stage-layout';
import { packetAt, stageModel } from './stage-model';

export const FIFO: Picture = {
  layout: (run, rect, company) => layoutLane(rect, run.facts.limit, company),
  observe: () => false,
  model: stageModel,
  packetAt,
};
