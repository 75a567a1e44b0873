/** Jain's fairness index since the start of the measured window: over all flows, and over the TCP flows alone. */

import { PLUG_IN } from '../../experiment/verdicts.gen';
import type { Ink } from '../../marks/ink';
import type { ControlsProps, PlotDefinition } from './definition';
import type { LabelMark, PlotDisplay, PlotView } from './plot-display';
import { focusFirst, laneGutter, measuredSince, type PlotLane, type PlotLanes } from './plot-lanes';
import { timeTable } from './plot-table';
import { kindsShown } from './published';
import { linearAxis, timePlot } from './time-plot';

export const FAIRNESS: PlotDefinition = {
  id: 'fairness',
  title: () => 'Jain fairness',
  unit: () => '0–1',
  help: (lanes) => `Jain's fairness index over the flows, ${measuredSince(lanes)}. 1: all flows get the same.`,
  axis: { over: 'time' },
  display: fairnessPlot,
  table: (lanes) =>
    timeTable(lanes, ({ series }) => [
      ['all flows', series.jain_index, 4],
      ['TCP flows', series.jain_index_tcp, 4],
    ]),
  Controls: ReferenceKey,
};

interface Kind {
  readonly lane: PlotLane;
  readonly name: string;
  readonly aloud: string;
  readonly values: Float64Array;
  readonly colour: Ink;
  readonly width: number;
}

function fairnessPlot(lanes: PlotLanes, view: PlotView): PlotDisplay {
  return timePlot(lanes, view, {
    gutter: laneGutter(lanes, view),
    values: linearAxis(1),
    published: 'fairness',
    ghost: ({ jain_index }) => [jain_index, 'last'],
    isGhostNamed: true,
    draw: ({ instant_s, at, toY, line }) => {
      const kinds = kindsOf(lanes);
      const told: string[] = [];
      const labels = kinds.flatMap(({ lane, name, aloud, values, colour, width }): LabelMark[] => {
        const value = values[lane.source.series.bucketAt(instant_s)] ?? Number.NaN;
        if (Number.isNaN(value)) return [];
        told.push(`${aloud} ${value.toFixed(3)}`);
        return [{ y: toY(value), name, value: value.toFixed(3), colour, isStrong: width > 2 }];
      });
      return {
        // The bold line last, over the thin one.
        lines: kinds
          .map(({ lane, values, width, colour }) => line(lane.source, values, 'last', { width, colour }))
          .reverse(),
        labels,
        reading: `${at}: ${told.join(', ') || 'nothing received yet'}. 1 is perfectly fair.`,
      };
    },
  });
}

/** The lines, what matters most first. */
function kindsOf(lanes: PlotLanes): readonly Kind[] {
  const all = focusFirst(lanes).map((lane): Kind => {
    const name = lanes.isSingle ? 'all flows' : lane.name;
    const colour = lanes.isSingle ? 'text' : lane.colour;
    return { lane, name, aloud: name, values: lane.source.series.jain_index, colour, width: 2.5 };
  });
  const lane = lanes.focus;
  // Over TCP alone says something of its own only where there are other flows.
  if (!lanes.isSingle || lane.source.facts.classes.length < 2) return all;
  const values = lane.source.series.jain_index_tcp;
  return [...all, { lane, name: 'TCP', aloud: 'TCP flows alone', values, colour: 'responsive', width: 1.25 }];
}

/** What the marks at the right edge of the plots are. */
function ReferenceKey({ lanes }: ControlsProps) {
  const kinds = kindsShown(lanes);
  if (kinds.length === 0) return null;
  return (
    <ul className="plot-references" aria-label="Values from elsewhere">
      {kinds.map((kind) => (
        <li key={kind} title={ELSEWHERE[kind].meaning}>
          <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
            <path
              d={kind === 'paper' ? 'M5 0.8 9.2 5 5 9.2 0.8 5Z' : 'M1.5 1.5h7v7h-7z'}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
            />
          </svg>
          {ELSEWHERE[kind].name}
        </li>
      ))}
    </ul>
  );
}

const ELSEWHERE = {
  paper: { name: 'paper', meaning: 'As the paper of this scene prints it' },
  ns2: { name: 'ns-2', meaning: `Mean over seeds of the same scene in ns-2.35. ${PLUG_IN}` },
} as const;
