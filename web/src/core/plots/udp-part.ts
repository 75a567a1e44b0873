/** UDP's share of the queue: the number of waiting UDP packets in each lane. */

import { laneDash } from '../../ui/marks/lane-looks';
import type { PlotDefinition } from './definition';
import type { LabelMark, PlotDisplay, PlotView } from './plot-display';
import { focusFirst, focusLast, laneSamples, type PlotLanes } from './plot-lanes';
import { queueReach } from './queue';
import { linearAxis, timePlot } from './time-plot';
import { AT_LOOKS, trailLine, trailRows, trailTable } from './trail-lines';

export const UDP_PART: PlotDefinition = {
  id: 'udp-part',
  title: () => 'UDP in the queue',
  says: () => 'packets',
  help: (lanes) => `Waiting UDP packets${lanes.isSingle ? '; thin: all packets' : ''}. ${AT_LOOKS}`,
  axis: { over: 'time' },
  appliesTo: ({ focus: { source } }) => source.facts.classes.includes('udp') && source.facts.classes.includes('tcp'),
  display: udpPartPlot,
  table: ({ focus: { source } }) =>
    source.trail === undefined
      ? { columns: [], rows: [] }
      : trailTable(source.trail, [
          ['UDP packets', source.trail.unresponsive],
          ['all packets', source.trail.waiting],
        ]),
  saved: ({ all }) =>
    trailRows(
      all,
      [
        { name: 'udp_waiting', unit: 'packets', meaning: 'UDP packets in the queue.', kind: 'number' },
        { name: 'waiting', unit: 'packets', meaning: 'All packets in the queue.', kind: 'number' },
      ],
      (_, { unresponsive, waiting }) => [unresponsive, waiting],
    ),
};

function udpPartPlot(lanes: PlotLanes, view: PlotView): PlotDisplay {
  const reached = Math.max(view.reached, ...lanes.all.map(({ source }) => queueReach(source)));
  return timePlot(lanes, view, {
    samples: laneSamples(lanes, (10 * reached).toFixed(0), 'UDP', 'all'),
    values: linearAxis(reached),
    draw: (frame) => {
      const known = focusFirst(lanes).flatMap((lane) => {
        const { trail } = lane.source;
        const at = trail?.instantBefore(frame.instant_s) ?? -1;
        return trail === undefined || at < 0
          ? []
          : [{ lane, udp: trail.unresponsive[at] ?? Number.NaN, all: trail.waiting[at] ?? Number.NaN }];
      });
      const labels = known.flatMap(({ lane, udp, all }): LabelMark[] => [
        {
          y: frame.toY(udp),
          name: lanes.isSingle ? 'UDP' : lane.name,
          value: udp.toFixed(0),
          colour: lanes.isSingle ? 'unresponsive' : lane.colour,
          isStrong: true,
          dash: lanes.isSingle ? undefined : laneDash(lane),
        },
        ...(lanes.isSingle
          ? [{ y: frame.toY(all), name: 'all', value: all.toFixed(0), colour: 'textSoft' as const, isStrong: false }]
          : []),
      ]);
      const texts = known.map(
        ({ lane, udp, all }) => `${lanes.isSingle ? '' : `${lane.name} `}${udp} of ${all} packets`,
      );
      const [first] = known;
      return {
        lines: focusLast(lanes).flatMap((lane) => {
          const { trail } = lane.source;
          if (trail === undefined) return [];
          const dash = laneDash(lane);
          return [
            ...(lanes.isSingle ? [trailLine(trail, trail.waiting, frame, { width: 1, colour: 'textSoft' })] : []),
            trailLine(trail, trail.unresponsive, frame, {
              width: lane === lanes.focus ? 2.5 : 1.5,
              colour: lanes.isSingle ? 'unresponsive' : lane.colour,
              ...(lanes.isSingle || dash === undefined ? {} : { dash }),
            }),
          ];
        }),
        labels,
        reading: `${frame.at}: ${texts.length === 0 ? 'no data' : `UDP has ${texts.join(', ')}`}.`,
        aside: first === undefined || !(first.all > 0) ? '' : `${((100 * first.udp) / first.all).toFixed(0)}\u00a0%`,
        asideColour: lanes.isSingle ? undefined : first?.lane.colour,
      };
    },
  });
}
