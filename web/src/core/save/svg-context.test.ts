import { crc32 as reference } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { crc32, withTexts } from './png-texts';
import { SvgContext } from './svg-context';

const RULER = { widthOf: () => 10, baselineBelowMiddle: () => 4 };
const drawn = (paint: (pen: CanvasRenderingContext2D) => void): string => {
  const context = new SvgContext(100, 50, 'p', RULER);
  paint(context.pen);
  return context.content;
};

describe('the canvas context that writes SVG', () => {
  it('writes the fill and the stroke of one path as two elements, in the order of the calls', () => {
    const content = drawn((pen) => {
      pen.beginPath();
      pen.rect(1, 2, 3, 4);
      pen.strokeStyle = '#111';
      pen.lineWidth = 5;
      pen.stroke();
      pen.strokeStyle = '#222';
      pen.lineWidth = 2;
      pen.stroke();
      pen.fillStyle = '#333';
      pen.globalAlpha = 0.5;
      pen.fill();
    });
    expect(content.match(/(stroke|fill)="#\d+"/g)).toEqual(['stroke="#111"', 'stroke="#222"', 'fill="#333"']);
    expect(content).toContain('fill-opacity="0.5"');
  });

  it('covers erased parts and starts every text at its own position, if the drawing is for a PDF', () => {
    const context = new SvgContext(100, 50, 'p', RULER, '#fff');
    const { pen } = context;
    pen.layer(() => {
      pen.fillRect(0, 0, 50, 50);
      pen.globalCompositeOperation = 'destination-out';
      pen.globalAlpha = 0.6;
      pen.fillRect(20, 0, 30, 50);
    });
    pen.globalCompositeOperation = 'source-over';
    pen.globalAlpha = 1;
    for (const align of ['left', 'center', 'right'] as const) {
      pen.textAlign = align;
      pen.fillText('ten', 50, 10);
    }
    expect(context.content).not.toContain('mask');
    expect(context.content).toContain('<path d="M20 0L50 0L50 50L20 50Z" fill="#fff" fill-opacity="0.6"/>');
    expect(context.content).not.toContain('text-anchor');
    expect(context.content.match(/<text x="\d+"/g)).toEqual(['<text x="50"', '<text x="45"', '<text x="40"']);
  });

  it('applies rotations and translations to points, and restores saved states', () => {
    const content = drawn((pen) => {
      pen.save();
      pen.translate(10, 20);
      pen.rotate(Math.PI / 2);
      pen.beginPath();
      pen.moveTo(0, 0);
      pen.lineTo(5, 0);
      pen.stroke();
      pen.font = '600 12px Inter';
      pen.textBaseline = 'middle';
      pen.fillText('a<b', 1, 0);
      pen.restore();
      pen.fillRect(0, 0, 1, 1);
    });
    expect(content).toContain('d="M10 20L10 25"');
    expect(content).toMatch(/<text x="1" y="4" transform="matrix\(0 1 -1 0 10 20\)".*font-weight="600".*>a&lt;b</);
    expect(content).toContain('d="M0 0L1 0L1 1L0 1Z"');
  });

  it('writes a circle as two halves, and an arc with its own length', () => {
    const arc = (from: number, to: number, isBack?: boolean): string =>
      drawn((pen) => {
        pen.beginPath();
        pen.arc(10, 10, 5, from, to, isBack);
        pen.stroke();
      });
    expect(arc(0, 2 * Math.PI)).toContain('M15 10A5 5 0 0 1 5 10A5 5 0 0 1 15 10');
    expect(arc(0, Math.PI)).toContain('M15 10A5 5 0 0 1 10 15A5 5 0 0 1 5 10');
    expect(arc(0, Math.PI, true)).toContain('M15 10A5 5 0 0 0 10 5A5 5 0 0 0 5 10');
  });

  it('throws on unknown calls instead of ignoring them', () => {
    expect(() => drawn((pen) => pen.ellipse(1, 1, 1, 1, 0, 0, 1))).toThrow();
    expect(() =>
      drawn((pen) => {
        pen.shadowBlur = 3;
      }),
    ).toThrow();
    expect(() => drawn((pen) => pen.scale(1, 2))).toThrow('alike');
    expect(() =>
      drawn((pen) => {
        pen.globalCompositeOperation = 'multiply';
        pen.fillRect(0, 0, 1, 1);
      }),
    ).toThrow('multiply');
  });
});

it('texts in a PNG are after the header chunk, with the checksum of the standard', () => {
  const bytes = new TextEncoder().encode('iTXtTitle');
  expect(crc32(bytes)).toBe(reference(bytes));
  // A PNG file in outline: signature, header chunk and one more chunk.
  const png = Uint8Array.from({ length: 8 + 25 + 12 }, (_, at) => at);
  const written = withTexts(png, [['Title', 'Queue – 1']]);
  expect(written.subarray(0, 33)).toEqual(png.subarray(0, 33));
  expect(written.subarray(-12)).toEqual(png.subarray(-12));
  const chunk = written.subarray(33, -12);
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
  expect(view.getUint32(0)).toBe(chunk.length - 12);
  expect(new TextDecoder().decode(chunk.subarray(4, -4))).toBe('iTXtTitle\0\0\0\0\0Queue – 1');
  expect(view.getUint32(chunk.length - 4)).toBe(reference(chunk.subarray(4, -4)));
});
