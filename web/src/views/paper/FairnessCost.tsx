/** The state that disciplines keep and the fairness that it buys, as a figure. All of its numbers stand in the table too. */

import { useMemo, useRef, useState } from 'react';
import { formatNumber } from '../../base/format';
import { type Size, useSize } from '../../base/use-size';
import { pointText } from '../../experiment/paper-table';
import type { Report } from '../../experiment/report';
import {
  type FairnessCost as Cost,
  type CostLayout,
  costLayout,
  fairnessCost,
  type KnownDiscipline,
  lastKnownPoint,
} from './fairness-cost';

interface Props {
  readonly report: Report | undefined;
  readonly disciplines: readonly KnownDiscipline[];
  readonly sweepPath: string | undefined;
}

const KINDS = [
  ['stateless', 'nothing about flows'],
  ['partial', 'some flows, within a bound'],
  ['per-flow', 'every flow'],
] as const;
const DOT = 4.5;

export function FairnessCost({ report, disciplines, sweepPath }: Props) {
  const cost = useMemo(() => fairnessCost(report, disciplines), [report, disciplines]);
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  if (cost === undefined) return null;
  const point = Math.min(chosen ?? lastKnownPoint(cost), cost.points.length - 1);
  return (
    <figure className="cost">
      <figcaption className="cost__head">
        <h3>What fairness costs</h3>
        {cost.points.length > 1 && (
          <fieldset className="cost__points">
            <legend>{report?.sweep}</legend>
            {cost.points.map((value, place) => (
              <button
                key={String(value)}
                type="button"
                className="cost__point"
                aria-pressed={place === point}
                onClick={() => setChosen(place)}
              >
                {pointText(value, sweepPath)}
              </button>
            ))}
          </fieldset>
        )}
        <ul className="cost__kinds" aria-label="What a discipline remembers">
          {KINDS.map(([memory, text]) => (
            <li key={memory}>
              <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
                <circle className="cost__dot" data-memory={memory} r={DOT} />
              </svg>
              {text}
            </li>
          ))}
        </ul>
      </figcaption>
      <Picture cost={cost} point={point} />
    </figure>
  );
}

function Picture({ cost, point }: { readonly cost: Cost; readonly point: number }) {
  const surface = useRef<HTMLDivElement>(null);
  const size = useSize(surface);
  return (
    <div ref={surface} className="cost__surface">
      {size !== undefined && <Dots layout={costLayout(cost, point, size)} size={size} />}
    </div>
  );
}

function Dots({ layout, size }: { readonly layout: CostLayout; readonly size: Size }) {
  const { nothingX, left, right, top, bottom } = layout;
  const { width, height, fontSize } = size;
  return (
    <svg width={width} height={height} aria-hidden="true" focusable="false">
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
    </svg>
  );
}
