/** SVG elements of the picture of the scene, used on the page and in saved files. */

import { propertyOf } from '../../ui/theme';
import type { SceneDrawing } from './scene-picture';
import './scene-picture.css';

export function SceneShapes({ drawing, fontSize }: { readonly drawing: SceneDrawing; readonly fontSize: number }) {
  const { parts, wires, slots } = drawing;
  return (
    <g className="scene-picture__shapes">
      {wires.map(({ path, isThick }) => (
        <path key={path} className="scene-picture__wire" d={path} strokeWidth={isThick ? 5 : 1.5} />
      ))}
      {parts.map(({ key, x, y, width, height, rows, lines, isBox, colour }) => (
        <g key={key}>
          {isBox && <rect className="scene-picture__box" {...{ x, y, width, height }} rx={6} />}
          {colour !== undefined && (
            <rect
              {...{ x: x + 5, y: y + 6, width: 4, height: height - 12 }}
              rx={2}
              style={{ fill: `var(${propertyOf(colour)})` }}
            />
          )}
          {lines.map((text, line) =>
            text === '' ? null : (
              <text
                key={rows[line === 0 ? 0 : 1]}
                className={isBox && line === 1 ? 'scene-picture__second' : undefined}
                x={x + (isBox ? fontSize * 1.1 : 0)}
                y={rows[line === 0 ? 0 : 1]}
                fontWeight={isBox && line === 0 ? 600 : 400}
              >
                {text}
              </text>
            ),
          )}
        </g>
      ))}
      {slots.flatMap(({ x: lefts, ...slot }) =>
        lefts.map((x) => <rect key={`${x} ${slot.y}`} className="scene-picture__slot" x={x} {...slot} />),
      )}
    </g>
  );
}
