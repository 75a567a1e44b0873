/** The picture of a discipline with several queues. */

import { formatFixed } from '../../../base/format';
import type { Picture } from '../picture';
import { queueKind, queueName } from '../queue-names';
import { layoutQueues, type QueuesLayout } from './queue-layout';
import { hasCredit, hasTag, queuesModel } from './queue-model';
import { sizeOf } from './queue-rows';
import { longestQueueName } from './short-names';
import { ShownRows } from './shown-rows';

export function queuePicture(): Picture {
  const queues = new ShownRows();
  let layout: QueuesLayout | undefined;
  return {
    layout: (run, rect, company) => {
      const longest = longestQueueName(run);
      // The height is reserved from the first frame on, so that no part moves later.
      layout = layoutQueues(rect, run.facts.limit, company, { longest, hasCredit: hasCredit(run) || hasTag(run) });
      return layout.lane;
    },
    observe: (run, memory, moment) => layout !== undefined && queues.observe(run, memory, moment, layout),
    model: (run, memory, _, look) =>
      layout === undefined
        ? { marks: [], packets: [], dropGroups: [] }
        : queuesModel(run, memory, queues, layout, look),
    packetAt: (list, _, x, y) =>
      list.packets.find(
        (mark) => x > mark.x - 1 && x < mark.x + mark.width + 1 && y >= mark.y && y <= mark.y + mark.height,
      ),
    noteAt: (run, x, y) => {
      if (layout === undefined || x < layout.lane.box.x || x > layout.lane.box.x + layout.lane.box.width)
        return undefined;
      for (const [at, { id }] of queues.rows.entries()) {
        const place = queues.rowPlace(at);
        if (y < place.y || y >= place.y + place.height) continue;
        const state = queues.states.find((one) => one.id === id);
        const packets = sizeOf(state);
        const lines = [`${packets} ${packets === 1 ? 'packet waits' : 'packets wait'}`];
        if (packets > 0 && queueKind(run) !== 'flow') lines.push(`${state?.unresponsive} of them unresponsive`);
        if (state !== undefined && !Number.isNaN(state.credit))
          lines.push(`${hasCredit(run) ? 'credit' : 'tag'} ${formatFixed(state.credit, 0)} bytes`);
        if (state?.isNext === true) lines.push('is served next');
        const row = { x, y: place.y, width: 0, height: place.height };
        return { place: row, facts: { title: queueName(run, id, queues.flowsIn(id)), lines } };
      }
      return undefined;
    },
  };
}
