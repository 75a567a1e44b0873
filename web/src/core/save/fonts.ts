/** The page's fonts, embedded in a picture as data, because a picture cannot load files. */

import interUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import monoUrl from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url';

const FILES = [
  { family: 'Inter Variable', weights: '100 900', url: interUrl },
  { family: 'JetBrains Mono Variable', weights: '100 800', url: monoUrl },
];

/** CSS rules that contain the used fonts as data. `families` has lists of font families as in a style sheet. */
export async function fontRules(families: Iterable<string>): Promise<string> {
  // Only the first font of each list is used. The others are fallbacks.
  const used = new Set([...families].map((list) => list.split(',')[0]?.replaceAll(/['"]/g, '').trim()));
  const rules = FILES.filter(({ family }) => used.has(family)).map(async ({ family, weights, url }) => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the font could not be loaded (${response.status})`);
    const data = base64(new Uint8Array(await response.arrayBuffer()));
    return `@font-face{font-family:'${family}';font-weight:${weights};src:url(data:font/woff2;base64,${data}) format('woff2')}`;
  });
  return (await Promise.all(rules)).join('\n');
}

function base64(bytes: Uint8Array): string {
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}
