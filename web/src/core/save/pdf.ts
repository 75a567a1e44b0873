/** A drawing as a single-page PDF of the same size, made from the saved SVG with jsPDF and svg2pdf.js. */

import { PDF_FONTS } from 'virtual:pdf-fonts';
import { jsPDF } from 'jspdf';
import { svg2pdf } from 'svg2pdf.js';
import type { Drawing } from './drawing';
import { provenanceWords } from './provenance-fields';
import { canvasRuler } from './ruler';
import { fontOf, type Ruler } from './svg-context';
import { drawnAsSvg } from './write-drawing';

/** Number of points in a CSS pixel. */
const POINTS = 0.75;
/** Smallest font weight that counts as bold. A PDF has only two weights of each typeface. */
const BOLD_FROM = 550;
const TEXT = 'Inter Variable';

export interface SavedPdf {
  readonly blob: Blob;
  /** Remark for the user if the typefaces lack some letters. */
  readonly remark: string | undefined;
}

export async function pdfOf(drawing: Drawing): Promise<SavedPdf> {
  const { provenance } = drawing;
  const width = drawing.width * POINTS;
  const pdf = new jsPDF({ unit: 'pt', format: [width, width], compress: true, putOnlyUsedFonts: true });
  const files = await Promise.all(PDF_FONTS.map(({ url }) => fontFile(url)));
  // The fonts are added in a fixed order, so that the same picture always produces the same bytes.
  for (const [place, { family, style }] of PDF_FONTS.entries()) {
    pdf.addFileToVFS(`${family} ${style}.ttf`, files[place] ?? '');
    pdf.addFont(`${family} ${style}.ttf`, family, style);
  }
  const picture = drawnAsSvg(drawing, rulerOf(pdf), { isForPdf: true });
  const svg = new DOMParser().parseFromString(picture.text(''), 'image/svg+xml').documentElement;
  const height = Number(svg.getAttribute('height')) * POINTS;
  const missing = new Set<string>();
  for (const text of svg.querySelectorAll('text')) for (const letter of setType(text, pdf)) missing.add(letter);
  pdf.deletePage(1);
  pdf.addPage([width, height], width > height ? 'l' : 'p');
  pdf.setDocumentProperties({
    title: provenance.title,
    subject: `${provenanceWords(provenance)} · ${provenance.link}`,
    keywords: JSON.stringify(provenance),
    creator: `Chokepoint engine ${provenance.engine}, numbers ${provenance.numbers}`,
  });
  // The time of day is left out, so that the same scene always produces the same file. A date is included on request.
  pdf.setCreationDate(new Date(`${provenance.date ?? '2000-01-01'}T00:00:00Z`));
  pdf.setFileId('0'.repeat(32));
  await svg2pdf(svg, pdf, { x: 0, y: 0, width, height });
  const remark = missing.size === 0 ? undefined : `The fonts lack ${[...missing].join(' ')}; each is replaced by a ?.`;
  return { blob: pdf.output('blob'), remark };
}

/** Measures text widths in the PDF, which has no kerning. */
function rulerOf(pdf: jsPDF): Ruler {
  return {
    ...canvasRuler(),
    widthOf: (font, text) => {
      const { weight, size, family } = fontOf(font);
      pdf.setFont(firstOf(family), styleOf(weight));
      return pdf.setFontSize(size).getTextWidth(text);
    },
  };
}

/** Selects a typeface of the PDF that has all letters of the text, if there is one. Returns the missing letters. */
function setType(text: Element, pdf: jsPDF): readonly string[] {
  const style = styleOf(text.getAttribute('font-weight') ?? '400');
  const family = firstOf(text.getAttribute('font-family') ?? TEXT);
  const letters = text.textContent ?? '';
  const own = lackedBy(pdf, family, style, letters);
  const others = own.length === 0 ? own : lackedBy(pdf, TEXT, style, letters);
  const isOwn = own.length <= others.length;
  text.setAttribute('font-family', isOwn ? family : TEXT);
  text.setAttribute('font-weight', style);
  const lacked = isOwn ? own : others;
  if (lacked.length > 0)
    text.textContent = [...letters].map((letter) => (lacked.includes(letter) ? '?' : letter)).join('');
  return lacked;
}

interface EmbeddedFont {
  /** The font file as parsed by jsPDF. Glyph 0 means that the typeface lacks the letter. */
  readonly metadata?: { readonly characterToGlyph: (code: number) => number };
}

function lackedBy(pdf: jsPDF, family: string, style: string, letters: string): readonly string[] {
  const { metadata } = pdf.setFont(family, style).getFont() as unknown as EmbeddedFont;
  return [...new Set(letters)].filter((letter) => !metadata?.characterToGlyph(letter.codePointAt(0) ?? 0));
}

function styleOf(weight: string): 'normal' | 'bold' {
  return Number(weight) < BOLD_FROM ? 'normal' : 'bold';
}

/** First family in a list of font families, as in a style sheet. */
function firstOf(families: string): string {
  return families.split(',')[0]?.replaceAll(/['"]/g, '').trim() ?? '';
}

/** A font file in base64, which is the form that jsPDF needs. */
async function fontFile(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the font could not be loaded (${response.status})`);
  let letters = '';
  for (const byte of new Uint8Array(await response.arrayBuffer())) letters += String.fromCharCode(byte);
  return btoa(letters);
}
