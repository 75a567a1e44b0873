/** What a curve that is drawn and one that came out have in common. */

import type { LaneRun } from '../../../core/run/lanes';
import { disciplineName } from '../../../core/run/setting-names';
import type { CurveAnswer, CurveAxes, Draft } from './curve-axes';

interface HeadProps {
  readonly answer: CurveAnswer;
  readonly axes: CurveAxes | undefined;
  readonly catalog: LaneRun['run']['catalog'] | undefined;
}

/** What goes upwards. */
export function CurveHead({ answer, axes, catalog }: HeadProps) {
  return (
    <p className="curve__head">
      <span aria-hidden="true">↑ </span>
      {answer.name_of_metric} under {disciplineName(catalog, answer.lane)}
      {axes !== undefined && axes.unit !== '' && ` [${axes.unit}]`}
    </p>
  );
}

export function Axes({
  axes,
  fontSize,
  name,
}: {
  readonly axes: CurveAxes;
  readonly fontSize: number;
  readonly name: string;
}) {
  const { left, right, bottom } = axes;
  return (
    <g className="curve__axes">
      {axes.yTicks.map(({ at, text }) => (
        <g key={text}>
          <line className="curve__grid" x1={left} x2={right} y1={at} y2={at} />
          <text x={left - fontSize * 0.5} y={at} textAnchor="end" dominantBaseline="central">
            {text}
          </text>
        </g>
      ))}
      {axes.xTicks.map(({ at, text }) => (
        <text key={text} x={at} y={bottom + fontSize * 1.3} textAnchor="middle">
          {text}
        </text>
      ))}
      <text className="curve__name" x={right} y={bottom + fontSize * 2.7} textAnchor="end">
        {name}
        {axes.xUnit !== '' && ` [${axes.xUnit}]`} →
      </text>
    </g>
  );
}

/** A line through the points that there are; broken where one is missing. */
export function pathThrough({ xs, toY }: Pick<CurveAxes, 'xs' | 'toY'>, values: Draft): string {
  return values
    .map((value, place) => {
      if (value === undefined) return '';
      const isOn = place > 0 && values[place - 1] !== undefined;
      return `${isOn ? 'L' : 'M'}${(xs[place] ?? 0).toFixed(1)} ${toY(value).toFixed(1)}`;
    })
    .join('');
}

/** Of one's own answer: a triangle, here and beside what came out. */
export function OwnMark({ x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number }) {
  const half = radius * 1.1;
  return <path className="own-mark" d={`M${x - half} ${y + half * 0.8}H${x + half}L${x} ${y - half * 1.1}Z`} />;
}
