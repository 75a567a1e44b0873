/** Axes and marks of a picture, on the page and in a file: what stands still while the cursor moves. */

import type { Size } from '../../ui/use-size';
import { DotShape } from './DotShape';
import { type FigureLayout, pathOf, stairsOf } from './figure-layout';
import type { ColourName, Picture } from './picture';

/** "p_a after 5" with its index lowered. */
export function Lowered({ text }: { readonly text: string }) {
  const [, symbol, index, rest] = /^(\w+?)_(\w+)(.*)$/.exec(text) ?? [];
  if (symbol === undefined) return text;
  return (
    <>
      {symbol}
      <tspan dy="0.3em" fontSize="0.8em">
        {index}
      </tspan>
      <tspan dy="-0.24em">{rest}</tspan>
    </>
  );
}

export interface LayerProps {
  readonly picture: Picture;
  readonly layout: FigureLayout;
  readonly size: Size;
}

export function Axes({ picture, layout, size: { fontSize } }: LayerProps) {
  const { left, right, top, bottom } = layout;
  return (
    <g className="picture__axes">
      {layout.yTicks.map(({ at, text }) => (
        <g key={text}>
          <line className="picture__grid" x1={left} x2={right} y1={at} y2={at} />
          <text x={left - fontSize * 0.5} y={at} textAnchor="end" dominantBaseline="central">
            {text}
          </text>
        </g>
      ))}
      {layout.xTicks.map(({ at, text }) => (
        <g key={text}>
          <line className="picture__grid" x1={at} x2={at} y1={bottom} y2={bottom + 4} />
          <text x={at} y={bottom + fontSize * 1.35} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
      <text className="picture__axis" x={(left + right) / 2} y={bottom + fontSize * 2.8} textAnchor="middle">
        {picture.x.title}
      </text>
      <text
        className="picture__axis"
        textAnchor="middle"
        transform={`translate(${fontSize} ${(top + bottom) / 2}) rotate(-90)`}
      >
        {picture.y.title}
      </text>
    </g>
  );
}

export function Marks({ picture, layout, size: { fontSize } }: LayerProps) {
  const { left, right, top, bottom } = layout;
  const areFew = picture.dots.filter(({ kind }) => kind === 'now').length <= 4;
  return (
    <g>
      {layout.guides.map(({ guide, at }) =>
        guide.along === 'x' ? (
          <line key={guide.text} className="picture__guide" x1={at} x2={at} y1={top} y2={bottom} />
        ) : (
          <line key={guide.text} className="picture__guide" x1={left} x2={right} y1={at} y2={at} />
        ),
      )}
      {picture.histograms.map(({ key, colour, values }) => (
        <path key={key} d={stairsOf(values, layout)} fill="none" strokeWidth={2} style={stroke(colour)} />
      ))}
      {picture.curves.map(({ id, colour, width, dash, points }) => (
        <path
          key={id}
          d={pathOf(points, layout)}
          fill="none"
          strokeWidth={width}
          strokeDasharray={dash}
          strokeLinejoin="round"
          style={stroke(colour)}
        />
      ))}
      {layout.labels.map(({ key, y, text, colour }) => (
        <text
          key={key}
          className="picture__label"
          x={right + fontSize * 0.5}
          y={y}
          dominantBaseline="central"
          style={{ fill: variable(colour) }}
        >
          <Lowered text={text} />
        </text>
      ))}
      {layout.guides.map(
        ({ guide, text }) =>
          text !== undefined && (
            <text key={guide.text} className="picture__note" x={text.x} y={text.y}>
              {guide.text}
            </text>
          ),
      )}
      {layout.dots.map(({ dot: { key, kind, colour, name: text }, x, y, name }) => (
        <g
          key={key}
          className="picture__dot"
          data-kind={kind}
          style={{ transform: `translate(${x}px, ${y}px)`, color: variable(colour) }}
        >
          <DotShape kind={kind} radius={areFew ? fontSize * 0.42 : fontSize * 0.25} />
          {name !== undefined && (
            <text className="picture__note picture__note--dot" x={name.x} y={name.y} textAnchor={name.anchor}>
              {text}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

function stroke(colour: ColourName): { stroke: string } {
  return { stroke: variable(colour) };
}

export function variable(colour: ColourName): string {
  return `var(--${colour.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)})`;
}
