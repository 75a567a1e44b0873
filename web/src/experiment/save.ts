/** Handing files to the viewer. */

import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import type { Figure } from './figure';

/** Device pixels a CSS pixel of a saved picture: sharp on a slide. */
const SHARPNESS = 2;

export function saveText(name: string, type: string, content: string): void {
  saveBlob(name, new Blob([content], { type }));
}

/** The figure as pixels. `draw` gets the rules that carry the fonts, since a picture may not load any. */
export async function savePng(name: string, draw: (fontRules: string) => Figure): Promise<void> {
  const { svg, width, height } = draw(await fontRules());
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const picture = new Image(width, height);
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * SHARPNESS;
    canvas.height = height * SHARPNESS;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('this browser draws no pictures');
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob === null) throw new Error('the picture is too large');
    saveBlob(name, blob);
  } finally {
    URL.revokeObjectURL(address);
  }
}

function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The text font as a rule with the font itself in it. */
async function fontRules(): Promise<string> {
  const response = await fetch(interUrl);
  if (!response.ok) throw new Error(`the font could not be loaded (${response.status})`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return `@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(data:font/woff2;base64,${btoa(letters)}) format('woff2')}`;
}
