/** A picture without its cursor, on the page and in a file. */

import { XAxis, YAxis } from '../../ui/figure/Figure';
import { pathThrough } from '../../ui/figure/path';
import type { Ink } from '../../ui/marks/ink';
import { SourceMark } from '../../ui/marks/SourceMark';
import { propertyOf } from '../../ui/theme';
import type { Size } from '../../ui/use-size';
import { type FigureLayout, stairsOf } from './figure-layout';
import type { Picture } from './picture';

/** A name such as "p_a after 5", with its index as a subscript. */
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

/** Axes and marks, which do not change while the cursor moves. */
export function Marks({ picture, layout, size: { fontSize } }: LayerProps) {
  const { region, toX, toY } = layout;
  const { left, right, top, bottom } = region;
  const areFew = picture.dots.filter(({ kind }) => kind === 'now').length <= 4;
  return (
    <g className="picture__marks">
      <YAxis {...{ region, fontSize }} ticks={layout.yTicks} title={picture.y.title} />
      <XAxis {...{ region, fontSize }} ticks={layout.xTicks} title={picture.x.title} />
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
          d={pathThrough(points.map(([x, y]) => [toX(x), toY(y)]))}
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
          <SourceMark kind={kind} radius={areFew ? fontSize * 0.42 : fontSize * 0.25} />
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

function stroke(colour: Ink): { stroke: string } {
  return { stroke: variable(colour) };
}

export function variable(colour: Ink): string {
  return `var(${propertyOf(colour)})`;
}
