/** Jain's fairness index since the start of the measured window, over all flows and over the TCP flows alone. */

import { isMeasured, notBefore } from '../../ui/figure-words';
import type { Ink } from '../../ui/marks/ink';
import { laneDash } from '../../ui/marks/lane-looks';
import type { LineMark } from '../../ui/marks/line';
import { PLUG_IN } from '../experiment/verdicts.gen';
import type { ControlsProps, PlotDefinition } from './definition';
import type { LabelMark, PlotDisplay, PlotView } from './plot-display';
import { focusFirst, laneSamples, measuredSince, type PlotLane, type PlotLanes } from './plot-lanes';
import { timeTable } from './plot-table';
import { kindsShown, referenceKey } from './published';
import { timeRows } from './saved-rows';
import { linearAxis, timePlot } from './time-plot';

export const FAIRNESS: PlotDefinition = {
  id: 'fairness',
  title: () => 'Jain fairness',
  says: (lanes) => `0–1 · ${measuredSince(lanes)}`,
  help: (lanes) => `Jain's fairness index over the flows, ${measuredSince(lanes)}. 1: all flows get the same.`,
  axis: { over: 'time' },
  display: fairnessPlot,
  table: (lanes) =>
    timeTable(lanes, ({ series, facts }) => {
      const { measured_from_s } = facts.scenario;
      return [
        [`all flows, ${measuredSince(lanes)}`, series.jain_index, 4, measured_from_s],
        [`TCP flows, ${measuredSince(lanes)}`, series.jain_index_tcp, 4, measured_from_s],
      ];
    }),
  key: (lanes) => referenceKey('fairness', lanes),
  saved: (lanes) =>
    timeRows(lanes, ({ series }) => [
      {
        name: 'jain_index',
        unit: '1',
        meaning: `Jain's fairness index over all flows, ${measuredSince(lanes)}.`,
        values: series.jain_index,
      },
      {
        name: 'jain_index_tcp',
        unit: '1',
        meaning: `Jain's fairness index over the TCP flows only, ${measuredSince(lanes)}.`,
        values: series.jain_index_tcp,
      },
    ]),
  hasSeedBands: true,
  Controls: ReferenceKey,
};

interface Kind {
  readonly lane: PlotLane;
  readonly name: string;
  readonly aloud: string;
  readonly values: Float64Array;
  readonly colour: Ink;
  readonly width: number;
  readonly dash: readonly number[] | undefined;
}

function fairnessPlot(lanes: PlotLanes, view: PlotView): PlotDisplay {
  const { measured_from_s } = lanes.focus.source.facts.scenario;
  const pending = notBefore(measured_from_s);
  return timePlot(lanes, view, {
    samples: [
      ...laneSamples(lanes, '0.000', ...kindsOf(lanes).map(({ name }) => name)),
      ...(measured_from_s > 0 ? [['', pending] as const] : []),
    ],
    values: linearAxis(1),
    published: 'fairness',
    ghost: ({ jain_index }) => [jain_index, 'last'],
    isGhostNamed: true,
    main: 'text',
    since_s: measured_from_s,
    draw: ({ instant_s, at, toY, scale, line }) => {
      const kinds = kindsOf(lanes);
      const texts: string[] = [];
      const begin = scale.left + measured_from_s * scale.pixels_per_s;
      const isKnown = isMeasured(instant_s, measured_from_s);
      const labels = kinds.flatMap(({ lane, name, aloud, values, colour, width, dash }): LabelMark[] => {
        const value = values[lane.source.series.bucketAt(instant_s)] ?? Number.NaN;
        if (Number.isNaN(value)) return [];
        texts.push(`${aloud} ${value.toFixed(3)}`);
        return [{ y: toY(value), name, value: value.toFixed(3), colour, isStrong: width > 2, dash }];
      });
      const none: LabelMark = {
        ...{ y: toY(0.5), name: lanes.isSingle ? 'all flows' : 'all lanes', value: pending },
        ...{ colour: 'text', isStrong: false, isApart: true },
      };
      return {
        // The bold line is last, so that it is painted over the thin line.
        lines: kinds
          .map(({ lane, values, width, colour, dash }) =>
            from(begin, line(lane.source, values, 'last', { width, colour, ...(dash && { dash }) })),
          )
          .reverse(),
        labels: isKnown ? labels : [none],
        reading: isKnown
          ? `${at}: ${texts.join(', ') || 'nothing received yet'}, ${measuredSince(lanes)}. 1 is perfectly fair.`
          : `${at}: ${pending}, when the measured window begins.`,
      };
    },
  });
}

/** The part of a line after the start of the measured window. Before that time the index is not defined. */
function from<Line extends LineMark>(begin: number, line: Line): Line {
  for (let point = 0; point < line.length && (line.x[point] ?? 0) <= begin; point += 1) line.y[point] = Number.NaN;
  return line;
}

/** The lines of the plot, the most important first. */
function kindsOf(lanes: PlotLanes): readonly Kind[] {
  const all = focusFirst(lanes).map((lane): Kind => {
    const name = lanes.isSingle ? 'all flows' : lane.name;
    const colour = lanes.isSingle ? 'text' : lane.colour;
    return {
      lane,
      name,
      aloud: name,
      values: lane.source.series.jain_index,
      colour,
      width: 2.5,
      dash: lanes.isSingle ? undefined : laneDash(lane),
    };
  });
  const lane = lanes.focus;
  // With one class of flows, the index over the TCP flows equals that over all flows, so one line is enough.
  if (!lanes.isSingle || lane.source.facts.classes.length < 2) return all;
  const values = lane.source.series.jain_index_tcp;
  return [
    ...all,
    { lane, name: 'TCP', aloud: 'TCP flows only', values, colour: 'responsive', width: 1.25, dash: undefined },
  ];
}

/** Legend of the marks at the right edge of the plots. */
function ReferenceKey({ lanes }: ControlsProps) {
  const { kinds, areOfUnchanged } = kindsShown(lanes);
  if (kinds.length === 0) return null;
  return (
    <ul
      className={`row row--tight fixed small unbroken plot-references ${areOfUnchanged ? 'faint' : 'soft'}`}
      aria-label={`Values of the paper and ns-2${areOfUnchanged ? ', of the unchanged scene' : ''}`}
    >
      {kinds.map((kind) => (
        <li
          key={kind}
          className="row row--tight gap-1"
          title={`${ELSEWHERE[kind].meaning}${areOfUnchanged ? `. ${BEFORE}` : ''}`}
        >
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

const BEFORE = 'Grey: values of the unchanged scene; a setting now has a different value';

const ELSEWHERE = {
  paper: { name: 'paper', meaning: 'Value printed in the paper of this scene' },
  ns2: { name: 'ns-2', meaning: `Mean over seeds of the same scene in ns-2.35. ${PLUG_IN}` },
} as const;
