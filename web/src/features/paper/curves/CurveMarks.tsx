/** The curves of a figure with their axes, on the page and in a file. */

import { XAxis, YAxis } from '../../../ui/figure/Figure';
import type { Ink } from '../../../ui/marks/ink';
import { SourceMark } from '../../../ui/marks/SourceMark';
import { propertyOf } from '../../../ui/theme';
import type { CurvesLayout, Source } from './curves';

/** The shapes of the sources, as everywhere. */
export const MARK_OF = { ours: 'now', here: 'experiment', paper: 'paper', ns2: 'ns2' } as const satisfies Record<
  Source,
  string
>;

interface Props {
  readonly layout: CurvesLayout;
  readonly fontSize: number;
  /** The point whose scene is open. */
  readonly open: number | undefined;
}

export function CurveMarks({ layout, fontSize, open }: Props) {
  const { region, xs, lanes } = layout;
  const at = open === undefined ? undefined : xs[open];
  return (
    <g className="curves">
      <YAxis {...{ region, fontSize }} ticks={layout.yTicks} title={layout.yTitle} />
      <XAxis {...{ region, fontSize }} ticks={layout.xTicks} title={layout.xTitle} hasLine />
      {at !== undefined && <line className="curves__open" x1={at} x2={at} y1={region.top} y2={region.bottom} />}
      {lanes.map(({ lane, name, ink, dash, line, paperLine, points, labelY }) => (
        <g key={lane} style={{ color: colourOf(ink) }}>
          {paperLine !== '' && <path className="curves__line curves__line--paper" d={paperLine} />}
          <path className="curves__line" d={line} strokeDasharray={dash?.join(' ')} />
          {points.map(
            ({ source, x, ends }) =>
              ends !== undefined && (
                <line key={`${source} ${x}`} className="curves__interval" x1={x} x2={x} y1={ends[0]} y2={ends[1]} />
              ),
          )}
          {points.map(({ source, x, y, value }) => (
            <g key={`${source} ${x} ${value}`} transform={`translate(${x} ${y})`}>
              <SourceMark kind={MARK_OF[source]} radius={fontSize * (source === 'here' ? 0.5 : 0.34)} />
            </g>
          ))}
          {labelY !== undefined && (
            <text className="curves__name" x={region.right + fontSize * 0.9} y={labelY} dominantBaseline="central">
              {name}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

function colourOf(ink: Ink): string {
  return `var(${propertyOf(ink)})`;
}
