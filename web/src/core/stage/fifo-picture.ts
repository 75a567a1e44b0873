/** The picture of a single queue, with or without two halves, which most disciplines use. */

import type { Picture } from './picture';
import { layoutLane } from './stage-layout';
import { packetAt, stageModel } from './stage-model';

export const FIFO: Picture = {
  layout: (run, rect, company) => layoutLane(rect, run.facts.limit, company),
  observe: () => false,
  model: stageModel,
  packetAt,
};
