/**
 * Writes a drawing to a file. In every format, the page's painter draws the picture. This file adds the background, the
 * footer with the origin, and the metadata.
 */

import type { Colours } from '../../base/palette';
import type { Drawing } from './drawing';
import { escapeXml } from './escape-xml';
import { fontRules } from './fonts';
import { FOOT_FONT, type Foot, footOf, paintFoot } from './foot';
import { withTexts } from './png-texts';
import { provenanceWords } from './provenance-fields';
import { canvasRuler } from './ruler';
import { type Ruler, SvgContext } from './svg-context';

/** Device pixels per CSS pixel of a saved picture, enough for a slide. */
const SHARPNESS = 2;

/** The drawing as SVG with embedded fonts, so that the SVG loads no other file. */
export async function svgOf(drawing: Drawing): Promise<string> {
  const picture = drawnAsSvg(drawing, canvasRuler());
  return picture.text(await fontRules(picture.fonts));
}

/** The drawing as SVG without fonts. Used by tests. */
export function drawnAsSvg(
  drawing: Drawing,
  ruler: Ruler,
  { isForPdf = false } = {},
): { readonly fonts: ReadonlySet<string>; readonly text: (rules: string) => string } {
  const { name, width, provenance } = drawing;
  const foot = footOf(provenance, width, (text) => ruler.widthOf(FOOT_FONT, text));
  const height = drawing.height + foot.height;
  const ground = isForPdf ? drawing.colours.page : undefined;
  // An id must begin with a letter.
  const context = new SvgContext(width, height, `p-${name.replaceAll(/[^\w-]/g, '')}`, ruler, ground);
  paintWhole(context.pen, drawing, foot);
  const text = (rules: string): string =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
      `<title>${escapeXml(provenance.title)}</title>`,
      `<desc>${escapeXml(`${provenanceWords(provenance)} · ${provenance.link}`)}</desc>`,
      `<metadata>${escapeXml(JSON.stringify(provenance))}</metadata>`,
      ...(rules === '' ? [] : [`<style>${rules}</style>`]),
      context.content,
      '</svg>\n',
    ].join('\n');
  return { fonts: context.fonts, text };
}

export async function pngOf(drawing: Drawing, scale = SHARPNESS): Promise<Blob> {
  // Text painted before its font is loaded would get a fallback font.
  await document.fonts.ready;
  const { width, provenance } = drawing;
  const ruler = canvasRuler();
  const foot = footOf(provenance, width, (text) => ruler.widthOf(FOOT_FONT, text));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round((drawing.height + foot.height) * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws no pictures');
  context.scale(scale, scale);
  paintWhole(context, drawing, foot);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('the picture is too large');
  const bytes = withTexts(new Uint8Array(await blob.arrayBuffer()), [
    ['Title', provenance.title],
    ['Description', provenanceWords(provenance)],
    ['Source', provenance.link],
    ['Software', `Chokepoint engine ${provenance.engine}, numbers ${provenance.numbers}`],
    ...(provenance.date === undefined ? [] : [['Creation Time', provenance.date] as const]),
    ['Comment', JSON.stringify(provenance)],
  ]);
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' });
}

function paintWhole(context: CanvasRenderingContext2D, drawing: Drawing, foot: Foot): void {
  const { width, height, colours } = drawing;
  paintGround(context, width, height + foot.height, colours);
  context.save();
  drawing.paint(context);
  context.restore();
  paintFoot(context, foot, height, colours);
}

function paintGround(context: CanvasRenderingContext2D, width: number, height: number, colours: Colours): void {
  context.fillStyle = colours.page;
  context.fillRect(0, 0, width, height);
}
