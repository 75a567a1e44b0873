/** The picture of a single queue with a grid of bins between the queue and the drops. */

import type { Rect } from '../../../base/rect';
import { FIFO } from '../fifo-picture';
import type { Picture } from '../picture';
import { layoutLane } from '../stage-layout';
import { binAt, binLevels, layoutBins, paintBins } from './bin-grid';

export function binPicture(): Picture {
  let room: Rect = { x: 0, y: 0, width: 0, height: 0 };
  return {
    ...FIFO,
    layout: (run, rect, company) => {
      // A row of bins needs only a few pixels, so the queue gets the larger part of the height.
      const share = company.lanes > 2 ? 0.3 : 0.26;
      const height = Math.min(rect.height * share, binLevels(run) * 26);
      const lane = layoutLane({ ...rect, height: rect.height - height - 4 }, run.facts.limit, company);
      const { dropArea, box } = lane;
      room = { x: box.x, y: dropArea.y, width: box.width, height };
      return { ...lane, rect, dropArea: { ...dropArea, y: dropArea.y + height + 4 } };
    },
    model: (run, memory, layout, look) => {
      const list = FIFO.model(run, memory, layout, look);
      const strength = memory.story === undefined ? 0 : memory.isBeforeOutcome ? 1 : Math.max(0.6, memory.trace);
      const marks = [...list.marks];
      paintBins(marks, run, layoutBins(run, room), strength);
      return { ...list, marks };
    },
    noteAt: (run, x, y) => binAt(run, layoutBins(run, room), x, y),
  };
}
