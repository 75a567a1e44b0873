/**
 * Converts an SVG figure of the page to shapes with the colours, lines and fonts of its style sheet, so that it can be
 * saved like a figure painted on a canvas. For this purpose the figure is rendered again, hidden, at the size and in
 * the colours of the file.
 */

import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Colours } from '../../base/palette';
import { customProperties } from '../../ui/theme';
import type { Look, Shape, TextRun } from './paint-shapes';

interface FigureLook {
  /** The `svg`, inside the ancestors that its style sheet relies on. */
  readonly element: ReactElement;
  /** Font size [px]. */
  readonly fontSize: number;
  readonly colours: Colours;
}

export function shapesOfFigure({ element, fontSize, colours }: FigureLook): readonly Shape[] {
  const host = document.createElement('div');
  for (const [name, value] of customProperties(colours)) host.style.setProperty(name, value);
  Object.assign(host.style, {
    position: 'fixed',
    insetInlineStart: '-10000px',
    color: 'var(--text)',
    fontSize: `${fontSize}px`,
  });
  host.setAttribute('aria-hidden', 'true');
  document.body.append(host);
  const root = createRoot(host);
  try {
    flushSync(() => root.render(element));
    const svg = host.querySelector('svg');
    if (svg === null) throw new Error('there is no picture');
    return shapesIn(svg, 1);
  } finally {
    root.unmount();
    host.remove();
  }
}

function shapesIn(parent: Element, opacity: number): Shape[] {
  return [...parent.children].flatMap((child) => {
    if (!(child instanceof SVGGraphicsElement)) return [];
    const style = getComputedStyle(child);
    const seen = opacity * Number(style.opacity);
    if (style.display === 'none' || style.visibility === 'hidden' || seen === 0) return [];
    if (child instanceof SVGGElement) return shapesIn(child, seen);
    const shape = shapeOf(child, style);
    return shape === undefined ? [] : [{ ...lookOf(child, style, seen), ...shape } as Shape];
  });
}

function lookOf(element: SVGGraphicsElement, style: CSSStyleDeclaration, opacity: number): Look {
  const { a = 1, b = 0, e = 0, f = 0 } = element.getCTM() ?? {};
  return {
    fill: paintOf(style.fill),
    stroke: paintOf(style.stroke),
    strokeWidth: Number.parseFloat(style.strokeWidth),
    dash: style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(/[ ,]+/).map(Number.parseFloat),
    join: style.strokeLinejoin as CanvasLineJoin,
    opacity,
    at: [e, f, Math.atan2(b, a)],
  };
}

/** A colour in a form that every program can read. Browsers report mixed colours as `color(srgb 0.5 0.25 1)`. */
function paintOf(value: string): string | undefined {
  const [, parts] = /^color\(srgb ([^/)]+)\)$/.exec(value) ?? [];
  if (parts !== undefined)
    return `rgb(${parts
      .trim()
      .split(/ +/)
      .map((part) => Math.round(255 * Number(part)))
      .join(', ')})`;
  return value === 'none' ? undefined : value;
}

/** A shape without the colours, lines and fonts of its style sheet. */
type Bare<T> = T extends unknown ? Omit<T, keyof Look> : never;

function shapeOf(element: SVGGraphicsElement, style: CSSStyleDeclaration): Bare<Shape> | undefined {
  const number = (name: string): number => Number(element.getAttribute(name) ?? 0);
  if (element instanceof SVGTextElement)
    return {
      kind: 'text',
      x: number('x'),
      y: number('y'),
      anchor: style.textAnchor as 'start' | 'middle' | 'end',
      isCentred: ['middle', 'central'].includes(style.dominantBaseline),
      isHaloed: style.paintOrder.startsWith('stroke'),
      runs: [...element.childNodes].flatMap(runsOf),
    };
  if (element instanceof SVGPathElement) return { kind: 'path', path: element.getAttribute('d') ?? '' };
  if (element instanceof SVGLineElement)
    return { kind: 'path', path: `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}` };
  if (element instanceof SVGCircleElement)
    return { kind: 'circle', x: number('cx'), y: number('cy'), radius: number('r') };
  if (element instanceof SVGRectElement)
    return {
      kind: 'box',
      x: number('x'),
      y: number('y'),
      width: number('width'),
      height: number('height'),
      radius: number('rx'),
    };
  return undefined;
}

function runsOf(node: ChildNode): readonly TextRun[] {
  const element = node instanceof Element ? node : node.parentElement;
  const text = node.textContent ?? '';
  if (element === null) return [];
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  const size = Number.parseFloat(fontSize);
  // `dy` is in font sizes.
  const down = node instanceof Element ? Number.parseFloat(node.getAttribute('dy') ?? '0') * size : 0;
  return [{ text, font: `${fontWeight} ${fontSize} ${fontFamily}`, down }];
}
