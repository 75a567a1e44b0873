/** A figure's curves with their axes, on the page and in a file. */

import { SourceMark } from '../../../ui/marks/SourceMark';
import type { CurvesLayout, Source } from './curves';
import { LanesOverAxes } from './LanesOverAxes';

/** The shape for each source of values, the same in all figures. */
export const MARK_OF = { ours: 'now', here: 'experiment', paper: 'paper', ns2: 'ns2' } as const satisfies Record<
  Source,
  string
>;

interface Props {
  readonly layout: CurvesLayout;
  readonly fontSize: number;
  /** Index of the point whose scene is open. */
  readonly open: number | undefined;
}

export function CurveMarks({ layout, fontSize, open }: Props) {
  const { region, xs } = layout;
  const at = open === undefined ? undefined : xs[open];
  return (
    <LanesOverAxes
      layout={layout}
      fontSize={fontSize}
      below={({ paperLine }) => paperLine !== '' && <path className="curves__line curves__line--paper" d={paperLine} />}
      above={({ points }) => (
        <>
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
        </>
      )}
    >
      {at !== undefined && <line className="curves__open" x1={at} x2={at} y1={region.top} y2={region.bottom} />}
    </LanesOverAxes>
  );
}
