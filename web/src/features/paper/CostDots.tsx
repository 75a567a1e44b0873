/**
 * Plots the fairness of each lane against the state that it stores, with a dot for each lane, on the page and in a
 * file.
 */

import { XAxis, YAxis } from '../../ui/figure/Figure';
import type { Size } from '../../ui/use-size';
import { costLayout, type FairnessCost } from './fairness-cost';

/** Radius of a dot [px]. */
export const DOT = 4.5;

/** Kinds of state that a discipline keeps. */
export const KINDS = [
  ['stateless', 'nothing about flows'],
  ['partial', 'some flows, within a bound'],
  ['per-flow', 'every flow'],
] as const;

interface Props {
  readonly cost: FairnessCost;
  readonly point: number;
  readonly size: Size;
}

export function CostDots({ cost, point, size }: Props) {
  const { fontSize } = size;
  const layout = costLayout(cost, point, size);
  const { region } = layout;
  return (
    <g>
      <YAxis {...{ region, fontSize }} ticks={layout.yTicks} title="fairness, all flows" />
      <XAxis {...{ region, fontSize }} ticks={layout.xTicks} marks="lines" title="bytes stored besides the packets" />
      {layout.dots.map(({ lane, name, memory, x, y, label, path }) => (
        <g key={lane} className="cost__lane">
          <path className="cost__path" d={path} />
          {label !== undefined && (
            <>
              <line className="cost__leader" x1={x} y1={y} x2={label.x - 2} y2={label.y} />
              <text className="cost__name" x={label.x} y={label.y} dominantBaseline="middle">
                {name}
              </text>
            </>
          )}
          <circle className="cost__dot" data-memory={memory} cx={x} cy={y} r={DOT} />
        </g>
      ))}
    </g>
  );
}
