/** The dots of what fairness costs with their axes, on the page and in a file. */

import { formatNumber } from '../../base/format';
import type { Size } from '../../ui/use-size';
import type { CostLayout } from './fairness-cost';

/** Radius of a dot [px]. */
export const DOT = 4.5;

/** What a discipline remembers. */
export const KINDS = [
  ['stateless', 'nothing about flows'],
  ['partial', 'some flows, within a bound'],
  ['per-flow', 'every flow'],
] as const;

export function CostDots({ layout, size }: { readonly layout: CostLayout; readonly size: Size }) {
  const { nothingX, left, right, top, bottom } = layout;
  const { height, fontSize } = size;
  return (
    <g>
      {layout.yTicks.map(({ at, fairness }) => (
        <g key={fairness}>
          <line className="cost__grid" x1={left} x2={right} y1={at} y2={at} />
          <text className="cost__number" x={left - fontSize / 2} y={at} dominantBaseline="middle" textAnchor="end">
            {fairness}
          </text>
        </g>
      ))}
      <line className="cost__grid" x1={nothingX} x2={nothingX} y1={top} y2={bottom} />
      <text className="cost__number" x={nothingX} y={bottom + fontSize * 1.4} textAnchor="middle">
        0
      </text>
      {layout.xTicks.map(({ at, bytes }) => (
        <g key={bytes}>
          <line className="cost__grid" x1={at} x2={at} y1={top} y2={bottom} />
          <text className="cost__number" x={at} y={bottom + fontSize * 1.4} textAnchor="middle">
            {formatNumber(bytes)}
          </text>
        </g>
      ))}
      <text className="cost__axis" x={(left + right) / 2} y={height - fontSize * 0.4} textAnchor="middle">
        bytes kept beside the waiting packets
      </text>
      <text
        className="cost__axis"
        transform={`translate(${fontSize} ${(top + bottom) / 2}) rotate(-90)`}
        textAnchor="middle"
      >
        fairness, all flows
      </text>
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
