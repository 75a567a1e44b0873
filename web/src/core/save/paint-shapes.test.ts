import { describe, expect, it } from 'vitest';
import { paintShapes, type Shape, tracePath } from './paint-shapes';
import { SvgContext } from './svg-context';

const RULER = { widthOf: (_: string, text: string) => 10 * text.length, baselineBelowMiddle: () => 4 };
const LOOK = {
  fill: undefined,
  stroke: undefined,
  strokeWidth: 1,
  dash: [],
  join: 'miter',
  opacity: 1,
  at: [0, 0, 0],
} as const;

function painted(...shapes: readonly Shape[]): string {
  const context = new SvgContext(100, 100, 'test', RULER);
  paintShapes(context.pen, shapes);
  return context.content;
}

describe('the shapes of a figure', () => {
  it('are lines along the path, including steps', () => {
    const steps: (readonly [string, ...number[]])[] = [];
    tracePath(
      {
        moveTo: (x, y) => void steps.push(['M', x, y]),
        lineTo: (x, y) => void steps.push(['L', x, y]),
        closePath: () => void steps.push(['Z']),
      },
      'M1.5,2L-3 4H5V-6.25Z',
    );
    expect(steps).toEqual([['M', 1.5, 2], ['L', -3, 4], ['L', 5, 4], ['L', 5, -6.25], ['Z']]);
  });

  it('are refused if the painter would draw them wrongly', () => {
    const shape: Shape = { ...LOOK, kind: 'path', path: 'M0 0C1 1 2 2 3 3', stroke: '#000' };
    expect(() => painted(shape)).toThrow('a saved picture knows no C in a path');
  });

  it('are moved by the translations and rotations of their groups', () => {
    const shape: Shape = { ...LOOK, kind: 'path', path: 'M0 0L10 0', stroke: '#123456', at: [5, 20, -Math.PI / 2] };
    expect(painted(shape)).toContain('d="M5 20L5 10"');
  });

  it('include texts that consist of several parts, each placed as one text', () => {
    const font = '600 12px Inter';
    const content = painted({
      ...LOOK,
      ...{ kind: 'text', x: 100, y: 50, anchor: 'end', isCentred: false, isHaloed: true, fill: '#111', stroke: '#fff' },
      runs: [
        { text: 'p', font, down: 0 },
        { text: 'a', font, down: 3 },
        { text: '!', font, down: -3 },
      ],
    });
    const places = [...content.matchAll(/x="(\d+)" y="(\d+)"[^>]*>(.)</g)].map(([, x, y, text]) => [text, x, y]);
    // Each text is painted twice: first its outline, then its letters.
    expect(places).toEqual([
      ['p', '70', '50'],
      ['p', '70', '50'],
      ['a', '80', '53'],
      ['a', '80', '53'],
      ['!', '90', '50'],
      ['!', '90', '50'],
    ]);
  });
});
