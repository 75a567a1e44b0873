/** A static figure on the page or in a file: its surface, and its axes with titles, numbers and a grid. */

import type { ReactNode } from 'react';
import { textWidth } from '../marks/text-mark';
import type { Size } from '../use-size';
import { NUMBER_GAP, NUMBER_ROW, type Region, TITLE_ROW, type Tick, textInside } from './axis';
import './figure.css';

interface FigureProps {
  readonly size: Pick<Size, 'width' | 'height'>;
  readonly className?: string;
  /** The figure's description. Absent if another element describes it. */
  readonly label?: string;
  /** Id of the text that names a figure with controls. */
  readonly labelledBy?: string;
  readonly children: ReactNode;
}

export function Figure({ size: { width, height }, className = '', label, labelledBy, children }: FigureProps) {
  const role = labelledBy !== undefined ? 'group' : label !== undefined ? 'img' : undefined;
  return (
    <svg
      className={`figure ${className}`.trim()}
      {...{ width, height, role }}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-hidden={role === undefined || undefined}
      focusable="false"
    >
      {children}
    </svg>
  );
}

interface AxisProps {
  readonly region: Region;
  readonly ticks: readonly Tick[];
  readonly fontSize: number;
  readonly title?: string;
}

interface XAxisProps extends AxisProps {
  /** Grid lines across the figure, tick marks below it, or neither. */
  readonly marks?: 'lines' | 'short' | 'none';
  /** True if the figure has a line at its bottom. */
  readonly hasLine?: boolean;
  /** Position of the title: in the middle, or at the end, where its unit is easier to see. */
  readonly titleAt?: 'middle' | 'end';
  /** Width of the surface [px]. Numbers at its edges are kept inside. */
  readonly width?: number;
}

export function XAxis({
  region,
  ticks,
  fontSize,
  title,
  marks = 'short',
  hasLine,
  titleAt = 'middle',
  width,
}: XAxisProps) {
  const { left, right, top, bottom } = region;
  return (
    <g className="figure__axis">
      {marks !== 'none' &&
        ticks.map(({ at }) => (
          <line
            key={at}
            x1={at}
            x2={at}
            y1={marks === 'lines' ? top : bottom}
            y2={bottom + (marks === 'lines' ? 0 : 4)}
          />
        ))}
      {hasLine === true && <line className="figure__line" x1={left} x2={right} y1={bottom} y2={bottom} />}
      {ticks.map(({ at, text }) => (
        <text
          key={at}
          x={width === undefined ? at : textInside(at, textWidth(text, fontSize, 'text'), 0, width)}
          y={bottom + fontSize * NUMBER_ROW}
          textAnchor="middle"
        >
          {text}
        </text>
      ))}
      {title !== undefined && (
        <text
          className="figure__title"
          x={titleAt === 'end' ? right : (left + right) / 2}
          y={bottom + fontSize * TITLE_ROW}
          textAnchor={titleAt}
        >
          {title}
        </text>
      )}
    </g>
  );
}

interface YAxisProps extends AxisProps {
  /** Unit in the row below the numbers, used if there is no title. */
  readonly unit?: string;
}

export function YAxis({ region, ticks, fontSize, title, unit }: YAxisProps) {
  const { left, right, top, bottom } = region;
  return (
    <g className="figure__axis">
      {ticks.map(({ at, text }) => (
        <g key={at}>
          <line x1={left} x2={right} y1={at} y2={at} />
          <text x={left - fontSize * NUMBER_GAP} y={at} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {unit !== undefined && (
        <text x={0} y={bottom + fontSize * NUMBER_ROW}>
          {unit}
        </text>
      )}
      {title !== undefined && (
        <text
          className="figure__title"
          textAnchor="middle"
          transform={`translate(${fontSize * 0.7} ${(top + bottom) / 2}) rotate(-90)`}
        >
          {title}
        </text>
      )}
    </g>
  );
}
