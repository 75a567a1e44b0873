/**
 * `virtual:pdf-fonts` has the addresses of the fonts that a PDF embeds. A PDF needs TrueType fonts of one weight, but
 * the page has variable WOFF2 fonts with only Latin letters. The build therefore makes subsets of the complete fonts
 * (`docs/decisions/0084`).
 */

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'virtual:pdf-fonts';
const RESOLVED = `\0${NAME}`;

/** Latin letters with accents, Greek letters, and the signs that occur in figures and their texts. */
const LETTERS = [
  ...range(0x20, 0x17f),
  ...range(0x391, 0x3c9),
  ...'‐‑–—‘’“”•…‹›−×÷±≈≠≤≥√∞←→↑↓⇒⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ₀₁₂₃₄₅₆₇₈₉⌊⌋⌈⌉∑∏∂∫◆◇△▲▼▴▾▶●■□✕✓\u2002\u2003\u2009\u200a\u202f',
].join('');

const INTER = 'inter-ui/variable/InterVariable.woff2';
const MONO = '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2';

export const PDF_FONTS = [
  { family: 'Inter Variable', style: 'normal', weight: 400, file: INTER },
  { family: 'Inter Variable', style: 'bold', weight: 600, file: INTER },
  { family: 'JetBrains Mono Variable', style: 'normal', weight: 400, file: MONO },
  { family: 'JetBrains Mono Variable', style: 'bold', weight: 600, file: MONO },
] as const;

/** `packages`: the folder of the npm packages. */
export function pdfFonts(packages: string): Plugin {
  let isBuilt = false;
  return {
    name: 'pdf-fonts',
    configResolved: ({ command }) => {
      isBuilt = command === 'build';
    },
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      // Only the built page saves PDFs. Tests and the development server therefore do not wait for the fonts.
      if (!isBuilt) return 'export const PDF_FONTS = [];';
      const fonts = await Promise.all(
        PDF_FONTS.map(async ({ family, style, weight, file }) => {
          const source = await cut(join(packages, file), weight);
          const name = `${basename(file).split(/[-.]|Variable/)[0]}-${weight}.ttf`;
          const reference = this.emitFile({
            type: 'asset',
            name,
            source,
            originalFileName: join('..', 'node_modules', file),
          });
          return `{ family: ${JSON.stringify(family)}, style: ${JSON.stringify(style)}, url: import.meta.ROLLUP_FILE_URL_${reference} }`;
        }),
      );
      return `export const PDF_FONTS = [${fonts.join(', ')}];`;
    },
  };
}

async function cut(file: string, wght: number): Promise<Uint8Array> {
  const { default: subsetFont } = await import('subset-font');
  const font = await readFile(file);
  const hasSize = file.includes('InterVariable');
  return subsetFont(font, LETTERS, { targetFormat: 'sfnt', variationAxes: { wght, ...(hasSize ? { opsz: 14 } : {}) } });
}

function range(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, place) => String.fromCodePoint(from + place));
}
